import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { usePublicUrl } from "../../../state/session.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { TextArea, TextField } from "../../../ui/Field.tsx";
import { buildCurlCommand } from "../../../ui/exchange/curl.ts";
import { ExchangePart } from "../../../ui/exchange/RawExchange.tsx";
import { describeType, type Operation } from "./document.ts";
import {
  buildRequest,
  getMissingScope,
  listMissing,
  sendRequest,
  type BuiltRequest,
  type ReceivedResponse,
  type RequestInput,
} from "./request.ts";
import { t } from "./text.ts";

interface TryOperationProps {
  readonly operation: Operation;
  readonly apiKey: string;
  readonly onApiKey: (key: string) => void;
}

/** A form that sends an operation with an API key, and shows the response (API-398). */
export function TryOperation({ operation, apiKey, onApiKey }: TryOperationProps) {
  const { scope, body, method } = operation;
  const isForm = body !== null && body.type !== "application/json";
  return (
    <section className="try" aria-labelledby="try">
      <h2 id="try">{t("reference.try")}</h2>
      {scope === null || isForm ? (
        <p>{t(scope === null ? "reference.try.session" : "reference.try.form")}</p>
      ) : (
        <>
          <p className="hint">{t("reference.try.text")}</p>
          {method !== "GET" && <Banner tone="warn">{t("reference.try.writes")}</Banner>}
          <RequestForm operation={operation} apiKey={apiKey} onApiKey={onApiKey} />
        </>
      )}
    </section>
  );
}

interface KeyFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (key: string) => void;
}
/** A hidden text, because browsers offer to store passwords. */
function KeyField({ value, error, onValue }: KeyFieldProps) {
  return (
    <TextField
      label={t("reference.key")}
      hint={t("reference.key.hint")}
      error={error}
      name="api-key"
      autoComplete="off"
      spellCheck={false}
      mono
      value={value}
      onChange={(event) => onValue(event.target.value.trim())}
      after={
        <p className="line">
          <Link to="/settings/$" params={{ _splat: "keys" }}>
            {t("reference.key.create")}
          </Link>
          {value !== "" && (
            <Button small variant="quiet" onClick={() => onValue("")}>
              {t("reference.key.forget")}
            </Button>
          )}
        </p>
      }
    />
  );
}

function RequestForm({ operation, apiKey, onApiKey }: TryOperationProps) {
  const { body, scope } = operation;
  const publicUrl = usePublicUrl();
  const [input, setInput] = useState<RequestInput>({
    parameters: {},
    body: body?.example === undefined ? "" : JSON.stringify(body.example, null, 2),
  });
  const [missing, setMissing] = useState<readonly string[]>([]);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const call = useMutation({
    mutationFn: (request: BuiltRequest) => {
      controller.current = new AbortController();
      const key = scope === undefined ? "" : apiKey;
      return sendRequest(request, key, controller.current.signal);
    },
  });
  const request = buildRequest(operation, input, location.origin);
  const send = () => {
    const empty = listMissing(operation, input);
    const all = scope !== undefined && apiKey === "" ? ["key", ...empty] : empty;
    setMissing(all);
    if (all.length === 0) call.mutate(request);
  };
  return (
    <form
      className="request"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {scope !== undefined && (
        <KeyField
          value={apiKey}
          error={missing.includes("key") ? t("reference.fill") : undefined}
          onValue={onApiKey}
        />
      )}
      <InputFields operation={operation} input={input} missing={missing} onInput={setInput} />
      <p className="line">
        <Button type="submit" variant="primary" unavailable={call.isPending}>
          {t("reference.send")}
        </Button>
        {call.isPending && (
          <Button variant="quiet" onClick={() => controller.current?.abort()}>
            {t("reference.cancel")}
          </Button>
        )}
        <CopyButton
          small
          variant="quiet"
          label={t("reference.curl")}
          text={toCurl(buildRequest(operation, input, publicUrl), scope)}
        />
      </p>
      <div aria-live="polite">
        {call.isError && <Banner tone="bad">{t("reference.failed")}</Banner>}
        {call.isSuccess && <ResponseView response={call.data} />}
      </div>
    </form>
  );
}

interface InputFieldsProps {
  readonly operation: Operation;
  readonly input: RequestInput;
  /** Names of the fields with a problem. */
  readonly missing: readonly string[];
  readonly onInput: (input: RequestInput) => void;
}
/** A field for each parameter, and one for the body. */
function InputFields({ operation, input, missing, onInput }: InputFieldsProps) {
  const { parameters, body } = operation;
  const errorOf = (name: string, text: string) => (missing.includes(name) ? text : undefined);
  return (
    <>
      {parameters.map((parameter) => (
        <TextField
          key={`${parameter.in} ${parameter.name}`}
          label={<ParameterLabel name={parameter.name} parameterIn={parameter.in} isRequired={parameter.required === true} />}
          placeholder={
            parameter.schema.default === undefined ? describeType(parameter.schema) : JSON.stringify(parameter.schema.default)
          }
          mono
          autoComplete="off"
          value={input.parameters[parameter.name] ?? ""}
          error={errorOf(parameter.name, t("reference.fill"))}
          onChange={(event) =>
            onInput({ ...input, parameters: { ...input.parameters, [parameter.name]: event.target.value } })
          }
        />
      ))}
      {body !== null && (
        <TextArea
          label={t("reference.body")}
          rows={Math.min(16, input.body.split("\n").length + 1)}
          spellCheck={false}
          value={input.body}
          error={errorOf("body", t("reference.json"))}
          onChange={(event) => onInput({ ...input, body: event.target.value })}
        />
      )}
    </>
  );
}

function ParameterLabel({
  name,
  parameterIn,
  isRequired,
}: {
  name: string;
  parameterIn: string;
  isRequired: boolean;
}) {
  const places = { path: "reference.place.path", query: "reference.place.query" } as const;
  return (
    <>
      <code lang="en">{name}</code>{" "}
      <span className="faint">
        {t(places[parameterIn as "path" | "query"] ?? "reference.place.header")},{" "}
        {t(isRequired ? "reference.required" : "reference.optional")}
      </span>
    </>
  );
}

/** Returns the request as a curl command, with a placeholder instead of the key. */
function toCurl({ method, url, headers, body }: BuiltRequest, scope: Operation["scope"]): string {
  const authorization = scope === undefined ? {} : { Authorization: "Bearer <API key>" };
  const command = { method, url, headers: { ...headers, ...authorization }, body: body ?? "" };
  return buildCurlCommand(command);
}

/** Maximum number of characters of a response on the page. */
const maxShownLength = 100_000;

function ResponseView({ response }: { response: ReceivedResponse }) {
  const { status, headers, body, bytes, durationMs } = response;
  const scope = getMissingScope(response);
  return (
    <div className="answer">
      {scope !== null && (
        <Banner
          tone="bad"
          action={
            <Link to="/settings/$" params={{ _splat: "keys" }}>
              {t("reference.key.create")}
            </Link>
          }
        >
          {t("reference.lacks", { scope })}
        </Banner>
      )}
      <ExchangePart
        title={t("reference.response")}
        firstLine={String(status)}
        headers={headers}
        body={body.slice(0, maxShownLength)}
        after={<span className="faint t12">{t("reference.took", { ms: durationMs, bytes })}</span>}
      />
      {body.length > maxShownLength && (
        <p className="hint">{t("reference.cut", { n: maxShownLength })}</p>
      )}
      {body === "" && bytes > 0 && <p className="hint">{t("reference.binary")}</p>}
    </div>
  );
}
