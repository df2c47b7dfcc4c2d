import { IconPhone, IconPhoneOff } from "@tabler/icons-react";
import type { Operator } from "@parlour/protocol";
import type { CallSeen, CallSettings } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useKeys } from "../../ui/keys.ts";
import { api } from "../../state/api.ts";
import { useLive } from "../../state/live-context.tsx";
import { usePreferences } from "../../state/preferences.ts";
import { may, useMe } from "../../state/session.tsx";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { idOf } from "../../ui/address-id.ts";
import { Age } from "../../ui/Age.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Empty, Tag } from "../../ui/marks.tsx";
import { Older } from "../../ui/Older.tsx";
import { useNow } from "../../ui/Time.tsx";
import { useTitle } from "../../ui/title.ts";
import { CallPane } from "./CallPane.tsx";
import { CallRow } from "./CallRow.tsx";
import { t } from "./text.ts";
import { atLeast } from "../../ui/at-least.ts";
import { useCalls, useEarlierCalls } from "./use-calls.ts";
import { inTurn } from "./turn.ts";
import "./calls.css";

/** `/calls`: the call desk. Who waits, who talks, what became of earlier ones; one call beside the list (CORE-104). */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  useTitle("section", t("calls.title"));
  const me = useMe();
  const navigate = useNavigate();
  const id = idOf(useParams({ strict: false }).call);
  const settings = useQuery({ queryKey: ["call-settings"], queryFn: ({ signal }) => api.get<CallSettings>("/call-settings", { signal }) });
  const offline = useLive((state) => state.connection.kind === "offline");
  const now = useNow(1000);
  const close = () => void navigate({ to: "/calls/{-$call}", params: { call: undefined } });
  useKeys({
    escape: () => {
      if (id === null) return false;
      close();
    },
  });
  return (
    <main className="calls" data-at={id === null ? "list" : "one"}>
      <ListPane {...{ me, id, now, offline }} settings={settings.data} />
      {id === null ? (
        <section className="pane none" aria-label={t("calls.choose")}>
          <Empty icon={IconPhone} title={t("calls.choose")}>
            {t("calls.choose.text")}
          </Empty>
        </section>
      ) : (
        <CallPane key={id} id={id} me={me} now={now} offline={offline} driver={settings.data?.driver ?? "desk"} onClose={close} />
      )}
    </main>
  );
}

interface ListProps {
  me: Operator;
  /** The call that is open. */
  id: number | null;
  now: number;
  offline: boolean;
  settings: CallSettings | undefined;
}

function ListPane({ settings, ...rest }: ListProps) {
  const { groups, unread, old, isLoading, readAgain, earlier } = useDesk();
  const late = useLate(isLoading && unread === undefined);
  const isEmpty = !isLoading && groups.every((group) => group.rows.length === 0);
  return (
    <section className="pane" aria-label={t("calls.list")}>
      <header className="head">
        <h1 className="grow">{t("calls.title")}</h1>
        {settings?.enabled === true && (
          <Tag {...(settings.open_now && { tone: "ok" as const })}>{t(settings.open_now ? "calls.open" : "calls.shut")}</Tag>
        )}
      </header>
      {unread !== undefined && <Failure error={unread.error} onRetry={readAgain} />}
      {old !== undefined && <Age of={{ ...old, refetch: readAgain }} isFollowed />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("calls.all")} aria-busy={isLoading}>
        {late && <RowBones rows={6} />}
        {isEmpty && <NoCalls isOff={settings?.enabled === false} me={rest.me} />}
        {groups.map((group) => group.rows.length > 0 && <Group key={group.name} {...group} {...rest} />)}
        {earlier.failure !== null && <Failure error={earlier.failure} onRetry={() => earlier.more?.()} />}
        <Older {...earlier}>{t("calls.more")}</Older>
      </section>
    </section>
  );
}

/** All calls in three groups, each read by itself. */
function useDesk() {
  const waiting = useCalls("waiting");
  const running = useCalls("running");
  const { head, rows, ...earlier } = useEarlierCalls();
  const reads = [waiting, running, head];
  const groups = [
    { name: "waiting", rows: inTurn(waiting.data ?? []), isCut: false },
    { name: "running", rows: running.data ?? [], isCut: false },
    { name: "done", rows, isCut: earlier.more !== null },
  ] as const;
  return {
    groups,
    /** Failed before anything was there. */
    unread: reads.find((read) => read.isError && read.data === undefined),
    /** Failed later: what was read stays. */
    old: reads.find((read) => read.isError && read.data !== undefined),
    isLoading: reads.some((read) => read.isPending),
    readAgain: () => reads.forEach((read) => void read.refetch()),
    earlier,
  };
}

type GroupProps = Omit<ListProps, "settings"> & { name: "waiting" | "running" | "done"; rows: readonly CallSeen[]; isCut: boolean };

/** `isCut`: there are more than these. */
function Group({ name, rows, isCut, me, id, now, offline }: GroupProps) {
  return (
    <section aria-labelledby={`calls-${name}`}>
      <h2 className="grp-h" id={`calls-${name}`}>
        {t(`calls.${name}`)} <span className="faint num">{atLeast(rows.length, isCut)}</span>
      </h2>
      <ul>
        {rows.map((call) => (
          <CallRow key={call.id} call={call} me={me} now={now} open={call.id === id} offline={offline} />
        ))}
      </ul>
    </section>
  );
}

function NoCalls({ isOff, me }: { isOff: boolean; me: Operator }) {
  return (
    <Empty
      icon={isOff ? IconPhoneOff : IconPhone}
      title={t(isOff ? "calls.off" : "calls.none")}
      action={
        isOff &&
        may(me, "team") && (
          <Link className="btn" to="/settings/$" params={{ _splat: "calls" }}>
            {t("calls.off.go")}
          </Link>
        )
      }
    >
      {t(isOff ? "calls.off.text" : "calls.none.text")}
    </Empty>
  );
}
