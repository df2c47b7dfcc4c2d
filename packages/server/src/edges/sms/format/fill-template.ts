import type { Gateway, Template } from "../gateways/gateway.ts";

/** Values of the placeholders, by name. */
export type TemplateValues = Readonly<Record<string, string>>;

export interface FilledRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const placeholder = /\{(\w+)\}/g;

/** Fills the placeholders. Unknown ones stay as they are. */
const fillText = (text: string, values: TemplateValues, encode = (value: string) => value) =>
  text.replaceAll(placeholder, (part, name: string) =>
    Object.hasOwn(values, name) ? encode(values[name] ?? "") : part,
  );

function fill(template: Template, values: TemplateValues): Template {
  if (typeof template === "string") return fillText(template, values);
  if (Array.isArray(template)) return template.map((one: Template) => fill(one, values));
  return Object.fromEntries(
    Object.entries(template).map(([name, one]) => [name, fill(one as Template, values)]),
  );
}

/** Builds the request that sends a message (SMS-020). A value in the URL is percent-encoded. */
export function fillRequest({ send }: Gateway, values: TemplateValues): FilledRequest {
  const { address = "", ...others } = values;
  const url = fillText(
    send.url.replaceAll("{address}", () => address),
    others,
    encodeURIComponent,
  );
  const headers = Object.fromEntries(
    Object.entries(send.headers).map(([name, value]) => [
      name.toLowerCase(),
      fillText(value, values).replaceAll(/[\r\n]/g, " "),
    ]),
  );
  const fields = fill(send.fields, values) as Readonly<Record<string, Template>>;
  if (send.as === "json")
    return {
      method: send.method,
      url,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(fields),
    };
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) form.set(name, toFieldText(value));
  if (send.as === "query")
    return {
      method: send.method,
      url: `${url}${url.includes("?") ? "&" : "?"}${form.toString()}`,
      headers,
      body: "",
    };
  return {
    method: send.method,
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: form.toString(),
  };
}

const toFieldText = (value: Template): string =>
  typeof value === "string" ? value : JSON.stringify(value);
