import type { ChannelTest } from "@parlour/protocol/api";
import { IconAlertCircle, IconArrowsExchange, IconCircleCheck } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { useDeed } from "../../ui/deed.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { stale } from "./data.ts";
import { Card } from "./Group.tsx";
import { TestAbout } from "./TestCard.tsx";
import { t } from "./text.ts";

/** Tests a channel in both directions (CH-113). */
export function ChannelTestCard({ id, dirty }: { id: number; dirty: boolean }) {
  const [result, setResult] = useState<ChannelTest | null>(null);
  const { busy, failure, run } = useDeed();
  const test = async () => {
    setResult(await api.post<ChannelTest>(`/channels/${id}/test`));
    stale("channels");
  };
  return (
    <Card id="s-test" title={t("test.title")}>
      <TestAbout dirty={dirty}>{t("test.text")}</TestAbout>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run(test)}>
        {busy ? t("test.busy") : t(result === null ? "test.go" : "test.again")}
      </Button>
      {failure !== null && <Failure error={failure} />}
      {result !== null && (
        <ol className="results" aria-label={t("test.results")} aria-live="polite">
          <Outbound tried={result.outbound} />
          <Inbound seen={result.inbound} />
        </ol>
      )}
    </Card>
  );
}

type Tried = ChannelTest["outbound"];

function Outbound({ tried }: { tried: Tried }) {
  const { outcome, status, error, reply, duration_ms: ms } = tried;
  const good = outcome === "delivered";
  const what = `${status ?? t("test.noanswer")}${good ? "" : ` · ${outcome}`}`;
  return (
    <Result good={good} bad="danger" title={t("test.out")} took={<span className="num faint">{ms} ms</span>}>
      <small>
        {what} {error !== null && error.message}{" "}
        {reply !== null && reply.body !== "" && <span className="mono">{reply.body.slice(0, 300)}</span>}
      </small>
      <Bytes tried={tried} />
    </Result>
  );
}

/** Shows request and response exactly as they were transferred. */
function Bytes({ tried: { request, reply, status } }: { tried: Tried }) {
  if (request === null) return null;
  return (
    <small>
      <details>
        <summary>{t("test.bytes")}</summary>
        <pre className="code">
          {`POST ${request.url}\n`}
          <span className="d">{headers(request.headers)}</span>
          {`\n\n${request.body}`}
          {reply !== null && (
            <>
              {`\n\n${String(status)}\n`}
              <span className="d">{headers(reply.headers)}</span>
              {`\n\n${reply.body}`}
            </>
          )}
        </pre>
      </details>
    </small>
  );
}

function Inbound({ seen: { accepts_messages: good, last_inbound_at: last } }: { seen: ChannelTest["inbound"] }) {
  return (
    <Result good={good} bad="warning" title={t("test.in")} took={<span />}>
      <small>
        {t(good ? "test.in.ok" : "test.in.off")} {last === null ? t("test.in.none") : t("test.in.last", { time: clockTime(last) })}
      </small>
    </Result>
  );
}

interface ResultProps {
  good: boolean;
  bad: "danger" | "warning";
  title: string;
  took: ReactNode;
  children: ReactNode;
}

function Result({ good, bad, title, took, children }: ResultProps) {
  return (
    <li>
      <Icon of={good ? IconCircleCheck : IconAlertCircle} className={good ? "success" : bad} />
      <b>{title}</b>
      {took}
      {children}
    </li>
  );
}

const headers = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
