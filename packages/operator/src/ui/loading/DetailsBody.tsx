import { ApiError } from "@parlour/client";
import { IconBan } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { EmptyState } from "../badges.tsx";
import type { IconType } from "../Icon.tsx";
import { ErrorMessage } from "./ErrorMessage.tsx";
import { LineSkeleton, useDelayedLoading } from "./Skeleton.tsx";

/** The parts of a query for one object that its pane shows. */
interface DetailsQuery<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Rule of queries for one object: another attempt cannot find an object that does not exist. */
export const retryUnlessMissing = (failures: number, error: Error): boolean =>
  !isMissing(error) && failures < 2;

/** Returns the object of a query, or undefined until it is loaded and after it was removed. */
export const getExisting = <Data,>({ data, error }: DetailsQuery<Data>): Data | undefined =>
  isMissing(error) ? undefined : data;

interface DetailsBodyProps<Data> {
  query: DetailsQuery<Data>;
  /** Name of the region. */
  label: string;
  /** Says that the object does not exist. */
  missingText: string;
  missingIcon?: IconType;
  lines?: number;
  children: (data: Data) => ReactNode;
}

/**
 * The scrolling part of a pane with one object: its skeleton, that it does not exist, a failure, or
 * `children`. Keeps a loaded object on screen if a reload fails.
 */
export function DetailsBody<Data>({
  query,
  label,
  missingText,
  missingIcon = IconBan,
  lines = 8,
  children,
}: DetailsBodyProps<Data>) {
  const { error, isPending } = query;
  const isDelayed = useDelayedLoading(isPending);
  const data = getExisting(query);
  return (
    <section
      className="scroll"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      aria-busy={isPending}
    >
      {isDelayed && <LineSkeleton lines={lines} />}
      {isMissing(error) ? (
        <EmptyState icon={missingIcon} title={missingText} />
      ) : (
        error !== null && <ErrorMessage error={error} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined && children(data)}
    </section>
  );
}
