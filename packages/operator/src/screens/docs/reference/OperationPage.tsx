import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Tag } from "../../../ui/badges.tsx";
import {
  describeLimits,
  describeNamedValues,
  describeType,
  type ApiDocument,
  type Body,
  type Operation,
} from "./document.ts";
import { InlineText } from "./InlineText.tsx";
import { SchemaFields } from "./SchemaFields.tsx";
import { t } from "./text.ts";
import { TryOperation } from "./TryOperation.tsx";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";

interface OperationPageProps {
  readonly apiDocument: ApiDocument;
  readonly operation: Operation;
  readonly apiKey: string;
  readonly onApiKey: (key: string) => void;
}

/** Shows an operation: its address, scope, parameters, bodies and a form that sends it. */
export function OperationPage({ apiDocument, operation, apiKey, onApiKey }: OperationPageProps) {
  const { id, method, path, summary, description, body, responses } = operation;
  const heading = useRef<HTMLHeadingElement>(null);
  // Narrow screens hide the list with the link that was followed.
  useEffect(() => {
    if (document.activeElement?.checkVisibility() !== true) heading.current?.focus();
  }, []);
  return (
    <>
      <BackLink />
      <h1 lang="en" ref={heading} tabIndex={-1}>
        {id}
      </h1>
      <p lang="en">{summary}.</p>
      <p className="address">
        <span className="method" data-method={method}>
          {method}
        </span>{" "}
        <code>{path}</code> <CopyButton small variant="quiet" text={path} />
      </p>
      <p>
        <ScopeTag scope={operation.scope} />
      </p>
      {operation.isFresh && <p className="hint">{t("reference.fresh")}</p>}
      {description !== "" && (
        <p className="description" lang="en">
          <InlineText text={description} />
        </p>
      )}
      <ParameterTable apiDocument={apiDocument} operation={operation} />
      {body !== null && (
        <section>
          <h2>{t("reference.body")}</h2>
          <BodyView apiDocument={apiDocument} body={body} />
        </section>
      )}
      <TryOperation key={id} operation={operation} apiKey={apiKey} onApiKey={onApiKey} />
      <section>
        <h2>{t("reference.responses")}</h2>
        {responses.map(({ status, description, bodies }) => (
          <Disclosure key={status} className="response" open={status.startsWith("2")} title={<>
              <b>{status}</b> <span lang="en">
              <InlineText text={firstSentence(description)} /></span>
            </>}>
            {description !== firstSentence(description) && <p lang="en"><InlineText text={description} /></p>}
            {bodies.map((one) => (
              <BodyView key={one.type} apiDocument={apiDocument} body={one} />
            ))}
          </Disclosure>
        ))}
      </section>
    </>
  );
}

/** Link to the list, which narrow screens hide beside an operation. */
export function BackLink() {
  return (
    <p className="back">
      <Link to="/docs/$" params={{ _splat: "reference" }}>
        {t("reference.all")}
      </Link>
    </p>
  );
}

const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;

function ScopeTag({ scope }: { scope: Operation["scope"] }) {
  if (scope === undefined) return <Tag>{t("reference.public")}</Tag>;
  if (scope === null) return <Tag tone="warn">{t("reference.session")}</Tag>;
  return <Tag tone="info">{t("reference.scope", { scope })}</Tag>;
}

interface ParameterTableProps {
  readonly apiDocument: ApiDocument;
  readonly operation: Operation;
}
function ParameterTable({ apiDocument, operation: { parameters } }: ParameterTableProps) {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>{t("reference.parameters")}</h2>
      <ul className="fields" lang="en">
        {parameters.map((parameter) => (
          <li key={`${parameter.in} ${parameter.name}`}>
            <code>{parameter.name}</code>{" "}
            <span className="type">{describeType(parameter.schema)}</span>{" "}
            <span className="faint">
              {[
                parameter.in,
                ...describeLimits(parameter.schema),
                ...describeNamedValues(apiDocument, parameter.schema),
              ].join(" · ")}
            </span>{" "}
            {parameter.required === true && <Tag>{t("reference.required")}</Tag>}
            {parameter.description !== undefined && <p><InlineText text={parameter.description} /></p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the type of a body, its example and its fields. */
function BodyView({ apiDocument, body }: { apiDocument: ApiDocument; body: Body }) {
  const { type, schema, example } = body;
  return (
    <>
      <p className="faint t12" lang="en">
        {type} · {describeType(schema)}
      </p>
      {example !== undefined && (
        <div className="codebox">
          <CopyButton small variant="quiet" text={formatExample(example)} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="code" tabIndex={0} aria-label={t("reference.example")}>
            {formatExample(example)}
          </pre>
        </div>
      )}
      <SchemaFields apiDocument={apiDocument} schema={schema} />
    </>
  );
}

const formatExample = (example: unknown): string => JSON.stringify(example, null, 2);
