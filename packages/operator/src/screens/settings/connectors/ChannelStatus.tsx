import type { Channel, ConnectionNotice } from "@parlour/protocol";
import type { ConnectionTest, IgnoredEmails } from "@parlour/protocol/api";
import { IconAlertCircle, IconCheck, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../state/api/api.ts";
import { Banner, Tag } from "../../../ui/badges.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatClock } from "../../../ui/time.ts";
import { formatDate, LastFailure, Timestamp } from "../kit/resource/parts.tsx";
import { describeConnection } from "./connection-notice.ts";
import type { ConnectionTestState } from "./use-connection-test.ts";
import { t } from "./text.ts";
import "./status.css";

/** Whether the channel cannot receive, or the latest attempt to send failed. */
export const isFailing = ({ problem, last_failure, last_success_at }: Channel): boolean =>
  problem != null ||
  (last_failure !== null && (last_success_at === null || last_failure.at > last_success_at));

export function StateTag({ channel }: { channel: Channel }) {
  if (!channel.enabled) return <Tag>{t("connectors.off")}</Tag>;
  return isFailing(channel) ? (
    <Tag tone="warn">{t("connectors.failing")}</Tag>
  ) : (
    <Tag tone="ok" icon={IconCheck}>
      {t("connectors.on")}
    </Tag>
  );
}

/**
 * Shows the health of a channel above its settings, with the last test (CON-040, CON-077).
 * `action`: button that ends its problem.
 */
export function ChannelStatus({
  channel,
  test,
  action,
}: {
  channel: Channel;
  test: ConnectionTestState;
  action?: ReactNode;
}) {
  const { kind, problem } = channel;
  return (
    <section className="channel-status" aria-label={t("connector.health")}>
      {problem != null && !isAddressProblem(problem) && (
        <Banner tone="warn" action={action}>
          {t("connector.problem", {
            time: formatDate(problem.at),
            problem: describeConnection(kind, problem),
          })}
        </Banner>
      )}
      <dl className="card status-cells">
        <Cell title={t("connector.in")}>
          <Time at={channel.last_inbound_at} none={t("connector.in.none")} />
        </Cell>
        <Cell
          title={t("connector.out")}
          note={channel.last_failure !== null && <LastFailure failure={channel.last_failure} />}
        >
          <Time at={channel.last_success_at} none={t("connector.out.none")} />
        </Cell>
        <Cell title={t("connector.connection")} note={<TestNote test={test} />}>
          <StateTag channel={channel} />
        </Cell>
        {kind === "mail" && <IgnoredCell id={channel.id} />}
      </dl>
      {test.failure !== null && <ErrorMessage error={test.failure} />}
      {test.last !== null && <TestResults kind={kind} result={test.last.result} />}
    </section>
  );
}

/** Returns whether the card of the address says what the problem is. */
const isAddressProblem = ({ code }: ConnectionNotice): boolean =>
  code === "address_unproved" || code === "address_taken";

function Cell({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd className="value">{children}</dd>
      {note !== undefined && note !== false && <dd className="note">{note}</dd>}
    </div>
  );
}

/** Shows a time, or a sentence that nothing has happened yet, which is not a fault. */
const Time = ({ at, none }: { at: string | null; none: string }) =>
  at === null ? <span className="soft t13">{none}</span> : <Timestamp time={at} />;

function TestNote({ test: { busy, last } }: { test: ConnectionTestState }) {
  if (busy) return t("connector.test.busy");
  if (last === null) return t("connector.test.none");
  const { outbound, inbound } = last.result;
  const text = outbound.ok && inbound.ok ? "connector.test.passed" : "connector.test.failed";
  return t(text, { time: formatClock(last.at) });
}

/** Shows how many emails of a channel started no chat, with a link to them (MAIL-082). */
function IgnoredCell({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ["ignored", "count", id],
    queryFn: ({ signal }) =>
      api.get<IgnoredEmails>("/ignored-emails", { query: { channel: id, limit: 1 }, signal }),
    refetchInterval: 10_000,
  });
  if (data === undefined) return null;
  const isEmpty = data.total === 0;
  return (
    <Cell
      title={t("connector.ignored")}
      note={
        isEmpty ? (
          t("connector.ignored.period")
        ) : (
          <Link to="/ignored-emails/{-$id}" params={{ id: undefined }}>
            {t("connector.ignored.open")}
          </Link>
        )
      }
    >
      <span className="num">{data.total}</span>
    </Cell>
  );
}

function TestResults({ kind, result }: { kind: Channel["kind"]; result: ConnectionTest }) {
  return (
    <ol className="card results" aria-label={t("connector.test.results")} aria-live="polite">
      <Direction title={t("connector.test.out")} kind={kind} result={result.outbound} />
      <Direction title={t("connector.test.in")} kind={kind} result={result.inbound} />
    </ol>
  );
}

interface DirectionProps {
  title: string;
  kind: Channel["kind"];
  result: ConnectionTest["outbound"];
}
function Direction({ title, kind, result }: DirectionProps) {
  return (
    <li>
      <Icon
        of={result.ok ? IconCircleCheck : IconAlertCircle}
        small
        className={result.ok ? "success" : "danger"}
      />
      <b>{title}</b>
      <small>{describeConnection(kind, result)}</small>
    </li>
  );
}
