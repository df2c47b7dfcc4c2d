import type { ChannelTest } from "@parlour/protocol/api";
import { IconAlertCircle, IconArrowsExchange, IconCircleCheck } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { formatClock } from "../../../ui/time.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { TestDescription } from "./TestEventCard.tsx";
import { t } from "../text.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";

/** Tests a channel in both directions (CH-113). */
export function ChannelTestCard({ id, dirty }: { id: number; dirty: boolean }) {
  const [result, setResult] = useState<ChannelTest | null>(null);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    setResult(await api.post<ChannelTest>(`/channels/${id}/test`));
    invalidateLists("channels");
  };
  return (
    <SideCard id="s-test" title={t("test.title")}>
      <TestDescription dirty={dirty}>{t("test.text")}</TestDescription>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run(test)}>
        {busy ? t("test.busy") : t(result === null ? "test.go" : "test.again")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      {result !== null && (
        <ol className="results" aria-label={t("test.results")} aria-live="polite">
          <Outbound attempt={result.outbound} />
          <Inbound result={result.inbound} />
        </ol>
      )}
    </SideCard>
  );
}

type OutboundResult = ChannelTest["outbound"];

function Outbound({ attempt }: { attempt: OutboundResult }) {
  const { outcome, status, error, reply } = attempt;
  const isDelivered = outcome === "delivered";
  const summary = `${status ?? t("test.noanswer")}${isDelivered ? "" : ` · ${outcome}`}`;
  return (
    <TestResultRow
      good={isDelivered}
      bad="danger"
      title={t("test.out")}
      took={<span className="num faint">{attempt.duration_ms} ms</span>}
    >
      <small>
        {summary} {error !== null && error.message}{" "}
        {reply !== null && reply.body !== "" && (
          <span className="mono">{reply.body.slice(0, 300)}</span>
        )}
      </small>
      <OutboundExchange attempt={attempt} />
    </TestResultRow>
  );
}

/** Shows the request and the response exactly as they were transferred. */
function OutboundExchange({ attempt: { request, reply, status } }: { attempt: OutboundResult }) {
  if (request === null) return null;
  return (
    <small>
      <Disclosure title={t("test.bytes")}>
        <pre className="code">
          {`POST ${request.url}\n`}
          <span className="d">{formatHeaders(request.headers)}</span>
          {`\n\n${request.body}`}
          {reply !== null && (
            <>
              {`\n\n${String(status)}\n`}
              <span className="d">{formatHeaders(reply.headers)}</span>
              {`\n\n${reply.body}`}
            </>
          )}
        </pre>
      </Disclosure>
    </small>
  );
}

function Inbound({ result }: { result: ChannelTest["inbound"] }) {
  const { accepts_messages, last_inbound_at } = result;
  return (
    <TestResultRow good={accepts_messages} bad="warning" title={t("test.in")} took={<span />}>
      <small>
        {t(accepts_messages ? "test.in.ok" : "test.in.off")}{" "}
        {last_inbound_at === null
          ? t("test.in.none")
          : t("test.in.last", { time: formatClock(last_inbound_at) })}
      </small>
    </TestResultRow>
  );
}

interface TestResultRowProps {
  good: boolean;
  bad: "danger" | "warning";
  title: string;
  took: ReactNode;
  children: ReactNode;
}

function TestResultRow({ good, bad, title, took, children }: TestResultRowProps) {
  return (
    <li>
      <Icon of={good ? IconCircleCheck : IconAlertCircle} className={good ? "success" : bad} />
      <b>{title}</b>
      {took}
      {children}
    </li>
  );
}

const formatHeaders = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
