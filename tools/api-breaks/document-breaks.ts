import { createSchemaComparison, type Schema, type SchemaComparison } from "./schema-breaks.ts";

/** The part of an OpenAPI, AsyncAPI or JSON Schema document that is compared. */
export interface ComparedDocument {
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly channels?: Readonly<Record<string, Channel>>;
  readonly operations?: Readonly<Record<string, MessageOperation>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}
type PathItem = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId?: string;
  readonly "x-fresh"?: boolean;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Content;
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Channel {
  readonly address: string;
  readonly messages: Readonly<Record<string, { readonly payload: Schema }>>;
}
interface MessageOperation {
  readonly action: string;
  readonly channel: { readonly $ref: string };
  readonly messages: readonly { readonly $ref: string }[];
}

/**
 * Returns a text for each change from `before` to `after` that breaks clients (API-394). Both are
 * versions of one document.
 */
export function findBreaks(before: ComparedDocument, after: ComparedDocument): readonly string[] {
  if (before.openapi === undefined && before.asyncapi === undefined)
    return createSchemaComparison({}, {}).compare(before as Schema, after as Schema, {
      direction: "request",
      place: "file",
    });
  const comparison = createSchemaComparison(
    before.components?.schemas ?? {},
    after.components?.schemas ?? {},
  );
  return [
    ...compareSecuritySchemes(before, after),
    ...compareOperations("paths", before, after, comparison),
    ...compareOperations("webhooks", before, after, comparison),
    ...compareMessages(before, after, comparison),
  ];
}

function compareSecuritySchemes(before: ComparedDocument, after: ComparedDocument): string[] {
  return Object.entries(before.components?.securitySchemes ?? {}).flatMap(([name, scheme]) => {
    const current = after.components?.securitySchemes?.[name];
    if (current === undefined) return [`The security scheme ${name} was removed`];
    return JSON.stringify(current) === JSON.stringify(scheme)
      ? []
      : [`The security scheme ${name} has changed`];
  });
}

/** An operation of both versions. `toParlour`: the client sends the request. */
interface Pair {
  readonly place: string;
  readonly before: Operation;
  readonly after: Operation;
  readonly toParlour: boolean;
}

/** Compares the requests of clients (`paths`), or those that Parlour sends (`webhooks`). */
function compareOperations(
  part: "paths" | "webhooks",
  before: ComparedDocument,
  after: ComparedDocument,
  comparison: SchemaComparison,
): string[] {
  const toParlour = part === "paths";
  const current = listOperations(after[part] ?? {}, after);
  return [...listOperations(before[part] ?? {}, before)].flatMap(([place, old]) => {
    const operation = current.get(place);
    if (operation === undefined)
      return [`${place} ${toParlour ? "was removed" : "is no longer sent"}`];
    const pair = { place, before: old, after: operation, toParlour };
    return [
      ...compareIdentity(pair),
      ...compareParameters(pair, comparison),
      ...compareBody(pair, comparison),
      ...compareResponses(pair, comparison),
    ];
  });
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Returns the operations by method and path, with shared parameters and responses resolved. */
function listOperations(
  paths: Readonly<Record<string, PathItem>>,
  { components }: ComparedDocument,
): ReadonlyMap<string, Operation> {
  const resolve = (response: Response): Response =>
    response.$ref === undefined
      ? response
      : (components?.responses?.[response.$ref.split("/").at(-1) ?? ""] ?? {});
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      if (operation === undefined) return [];
      const shared = (item["parameters"] ?? []) as readonly Parameter[];
      const responses = Object.entries(operation.responses).map(
        ([status, response]) => [status, resolve(response)] as const,
      );
      const resolved = {
        ...operation,
        parameters: [...shared, ...(operation.parameters ?? [])],
        responses: Object.fromEntries(responses),
      };
      return [[`${method.toUpperCase()} ${path}`, resolved] as const];
    }),
  );
  return new Map(entries);
}

/** Compares the name of an operation and what its clients need in order to call it. */
function compareIdentity({ place, before, after }: Pair): string[] {
  const breaks: string[] = [];
  if (before.operationId !== after.operationId)
    breaks.push(`${place} is no longer named ${before.operationId ?? ""}`);
  const ways = listWays(after);
  if (listWays(before).length === 0 && ways.length > 0)
    breaks.push(`${place} now needs authentication`);
  for (const way of listWays(before))
    if (ways.length > 0 && !ways.includes(way)) breaks.push(`${place} no longer accepts ${way}`);
  if (after["x-fresh"] === true && before["x-fresh"] !== true)
    breaks.push(`${place} now needs re-authentication`);
  return breaks;
}
/** Returns the ways to authenticate, such as `key chats.read`. */
const listWays = ({ security = [] }: Operation): readonly string[] =>
  security.flatMap((way) =>
    Object.entries(way).map(([scheme, scopes]) => [scheme, ...scopes].join(" ")),
  );

