import type { Attempt } from "@parlour/protocol";
import { getDeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import { useId, useState, type ReactNode } from "react";
import { CopyButton } from "../copy/CopyButton.tsx";
import { Tag } from "../badges.tsx";
import { responseMarkStyle } from "./response-mark-style.ts";
import { buildCurlCommand } from "./curl.ts";
import { formatJson } from "./json-view.ts";
import { exchangeText as t } from "./text.ts";
import { UsedFieldsList } from "./UsedFields.tsx";

interface AttemptExchangeProps {
  id: string;
  labelledBy: string;
  attempt: Attempt;
}

/** Shows the request and response of one attempt. External content is rendered as text only. */
export function AttemptExchange({ id, labelledBy, attempt }: AttemptExchangeProps) {
  const { request, reply } = attempt;
  return (
    <div className="wire" id={id} role="tabpanel" aria-labelledby={labelledBy}>
      {attempt.used !== null && (
        <p className="usedlines">
          <UsedFieldsList used={attempt.used} />
        </p>
      )}
      <Exchange
        request={request}
        reply={reply}
        status={attempt.status}
        missingRequestText={t("try.gone")}
        noAnswerDetail={
          <p className="soft t13">
            {attempt.outcome}
            {attempt.error !== null && ` · ${attempt.error.message}`}
          </p>
        }
        after={<AnswerTag attempt={attempt} />}
      />
    </div>
  );
}

/** Shows the status, and marks a response that Parlour could not use. */
function AnswerTag({ attempt: { outcome, status, error } }: { attempt: Attempt }) {
  const mark = getDeliveryMark(outcome, error?.code ?? null);
  return (
    <>
      <Tag tone={mark === "failed" ? "bad" : "ok"}>{status}</Tag>
      {mark === "not_usable" && (
        <Tag tone="warn" icon={responseMarkStyle.not_usable.icon}>
          {t("state.not_usable")}
        </Tag>
      )}
    </>
  );
}

interface ExchangeProps extends Pick<Attempt, "request" | "reply" | "status"> {
  /** Text shown instead of a missing request. */
  missingRequestText: string;
  /** Content below "no answer". */
  noAnswerDetail?: ReactNode;
  /** Content next to the heading of the response. */
  after?: ReactNode;
}

/** Shows a request and its response. */
export function Exchange({
  request,
  reply,
  status,
  missingRequestText,
  noAnswerDetail,
  after = null,
}: ExchangeProps) {
  return (
    <>
      {request === null ? (
        <section>
          <p className="soft t13">{missingRequestText}</p>
        </section>
      ) : (
        <ExchangePart
          title={t("wire.request")}
          firstLine={`POST ${request.url}`}
          headers={request.headers}
          body={request.body}
          after={
            <CopyButton
              small
              variant="quiet"
              text={buildCurlCommand(request)}
              label={t("wire.curl")}
            />
          }
        />
      )}
      {reply === null ? (
        <section>
          <h2>
            {t("wire.response")} <Tag tone="bad">{t("wire.noanswer")}</Tag>
          </h2>
          {noAnswerDetail}
        </section>
      ) : (
        <ExchangePart
          title={t("wire.response")}
          firstLine={String(status ?? "")}
          headers={reply.headers}
          body={reply.body}
          after={after}
        />
      )}
    </>
  );
}

type PartView = "pretty" | "raw" | "headers";
type HeaderMap = Readonly<Record<string, string>>;

interface ExchangePartProps {
  title: string;
  firstLine: string;
  headers: HeaderMap;
  body: string;
  after: ReactNode;
}

/** Shows a request or a response: formatted JSON, raw body, headers. */
export function ExchangePart({ title, firstLine, headers, body, after }: ExchangePartProps) {
  const id = useId();
  const [view, setView] = useState<PartView>("pretty");
  const names = Object.keys(headers);
  const views: { view: PartView; label: string }[] = [
    { view: "pretty", label: t("wire.pretty") },
    { view: "raw", label: t("wire.raw") },
    { view: "headers", label: t("wire.headers", { n: names.length }) },
  ];
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} {after}
        <fieldset className="tabs" aria-label={t("wire.body")}>
          {views.map((item) => (
            <button
              key={item.view}
              type="button"
              aria-pressed={item.view === view}
              onClick={() => setView(item.view)}
            >
              {item.label}
            </button>
          ))}
        </fieldset>
      </h2>
      {/* The element scrolls, so it must be reachable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0} aria-label={title}>
        {view === "headers" && formatHeaders(names, headers).join("\n")}
        {view === "raw" && (body === "" ? <EmptyBody /> : body)}
        {view === "pretty" && (
          <>
            {firstLine}
            {"\n"}
            <KeyHeaders headers={headers} />
            {"\n"}
            <PrettyBody body={body} />
          </>
        )}
      </pre>
    </section>
  );
}

const formatHeaders = (names: readonly string[], headers: HeaderMap): string[] =>
  names.map((name) => `${name}: ${headers[name] ?? ""}`);

/** Shows the headers that are most often needed. */
function KeyHeaders({ headers }: { headers: HeaderMap }) {
  const names = Object.keys(headers).filter((name) =>
    ["content-type", "webhook-id", "retry-after"].includes(name),
  );
  if (names.length === 0) return null;
  return (
    <span className="d">
      {formatHeaders(names, headers).join(" · ")}
      {"\n"}
    </span>
  );
}

function EmptyBody() {
  return <span className="d">{t("wire.empty")}</span>;
}

function PrettyBody({ body }: { body: string }) {
  if (body === "") return <EmptyBody />;
  const tokens = formatJson(body);
  if (tokens === null) return <>{body}</>;
  return (
    <>
      {tokens.map((token, index) =>
        token.kind === "plain" ? (
          token.text
        ) : (
          <span key={index} className={token.kind === "key" ? "k" : "s"}>
            {token.text}
          </span>
        ),
      )}
    </>
  );
}
