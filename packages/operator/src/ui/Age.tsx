import { ApiError } from "@parlour/client";
import { useState } from "react";
import { useLive } from "../state/live-context.tsx";
import { useLate } from "./Bones.tsx";
import { Failure } from "./Failure.tsx";
import { t } from "./text.ts";
import { dayTime, useNow } from "./Time.tsx";

/** What was read; `dataUpdatedAt` is 0 before there was anything. */
interface Reading {
  readonly isError: boolean;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/** A connection that was lost and is there again reads anew by itself within this time. */
const graceMs = 5_000;

/**
 * Says of when something on the screen is that could not be read again, with the reason. Without a connection the banner over all screens has
 * said so: here stands a time at most, and only an earlier one than the banner's. `isFollowed`: the socket told of each change until then.
 */
export function Age({ of: read, isFollowed = false }: { of: Reading; isFollowed?: boolean }) {
  const { isError, dataUpdatedAt: at, refetch } = read;
  const offlineSince = useLive((state) => (state.connection.kind === "offline" ? state.connection.since : null));
  const error = useFirst(isError ? read.error : null);
  const hasFailed = useLate(isError && offlineSince === null, error instanceof ApiError && error.code === "network" ? graceMs : 0);
  const now = useNow(60_000, isError || offlineSince !== null);
  if (at === 0) return null;
  const time = dayTime(at, now);
  if (offlineSince !== null) return isFollowed || !isEarlierMinute(at, offlineSince) ? null : <AsOf time={time} />;
  if (hasFailed)
    return (
      <Failure error={error} onRetry={() => void refetch()}>
        {t("age.failed", { time })}
      </Failure>
    );
  return null;
}

function AsOf({ time }: { time: string }) {
  return <p className="asof t12 soft num">{t("age.asof", { time })}</p>;
}

const isEarlierMinute = (a: number, b: number): boolean => Math.floor(a / 60_000) < Math.floor(b / 60_000);

/** The first of failures that follow each other: the small print of the latest would change, and be read out, every few seconds. */
function useFirst(error: unknown): unknown {
  const [first, setFirst] = useState(error);
  if ((error === null) !== (first === null)) setFirst(error);
  return error === null ? null : (first ?? error);
}
