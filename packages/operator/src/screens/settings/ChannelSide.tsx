import type { Channel, Operator } from "@parlour/protocol";
import type { ChannelTest } from "@parlour/protocol/api";
import { IconAlertCircle, IconArrowsExchange, IconCheck, IconCircleCheck, IconMinus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime, exactTime } from "../../ui/Time.tsx";
import { stale, usePresenceOf } from "./data.ts";
import { At } from "./parts.tsx";
import { t } from "./text.ts";

/** Status now with its reasons, the last requests, and the test (CH-011, CH-113). */
export function ChannelSide({ channel, operators, dirty }: { channel: Channel; operators: readonly Operator[]; dirty: boolean }) {
  const presenceOf = usePresenceOf();
  const chosen = operators.filter((operator) => operator.active && channel.operators.includes(operator.id));
  const online = chosen.filter((operator) => presenceOf(operator) === "online").length;
  const failure = channel.last_failure;
  return (
    <>
      <section className="card" aria-labelledby="s-now">
        <h2 id="s-now">{t("status.title")}</h2>
        <div className="now" aria-live="polite">
          <span className="big" data-value={channel.status} aria-hidden="true">
            {channel.status}
          </span>
          <p className="medium">{t(channel.status === 1 ? "status.available" : "status.unavailable")}</p>
          <p className="t13 faint">{t("status.asked", { value: channel.status })}</p>
        </div>
        <ul className="why">
          <Reason good={channel.enabled}>{t(channel.enabled ? "status.on" : "status.off")}</Reason>
          <Reason good>{t("status.hours")}</Reason>
          <Reason good={online > 0}>{t("status.online", { online, all: chosen.length })}</Reason>
        </ul>
        <dl className="lasts">
          <dt>{t("status.in")}</dt>
          <dd>
            <At time={channel.last_inbound_at} />
          </dd>
          <dt>{t("status.out")}</dt>
          <dd>
            <At time={channel.last_success_at} />
          </dd>
          <dt>{t("status.failure")}</dt>
          <dd>
            {failure === null ? (
              <span className="faint">{t("page.never")}</span>
            ) : (
              <Link to="/integrations/$" params={{ _splat: "deliveries" }} title={exactTime(failure.at)}>
                <At time={failure.at} /> · {failure.outcome}
                {failure.status !== null && ` ${failure.status}`}
              </Link>
            )}
          </dd>
        </dl>
      </section>
      <TestCard channel={channel} dirty={dirty} />
    </>
  );
}

function Reason({ good, children }: { good: boolean; children: string }) {
  return (
    <li>
      <Icon of={good ? IconCheck : IconMinus} small className={good ? "success" : "warning"} />
      {children}
    </li>
  );
}

function TestCard({ channel, dirty }: { channel: Channel; dirty: boolean }) {
  const [result, setResult] = useState<ChannelTest | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setResult(await api.post<ChannelTest>(`/channels/${channel.id}/test`));
      stale("channels");
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" aria-labelledby="s-test">
      <h2 id="s-test">{t("test.title")}</h2>
      <p className="t13 soft">
        {t("test.text")}
        {dirty && (
          <>
            {" "}
            <span className="warning">{t("test.unsaved")}</span>
          </>
        )}
      </p>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run()}>
        {busy ? t("test.busy") : t(result === null ? "test.go" : "test.again")}
      </Button>
      {failure !== null && <Failure error={failure} />}
      {result !== null && <TestResult result={result} />}
    </section>
  );
}

function TestResult({ result: { outbound, inbound } }: { result: ChannelTest }) {
  const good = outbound.outcome === "delivered";
  const what = `${outbound.status ?? t("test.noanswer")}${good ? "" : ` · ${outbound.outcome}`}`;
  return (
    <ol className="results" aria-label={t("test.results")} aria-live="polite">
      <li>
        <Icon of={good ? IconCircleCheck : IconAlertCircle} className={good ? "success" : "danger"} />
        <b>{t("test.out")}</b>
        <span className="num faint">{outbound.duration_ms} ms</span>
        <small>
          {what} {outbound.error !== null && outbound.error.message}{" "}
          {outbound.reply !== null && outbound.reply.body !== "" && <span className="mono">{outbound.reply.body.slice(0, 300)}</span>}
        </small>
        {outbound.request !== null && (
          <small>
            <details>
              <summary>{t("test.bytes")}</summary>
              <pre className="code">
                {`POST ${outbound.request.url}\n`}
                <span className="d">{headers(outbound.request.headers)}</span>
                {`\n\n${outbound.request.body}`}
                {outbound.reply !== null && (
                  <>
                    {`\n\n${String(outbound.status)}\n`}
                    <span className="d">{headers(outbound.reply.headers)}</span>
                    {`\n\n${outbound.reply.body}`}
                  </>
                )}
              </pre>
            </details>
          </small>
        )}
      </li>
      <li>
        <Icon
          of={inbound.accepts_messages ? IconCircleCheck : IconAlertCircle}
          className={inbound.accepts_messages ? "success" : "warning"}
        />
        <b>{t("test.in")}</b>
        <span />
        <small>
          {t(inbound.accepts_messages ? "test.in.ok" : "test.in.off")}{" "}
          {inbound.last_inbound_at === null ? t("test.in.none") : t("test.in.last", { time: clockTime(inbound.last_inbound_at) })}
        </small>
      </li>
    </ol>
  );
}

const headers = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
