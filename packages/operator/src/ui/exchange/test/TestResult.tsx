import type { WebhookTestAttempt } from "@parlour/protocol/api";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { Icon } from "../../Icon.tsx";
import { Tag } from "../../badges.tsx";
import { formatAttemptDuration } from "../attempt-duration.ts";
import { BotPosts } from "./BotPosts.tsx";
import type { TestTarget, TestResult } from "./test-event.ts";
import { resultText as t } from "./result-text.ts";
import { Exchange } from "../RawExchange.tsx";

/** Shows the outcome of a test in one line, and the interpreted response (WH-041, WH-048). */
export function TestOutcome({ target, result }: { target: TestTarget; result: TestResult }) {
  return (
    <>
      <AttemptOutcome result={result} />
      {target.kind === "bot" && isBotTest(result) && (
        <BotPosts key={result.started_at} botId={target.id} started={result} />
      )}
    </>
  );
}
const isBotTest = (result: TestResult): result is TestResult & { readonly started_at: string } =>
  typeof result.started_at === "string";

function AttemptOutcome({ result }: { result: TestResult }) {
  const isDelivered = result.outcome === "delivered";
  return (
    <div className="verdict" aria-live="polite">
      <p className="line">
        <Icon
          of={isDelivered ? IconCircleCheck : IconAlertCircle}
          className={isDelivered ? "success" : "danger"}
        />
        <b className="medium">{isDelivered ? t("test.good") : result.outcome}</b>
        {result.status !== null && <Tag tone={isDelivered ? "ok" : "bad"}>{result.status}</Tag>}
        <span className="num faint">{formatAttemptDuration(result.duration_ms)}</span>
      </p>
      {result.error !== null && (
        <p className="t13 soft" dir="auto">
          {result.error.message}
        </p>
      )}
      {result.note && (
        <p className="t13 warning" dir="auto">
          {result.note.message}
        </p>
      )}
      {result.data && <ParsedReply data={result.data} />}
      {isDelivered && result.result_ok === true && !result.data && (
        <p className="t13 soft">{t("test.nodata")}</p>
      )}
    </div>
  );
}

/** Shows the data of a webhook response as operators see it in a chat. */
function ParsedReply({ data }: { data: NonNullable<WebhookTestAttempt["data"]> }) {
  const { contact_info, custom_data, crm_link, enable_assign, page, fields } = data;
  const rows: [string, string][] = [
    [t("parsed.name"), contact_info.name ?? ""],
    [t("parsed.email"), contact_info.email ?? ""],
    [t("parsed.phone"), contact_info.phone ?? ""],
    [t("parsed.crm"), crm_link ?? ""],
    [
      t("parsed.assign"),
      enable_assign === null ? "" : t(enable_assign ? "parsed.yes" : "parsed.no"),
    ],
    [t("parsed.page"), page === null ? "" : [page.title, page.url].filter(Boolean).join(" · ")],
    ...Object.entries(fields ?? {}).map(([key, value]): [string, string] => [
      key,
      [value].flat().join(", "),
    ]),
  ];
  const filledRows = rows.filter(([, value]) => value !== "");
  if (filledRows.length === 0 && (custom_data ?? []).length === 0)
    return <p className="t13 soft">{t("test.nodata")}</p>;
  return (
    <section aria-label={t("parsed.title")} className="parsed">
      <h3 className="t13">{t("parsed.title")}</h3>
      <dl className="pair">
        {filledRows.map(([name, value]) => (
          <ParsedRow key={name} name={name} value={value} />
        ))}
        {(custom_data ?? []).map((field, index) => (
          <ParsedRow
            key={index}
            name={field.title ?? t("parsed.field")}
            value={[
              field.key === null ? field.content : `${field.key}: ${field.content}`,
              field.link,
            ]
              .filter(Boolean)
              .join(" · ")}
          />
        ))}
      </dl>
    </section>
  );
}

function ParsedRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

/** Shows the request and the response as bytes. */
export function TestExchange({ result }: { result: TestResult }) {
  const { request, reply } = result;
  return (
    <div className="wire">
      <Exchange
        request={request}
        reply={reply}
        status={result.status}
        missingRequestText={t("test.unsent")}
      />
    </div>
  );
}
