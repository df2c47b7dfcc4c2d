/**
 * Runs operations of a declarative node as n8n does. n8n itself is not installed, because its
 * licence is not one of ours. Expressions are JavaScript between `{{` and `}}`.
 */
interface Property {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
  readonly required?: boolean;
  readonly displayOptions?: { readonly show: Readonly<Record<string, readonly unknown[]>> };
  readonly options?: readonly (Property & { readonly value?: unknown })[];
  readonly routing?: Routing;
}
interface Routing {
  readonly request?: { readonly method?: string; readonly url?: string; readonly body?: unknown };
  readonly send?: {
    readonly type?: "body" | "query";
    readonly property?: string;
    readonly value?: unknown;
    readonly paginate?: unknown;
  };
  readonly operations?: {
    readonly pagination: {
      readonly properties: {
        readonly continue: string;
        readonly request: { readonly qs: Readonly<Record<string, string>> };
      };
    };
  };
  readonly output?: {
    readonly postReceive: readonly { readonly properties: { readonly property: string } }[];
  };
}
export interface NodeDescription {
  readonly requestDefaults: { readonly baseURL: string };
  readonly properties: readonly Property[];
}
interface Credentials {
  readonly values: Readonly<Record<string, unknown>>;
  /** Headers of `authenticate`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The request of an operation, as its routing describes it. */
interface RoutedRequest {
  method: string;
  url: string;
  qs: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  isPaged: boolean;
  pagination?: NonNullable<Routing["operations"]>["pagination"];
  rootProperty?: string;
}

/** Runs an operation. Returns the items of its answer. Throws if the answer is an error. */
export async function runOperation(
  node: NodeDescription,
  credentials: Credentials,
  parameters: Readonly<Record<string, unknown>>,
): Promise<readonly unknown[]> {
  const scope = { $parameter: parameters, $credentials: credentials.values };
  const request = buildRequest(node.properties, parameters);
  const items: unknown[] = [];
  let response: { body?: unknown } = {};
  let hasNext = false;
  do {
    const pages = request.isPaged ? request.pagination : undefined;
    const evaluate = (text: unknown) =>
      resolveExpression(text, { ...scope, $request: request, $response: response });
    const qs = pages
      ? mapValues(pages.properties.request.qs, (text) => evaluate(text))
      : request.qs;
    const url = new URL(
      `${String(evaluate(node.requestDefaults.baseURL))}${String(evaluate(request.url))}`,
    );
    for (const [name, value] of Object.entries(qs))
      if (value !== undefined)
        url.searchParams.set(name, String(value as string | number | boolean));
    response = { body: await send(url, request, credentials, evaluate) };
    const { rootProperty } = request;
    const content =
      rootProperty === undefined
        ? response.body
        : (response.body as Record<string, unknown>)[rootProperty];
    items.push(...(Array.isArray(content) ? content : [content]));
    hasNext =
      pages !== undefined &&
      resolveExpression(pages.properties.continue, { $response: response }) === true;
  } while (hasNext);
  return items;
}

async function send(
  url: URL,
  { method, body }: RoutedRequest,
  { headers }: Credentials,
  evaluate: (text: unknown) => unknown,
): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(mapValues(headers, (text) => evaluate(text)) as Record<string, string>),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url.pathname}: ${answer.status} ${text}`);
  return text === "" ? {} : (JSON.parse(text) as unknown);
}

function buildRequest(
  properties: readonly Property[],
  parameters: Readonly<Record<string, unknown>>,
): RoutedRequest {
  const request: RoutedRequest = {
    method: "GET",
    url: "",
    qs: {},
    body: undefined,
    isPaged: false,
  };
  for (const property of properties) {
    if (!isShown(property, parameters)) continue;
    const value = parameters[property.name] ?? property.default;
    if (property.required === true && (value === undefined || value === ""))
      throw new Error(`the input ${property.name} is required`);
    if (property.type === "options")
      applyRouting(request, property.options?.find((one) => one.value === value)?.routing, value);
    if (property.type === "collection")
      for (const [name, entry] of Object.entries(value as object))
        applyRouting(request, findOption(property, name).routing, entry);
    applyRouting(request, property.routing, value);
  }
  return request;
}

function findOption({ name, options = [] }: Property, key: string): Property {
  const option = options.find((one) => one.name === key);
  if (option === undefined) throw new Error(`${name} has no ${key}`);
  return option;
}

const isShown = ({ displayOptions }: Property, parameters: Readonly<Record<string, unknown>>) =>
  Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
    values.includes(parameters[name]),
  );

function applyRouting(request: RoutedRequest, routing: Routing | undefined, $value: unknown): void {
  if (routing === undefined) return;
  const { request: fixed, send: sent, operations, output } = routing;
  request.method = fixed?.method ?? request.method;
  request.url = fixed?.url ?? request.url;
  if (fixed?.body !== undefined)
    request.body = resolveExpression(fixed.body, { $value }) as Record<string, unknown>;
  if (sent?.property !== undefined) {
    const value = sent.value === undefined ? $value : resolveExpression(sent.value, { $value });
    if (sent.type === "query") request.qs[sent.property] = value;
    else request.body = { ...request.body, [sent.property]: value };
  }
  if (sent?.paginate !== undefined)
    request.isPaged = resolveExpression(sent.paginate, { $value }) === true;
  if (operations !== undefined) request.pagination = operations.pagination;
  const [received] = output?.postReceive ?? [];
  if (received !== undefined) request.rootProperty = received.properties.property;
}

/** Returns the value of a text that begins with `=`. A single expression can be of any type. */
function resolveExpression(text: unknown, scope: Readonly<Record<string, unknown>>): unknown {
  if (typeof text !== "string" || !text.startsWith("=")) return text;
  const evaluate = (code: string): unknown =>
    // oxlint-disable-next-line typescript/no-implied-eval -- n8n evaluates the texts of a node.
    (new Function(...Object.keys(scope), `return (${code})`) as (...all: unknown[]) => unknown)(
      ...Object.values(scope),
    );
  const [, single] = /^=\{\{((?:(?!\}\}).)*)\}\}$/.exec(text) ?? [];
  if (single !== undefined) return evaluate(single);
  return text.slice(1).replaceAll(/\{\{(.*?)\}\}/g, (_all, code: string) => String(evaluate(code)));
}

const mapValues = <In, Out>(
  values: Readonly<Record<string, In>>,
  convert: (value: In) => Out,
): Record<string, Out> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]));