function compareParameters(pair: Pair, comparison: SchemaComparison): string[] {
  const { place, before, after, toParlour } = pair;
  const find = (parameters: readonly Parameter[] = [], wanted: Parameter) =>
    parameters.find((one) => one.name === wanted.name && one.in === wanted.in);
  const direction = toParlour ? "request" : "response";
  const known = (before.parameters ?? []).flatMap((parameter) => {
    const current = find(after.parameters, parameter);
    const path = `${place} ${parameter.in} ${parameter.name}`;
    if (current === undefined) return [`${path} was removed`];
    const breaks = [
      ...comparison.compare(parameter.schema, current.schema, { direction, place: path }),
    ];
    if (toParlour && current.required === true && parameter.required !== true)
      breaks.push(`${path} is now required`);
    if (!toParlour && current.required !== true && parameter.required === true)
      breaks.push(`${path} may now be missing`);
    return breaks;
  });
  const added = (after.parameters ?? []).filter(
    (parameter) =>
      toParlour && parameter.required === true && find(before.parameters, parameter) === undefined,
  );
  return [...known, ...added.map((one) => `${place} ${one.in} ${one.name} is new and required`)];
}

function compareBody(pair: Pair, comparison: SchemaComparison): string[] {
  const { place, before, after, toParlour } = pair;
  const [old, current] = [before.requestBody, after.requestBody];
  const isNowRequired = toParlour && current?.required === true && old?.required !== true;
  return [
    ...(isNowRequired ? [`${place} body is now required`] : []),
    ...compareContents(old?.content, current?.content, `${place} body`, {
      comparison,
      direction: toParlour ? "request" : "response",
    }),
  ];
}

/** Compares the responses. Clients may meet another error status, but no other success. */
function compareResponses(pair: Pair, comparison: SchemaComparison): string[] {
  const { place, before, after, toParlour } = pair;
  const isSuccess = (status: string): boolean => status.startsWith("2");
  const direction = toParlour ? "response" : "request";
  const known = Object.entries(before.responses).flatMap(([status, response]) => {
    const current = after.responses[status];
    if (current === undefined)
      return isSuccess(status) || !toParlour ? [`${place} ${status} was removed`] : [];
    const path = `${place} ${status}`;
    return compareContents(response.content, current.content, path, { comparison, direction });
  });
  const added = Object.keys(after.responses).filter(
    (status) => toParlour && isSuccess(status) && before.responses[status] === undefined,
  );
  return [...known, ...added.map((status) => `${place} may now answer ${status}`)];
}

/** Compares bodies by media type. */
function compareContents(
  before: Content = {},
  after: Content = {},
  place: string,
  {
    comparison,
    direction,
  }: {
    readonly comparison: SchemaComparison;
    readonly direction: "request" | "response";
  },
): string[] {
  return Object.entries(before).flatMap(([type, { schema = {} }]) => {
    const current = after[type];
    if (current === undefined) return [`${place} is no longer ${type}`];
    return [...comparison.compare(schema, current.schema ?? {}, { direction, place })];
  });
}

/** Compares the messages of AsyncAPI operations. */
function compareMessages(
  before: ComparedDocument,
  after: ComparedDocument,
  comparison: SchemaComparison,
): string[] {
  return Object.entries(before.operations ?? {}).flatMap(
    ([name, { action, channel, messages }]) => {
      const current = after.operations?.[name];
      if (current === undefined) return [`The operation ${name} was removed`];
      const direction = action === "receive" ? "request" : "response";
      const [old, now] = [findChannel(before, channel), findChannel(after, current.channel)];
      const sent = new Set(current.messages.map(({ $ref }) => $ref));
      const moved = old.address === now.address ? [] : [`${name} has another address`];
      return messages.reduce<string[]>((breaks, { $ref }) => {
        const message = $ref.split("/").at(-1) ?? "";
        const [payload, payloadNow] = [old.messages[message], now.messages[message]];
        if (!sent.has($ref) || payload === undefined || payloadNow === undefined)
          return [...breaks, `${name} ${message} was removed`];
        const place = `${name} ${message}`;
        return [
          ...breaks,
          ...comparison.compare(payload.payload, payloadNow.payload, { direction, place }),
        ];
      }, moved);
    },
  );
}

function findChannel(
  { channels = {} }: ComparedDocument,
  { $ref }: { readonly $ref: string },
): Channel {
  const channel = channels[$ref.split("/").at(-1) ?? ""];
  if (channel === undefined) throw new Error(`${$ref} has no target.`);
  return channel;
}
