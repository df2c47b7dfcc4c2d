import { IconPhone, IconPhoneOff } from "@tabler/icons-react";
import type { Operator } from "@parlour/protocol";
import type { AccountHours, CallWithVisitor, CallSettings } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { browserClock } from "../../state/clock.ts";
import { useListSteps } from "../../ui/keyboard/use-list-steps.ts";
import { can } from "../../state/session.tsx";
import { RowSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { StaleNotice } from "../../ui/loading/StaleNotice.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { LoadOlderButton } from "../../ui/loading/LoadOlderButton.tsx";
import { CallRow } from "./CallRow.tsx";
import { HoursTag } from "./HoursTag.tsx";
import { t } from "../../ui/calls/text.ts";
import { formatCount } from "../../ui/format-count.ts";
import { useCalls, useEarlierCalls } from "../../ui/calls/use-calls.ts";
import { sortWaitingCalls } from "../../ui/calls/sort-waiting.ts";

interface CallListProps {
  me: Operator;
  /** Id of the open call. Null if none is open. */
  id: number | null;
  now: number;
  offline: boolean;
  settings: CallSettings | undefined;
  hours: AccountHours | undefined;
}

export function CallList({ settings, hours, ...rest }: CallListProps) {
  const { groups, failedQuery, staleQuery, isLoading, refetchAll, earlier } = useCallGroups();
  const isDelayed = useDelayedLoading(isLoading && failedQuery === undefined);
  const list = useRef<HTMLElement>(null);
  useListSteps({ list: () => list.current });
  const isEmpty = !isLoading && groups.every((group) => group.rows.length === 0);
  return (
    <section className="pane" aria-label={t("calls.list")}>
      <header className="head">
        <h1 className="grow">{t("calls.title")}</h1>
        {settings?.enabled === true && (
          <HoursTag settings={settings} account={hours} now={rest.now} />
        )}
      </header>
      {failedQuery !== undefined && <ErrorMessage error={failedQuery.error} onRetry={refetchAll} />}
      {staleQuery !== undefined && (
        <StaleNotice query={{ ...staleQuery, refetch: refetchAll }} isLive />
      )}
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("calls.all")}
        aria-busy={isLoading}
        ref={list}
      >
        {isDelayed && <RowSkeleton rows={6} />}
        {isEmpty && <NoCalls isOff={settings?.enabled === false} me={rest.me} />}
        {groups.map(
          (group) => group.rows.length > 0 && <CallGroup key={group.name} {...group} {...rest} />,
        )}
        {earlier.failure !== null && (
          <ErrorMessage error={earlier.failure} onRetry={() => earlier.more?.()} />
        )}
        <LoadOlderButton onLoadMore={earlier.more} busy={earlier.busy}>
          {t("calls.more")}
        </LoadOlderButton>
      </section>
    </section>
  );
}

const isToday = (at: string): boolean =>
  new Date(at).toDateString() === new Date(browserClock.now()).toDateString();

function useCallGroups() {
  const waiting = useCalls("waiting");
  const running = useCalls("running");
  const { head, rows, ...earlier } = useEarlierCalls();
  const queries = [waiting, running, head];
  const today = rows.filter((call) => isToday(call.updated_at));
  const earlierRows = rows.filter((call) => !isToday(call.updated_at));
  const hasMore = earlier.more !== null;
  const groups = [
    { name: "waiting", rows: sortWaitingCalls(waiting.data ?? []), hasMore: false },
    { name: "running", rows: running.data ?? [], hasMore: false },
    { name: "today", rows: today, hasMore: hasMore && earlierRows.length === 0 },
    { name: "done", rows: earlierRows, hasMore },
  ] as const;
  return {
    groups,
    /** The query that failed without any data. */
    failedQuery: queries.find((query) => query.isError && query.data === undefined),
    /** The query that failed after it had loaded data. That data stays on screen. */
    staleQuery: queries.find((query) => query.isError && query.data !== undefined),
    isLoading: queries.some((query) => query.isPending),
    refetchAll: () => queries.forEach((query) => void query.refetch()),
    earlier,
  };
}

type CallGroupProps = Omit<CallListProps, "settings" | "hours"> & {
  name: "waiting" | "running" | "today" | "done";
  rows: readonly CallWithVisitor[];
  hasMore: boolean;
};

/** `hasMore`: there are more calls than these. */
function CallGroup({ name, rows, hasMore, me, id, now, offline }: CallGroupProps) {
  return (
    <section aria-labelledby={`calls-${name}`}>
      <h2 className="grp-h" id={`calls-${name}`}>
        {t(`calls.${name}`)} <span className="faint num">{formatCount(rows.length, hasMore)}</span>
      </h2>
      <ul>
        {rows.map((call, index) => (
          <CallRow
            key={call.id}
            call={call}
            me={me}
            now={now}
            open={call.id === id}
            offline={offline}
            isFirst={index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

function NoCalls({ isOff, me }: { isOff: boolean; me: Operator }) {
  return (
    <EmptyState
      icon={isOff ? IconPhoneOff : IconPhone}
      title={t(isOff ? "calls.off" : "calls.none")}
      action={
        isOff &&
        can(me, "account.manage") && (
          <Link className="btn" to="/settings/$" params={{ _splat: "calls" }}>
            {t("calls.off.go")}
          </Link>
        )
      }
    >
      {t(isOff ? "calls.off.text" : "calls.none.text")}
    </EmptyState>
  );
}
