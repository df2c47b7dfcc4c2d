import type { WebhookTestAttempt } from "@parlour/protocol/api";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";
import { Tag } from "../../ui/marks.tsx";
import { BotPosts } from "./BotPosts.tsx";
import type { Target, Tried } from "./test-event.ts";
import { t } from "./text.ts";
import { Exchange } from "./Wire.tsx";

/**
 * Shows the outcome of a test in one line, and how Parlour interprets the response (WH-041,
 * WH-048).
 */
export function TestVerdict({ target, tried }: { target: Target; tried: Tried }) {
  return (
    <>
      <Verdict tried={tried} />
      {target.kind === "bot" && isBotTest(tried) && <BotPosts key={tried.started_at} botId={target.id} started={tried} />}
    </>
  );
}
const isBotTest = (tried: Tried): tried is Tried & { readonly started_at: string } => typeof tried.started_at === "string";

function Verdict({ tried }: { tried: Tried }) {
  const good = tried.outcome === "delivered";
  return (
    <div className="verdict" aria-live="polite">
      <p className="line">
        <Icon of={good ? IconCircleCheck : IconAlertCircle} className={good ? "success" : "danger"} />
        <b className="medium">{good ? t("test.good") : tried.outcome}</b>
        {tried.status !== null && <Tag tone={good ? "ok" : "bad"}>{tried.status}</Tag>}
        <span className="num faint">{tried.duration_ms} ms</span>
      </p>
      {tried.error !== null && (
        <p className="t13 soft" dir="auto">
          {tried.error.message}
        </p>
      )}
      {tried.note && (
        <p className="t13 warning" dir="auto">
          {tried.note.message}
        </p>
      )}
      {tried.data && <Parsed data={tried.data} />}
      {good && tried.result_ok === true && !tried.data && <p className="t13 soft">{t("test.nodata")}</p>}
    </div>
  );
}

/** Shows the data of a webhook response as operators would see it. */
function Parsed({ data }: { data: NonNullable<WebhookTestAttempt["data"]> }) {
  const { contact_info: contact, custom_data: custom, crm_link: crm, enable_assign: assign, page } = data;
  const rows: [string, string][] = [
    [t("parsed.name"), contact.name ?? ""],
    [t("parsed.email"), contact.email ?? ""],
    [t("parsed.phone"), contact.phone ?? ""],
    [t("parsed.crm"), crm ?? ""],
    [t("parsed.assign"), assign === null ? "" : t(assign ? "parsed.yes" : "parsed.no")],
    [t("parsed.page"), page === null ? "" : [page.title, page.url].filter(Boolean).join(" · ")],
  ];
  const shown = rows.filter(([, value]) => value !== "");
  if (shown.length === 0 && (custom ?? []).length === 0) return <p className="t13 soft">{t("test.nodata")}</p>;
  return (
    <section aria-label={t("parsed.title")} className="parsed">
      <h3 className="t13">{t("parsed.title")}</h3>
      <dl className="pair">
        {shown.map(([name, value]) => (
          <Row key={name} name={name} value={value} />
        ))}
        {(custom ?? []).map((field, index) => (
          <Row
            key={index}
            name={field.title ?? t("parsed.field")}
            value={[field.key === null ? field.content : `${field.key}: ${field.content}`, field.link].filter(Boolean).join(" · ")}
          />
        ))}
      </dl>
    </section>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

/** Shows request and response as bytes. */
export function TestWire({ tried }: { tried: Tried }) {
  const { request, reply } = tried;
  return (
    <div className="wire">
      <Exchange request={request} reply={reply} status={tried.status} unsent={t("test.unsent")} />
    </div>
  );
}
