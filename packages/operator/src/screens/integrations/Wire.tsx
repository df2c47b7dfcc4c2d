import type { Attempt } from "@parlour/protocol";
import { markOf } from "@parlour/protocol/answer-mark";
import { useId, useState, type ReactNode } from "react";
import { CopyButton } from "../../ui/Copy.tsx";
import { Tag } from "../../ui/marks.tsx";
import { answerLook } from "./answer-look.ts";
import { curlOf } from "./curl.ts";
import { prettyJson } from "./json-view.ts";
import { t } from "./text.ts";
import { UsedLines } from "./Used.tsx";

/**
 * Shows request and response of one attempt as JSON, raw bytes and headers. External content is
 * rendered as text only.
 */
export function Wire({ id, labelledBy, attempt }: { id: string; labelledBy: string; attempt: Attempt }) {
  const { request, reply } = attempt;
  return (
    <div className="wire" id={id} role="tabpanel" aria-labelledby={labelledBy}>
      {attempt.used !== null && (
        <p className="usedlines">
          <UsedLines used={attempt.used} />
        </p>
      )}
      <Exchange
        request={request}
        reply={reply}
        status={attempt.status}
        unsent={t("try.gone")}
        silence={
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

/** Shows the status. Marks a response that Parlour could not use. */
function AnswerTag({ attempt: { outcome, status, error } }: { attempt: Attempt }) {
  const mark = markOf(outcome, error?.code ?? null);
  return (
    <>
      <Tag tone={mark === "failed" ? "bad" : "ok"}>{status}</Tag>
      {mark === "not_usable" && (
        <Tag tone="warn" icon={answerLook.not_usable.icon}>
          {t("state.not_usable")}
        </Tag>
      )}
    </>
  );
}

interface ExchangeProps extends Pick<Attempt, "request" | "reply" | "status"> {
  /** Shown instead of a missing request. */
  unsent: string;
  /** Shown below "no answer". */
  silence?: ReactNode;
  /** Shown beside the heading of the response. */
  after?: ReactNode;
}

/** Shows a request and its response. */
export function Exchange({ request, reply, status, unsent, silence, after = null }: ExchangeProps) {
  return (
    <>
      {request === null ? (
        <section>
          <p className="soft t13">{unsent}</p>
        </section>
      ) : (
        <Side
          title={t("wire.request")}
          first={`POST ${request.url}`}
          headers={request.headers}
          body={request.body}
          after={<CopyButton small variant="quiet" text={curlOf(request)} label={t("wire.curl")} />}
        />
      )}
      {reply === null ? (
        <section>
          <h2>
            {t("wire.response")} <Tag tone="bad">{t("wire.noanswer")}</Tag>
          </h2>
          {silence}
        </section>
      ) : (
        <Side title={t("wire.response")} first={String(status ?? "")} headers={reply.headers} body={reply.body} after={after} />
      )}
    </>
  );
}

type View = "pretty" | "raw" | "headers";
type HeaderMap = Readonly<Record<string, string>>;

/** Shows a request or a response: formatted JSON, raw body, headers. */
export function Side({
  title,
  first,
  headers,
  body,
  after,
}: {
  title: string;
  first: string;
  headers: HeaderMap;
  body: string;
  after: ReactNode;
}) {
  const id = useId();
  const [view, setView] = useState<View>("pretty");
  const names = Object.keys(headers);
  const views: { view: View; label: string }[] = [
    { view: "pretty", label: t("wire.pretty") },
    { view: "raw", label: t("wire.raw") },
    { view: "headers", label: t("wire.headers", { n: names.length }) },
  ];
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} {after}
        <fieldset className="tabs" aria-label={t("wire.body")}>
          {views.map((one) => (
            <button key={one.view} type="button" aria-pressed={one.view === view} onClick={() => setView(one.view)}>
              {one.label}
            </button>
          ))}
        </fieldset>
      </h2>
      {/* The element scrolls, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" tabIndex={0} aria-label={title}>
        {view === "headers" && linesOf(names, headers).join("\n")}
        {view === "raw" && (body === "" ? <Nothing /> : body)}
        {view === "pretty" && (
          <>
            {first}
            {"\n"}
            <Brief headers={headers} />
            {"\n"}
            <Pretty body={body} />
          </>
        )}
      </pre>
    </section>
  );
}

const linesOf = (names: readonly string[], headers: HeaderMap): string[] => names.map((name) => `${name}: ${headers[name] ?? ""}`);

/** Shows the headers that are most often needed. */
function Brief({ headers }: { headers: HeaderMap }) {
  const names = Object.keys(headers).filter((name) => ["content-type", "webhook-id", "retry-after"].includes(name));
  if (names.length === 0) return null;
  return (
    <span className="d">
      {linesOf(names, headers).join(" · ")}
      {"\n"}
    </span>
  );
}

function Nothing() {
  return <span className="d">{t("wire.empty")}</span>;
}

function Pretty({ body }: { body: string }) {
  if (body === "") return <Nothing />;
  const pieces = prettyJson(body);
  if (pieces === null) return <>{body}</>;
  return (
    <>
      {pieces.map((piece, index) =>
        piece.kind === "plain" ? (
          piece.text
        ) : (
          <span key={index} className={piece.kind === "key" ? "k" : "s"}>
            {piece.text}
          </span>
        ),
      )}
    </>
  );
}
