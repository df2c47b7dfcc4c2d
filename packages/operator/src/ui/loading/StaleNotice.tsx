import { ApiError } from "@parlour/client";
import { IconClock } from "@tabler/icons-react";
import { useState } from "react";
import { useHasElapsed } from "./delay.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { Banner } from "../badges.tsx";
import { ScreenBanners } from "./BannerStack.tsx";
import { ErrorMessage } from "./ErrorMessage.tsx";
import { defineTexts } from "../../text/index.ts";
import { formatDayTime, useNow } from "../time.ts";

const t = defineTexts({
  en: {
    "age.asof": "As of {time}",
    "age.failed": "Not updated since {time}.",
  },
  ru: {
    "age.asof": "На {time}",
    "age.failed": "Не обновлялось с {time}.",
  },
});

/** State of a query. `dataUpdatedAt` is 0 until data was loaded. */
interface QueryState {
  readonly isError: boolean;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly refetch: () => unknown;
}

/**
 * Network errors are shown only after this delay in milliseconds, because queries are refetched
 * soon after a reconnect.
 */
const graceMs = 5_000;

/**
 * Shows how old the data on the screen is, and why the last reload failed. While offline, another
 * banner shows the reason. So this notice shows only the time, and only if it is earlier than that
 * in the banner. `isLive` is true if socket events kept the data up to date until
 * the connection was lost.
 */
export function StaleNotice({ query, isLive = false }: { query: QueryState; isLive?: boolean }) {
  const { isError, dataUpdatedAt, refetch } = query;
  const offlineSince = useLiveState((state) =>
    state.connection.kind === "offline" ? state.connection.since : null,
  );
  const error = useFirstError(isError ? query.error : null);
  const hasFailed = useHasElapsed(
    error instanceof ApiError && error.code === "network" ? graceMs : 0,
    isError && offlineSince === null,
  );
  const now = useNow(60_000, isError || offlineSince !== null);
  if (dataUpdatedAt === 0) return null;
  const time = formatDayTime(dataUpdatedAt, now);
  if (offlineSince !== null)
    return isLive || !isEarlierMinute(dataUpdatedAt, offlineSince) ? null : (
      <AsOfTime time={time} />
    );
  if (hasFailed)
    return (
      <ScreenBanners>
        <ErrorMessage closable error={error} onRetry={() => void refetch()}>
          {t("age.failed", { time })}
        </ErrorMessage>
      </ScreenBanners>
    );
  return null;
}

function AsOfTime({ time }: { time: string }) {
  return (
    <ScreenBanners>
      <Banner tone="warn" icon={IconClock} closable>
        <span className="num">{t("age.asof", { time })}</span>
      </Banner>
    </ScreenBanners>
  );
}

const isEarlierMinute = (a: number, b: number): boolean =>
  Math.floor(a / 60_000) < Math.floor(b / 60_000);

/**
 * Returns the first of several consecutive errors. The details of the latest error change every few
 * seconds, and screen readers would announce each change.
 */
function useFirstError(error: unknown): unknown {
  const [first, setFirst] = useState(error);
  if ((error === null) !== (first === null)) setFirst(error);
  return error === null ? null : (first ?? error);
}
