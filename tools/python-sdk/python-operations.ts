import {
  formatLiteral,
  keywords,
  toPascalCase,
  type PythonTypes,
  type Schema,
} from "./python-types.ts";

/** An operation of the service API, as far as the methods of the client show it. */
export interface ServiceOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** A parameter of a method. `initial` is its default value as code; absent if it is required. */
interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly initial?: string;
}
/** A method of the client. */
interface Method {
  readonly name: string;
  readonly doc: readonly string[];
  readonly positional: readonly Parameter[];
  readonly keyword: readonly Parameter[];
  readonly returns: string;
  /** Arguments of the request as code. */
  readonly request: readonly string[];
  /** Type of the items if the operation answers a page of a list. */
  readonly item: string | null;
}

/**
 * Returns the module with the methods of both clients. Types of parameters and answers that have no
 * name are declared in `types`. `getItemType` returns the type of the items of a page.
 */
export function renderOperations(
  operations: readonly (ServiceOperation & { readonly method: string; readonly path: string })[],
  types: PythonTypes,
  getItemType: (page: string) => string,
): string {
  const methods = operations.map((operation) => describeMethod(operation, types, getItemType));
  return `${moduleHead}

class Operations(SyncCaller):
    """Calls the operations of the service API. Each method waits for the answer."""

${methods.flatMap((method) => renderMethod(method, false)).join("\n\n")}


class AsyncOperations(AsyncCaller):
    """Calls the operations of the service API. Each method is awaited."""

${methods.flatMap((method) => renderMethod(method, true)).join("\n\n")}
`;
}

const moduleHead = `"""Methods of the clients, one for each operation of the service API.

Generated: npm run x -- node tools/generate-sdks.ts
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Literal

from . import types
from ._transport import AsyncCaller, SyncCaller, create_key, quote_segment
`;

function describeMethod(
  operation: ServiceOperation & { readonly method: string; readonly path: string },
  types: PythonTypes,
  getItemType: (page: string) => string,
): Method {
  const { operationId, parameters = [] } = operation;
  const name = toSnakeCase(operationId);
  const describe = (parameter: { readonly name: string; readonly schema: Schema }): string =>
    describeParameter(parameter, operationId, types);
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const takesKey = parameters.some((parameter) => parameter.name === "Idempotency-Key");
  const body = describeBody(operation, types);
  const answer = describeAnswer(operation, types);
  const path = operation.path
    .replace("/api/v1", "")
    .replaceAll(/\{(\w+)\}/g, (_all, key: string) => `{quote_segment(${key})}`);
  const query = inQuery.map(({ name: key }) => `"${key}": ${toParameterName(key)}`);
  return {
    name,
    doc: describeDocumentation(operation),
    positional: [
      ...inPath.map((parameter) => ({ name: parameter.name, type: describe(parameter) })),
      ...(body === null ? [] : [body]),
    ],
    keyword: [
      ...inQuery.map((parameter) => {
        const optional = parameter.required === true ? {} : { initial: "None" };
        const type = describe(parameter);
        return {
          name: toParameterName(parameter.name),
          type: parameter.required === true ? type : `${type} | None`,
          ...optional,
        };
      }),
      ...(takesKey ? [{ name: "idempotency_key", type: "str | None", initial: "None" }] : []),
    ],
    returns: answer,
    request: [
      `"${operation.method.toUpperCase()}"`,
      `${path.includes("{") ? "f" : ""}"${path}"`,
      ...(query.length === 0 ? [] : [`query={${query.join(", ")}}`]),
      ...(body === null ? [] : [`${body.name}=${body.name}`]),
      ...(takesKey ? ["key=idempotency_key or create_key()"] : []),
      ...(answer === "bytes" ? ["raw=True"] : []),
    ],
    item: inQuery.some(({ name: key }) => key === "cursor")
      ? qualify(getItemType(answer.replace("types.", "")))
      : null,
  };
}

/** Ids are numbers, also where an address contains them as text. */
function describeParameter(
  { name, schema }: { readonly name: string; readonly schema: Schema },
  operationId: string,
  types: PythonTypes,
): string {
  if (schema.pattern === "^[1-9][0-9]{0,15}$" || schema.pattern === "^[1-9][0-9]{0,8}$")
    return "int";
  if (schema.pattern?.includes("[1-9][0-9]{0,15}") === true) return "int | str";
  const typeName = toPascalCase(operationId) + toPascalCase(name);
  if (schema.enum !== undefined && formatLiteral(schema.enum).length > 60) {
    types.declare(typeName, schema);
    return `types.${typeName}`;
  }
  return qualify(types.describe(schema, typeName));
}

/** Returns null for a body that has no fields. */
function describeBody(
  { operationId, requestBody }: ServiceOperation,
  types: PythonTypes,
): Parameter | null {
  if (requestBody === undefined) return null;
  if (requestBody.content["multipart/form-data"] !== undefined)
    return { name: "file", type: "tuple[str, bytes]" };
  const schema = requestBody.content["application/json"]?.schema ?? {};
  const choices = (schema.anyOf ?? [schema]).filter(({ type }) => type !== "null");
  const isEmpty = choices.every(
    ({ type, properties }) => type === "object" && Object.keys(properties ?? {}).length === 0,
  );
  if (isEmpty) return null;
  const type = qualify(types.describe({ anyOf: choices }, `${toPascalCase(operationId)}Body`));
  return choices.length === (schema.anyOf ?? [schema]).length
    ? { name: "body", type }
    : { name: "body", type: `${type} | None`, initial: "None" };
}

/** Returns the type of the answer: JSON, the bytes of a file, or nothing. */
function describeAnswer({ operationId, responses }: ServiceOperation, types: PythonTypes): string {
  const answers = Object.entries(responses).flatMap(([status, { content }]) => {
    if (!status.startsWith("2")) return [];
    if (Object.keys(content ?? {}).some(isFile)) return ["bytes"];
    const schema = content?.["application/json"]?.schema;
    if (schema === undefined) return ["None"];
    return [qualify(types.describe(schema, `${toPascalCase(operationId)}Answer`))];
  });
  return [...new Set(answers)].join(" | ");
}

/** The stream of events is another form of a JSON answer, which this method does not read. */
const isFile = (type: string): boolean =>
  type !== "application/json" && type !== "text/event-stream";

function describeDocumentation({
  summary,
  description,
  security = [],
}: ServiceOperation): readonly string[] {
  const scope = security.find(({ key }) => key !== undefined)?.["key"]?.[0];
  const access =
    scope !== undefined
      ? `Needs the scope \`${scope}\`.`
      : security.length > 0
        ? "Needs a signed-in person. No API key has this scope."
        : "Needs no authentication.";
  const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"""', "'''");
  return [
    ...wrapText(`${escape(summary)}.`, 88),
    "",
    ...(description === undefined ? [] : [...wrapText(escape(description), 88), ""]),
    access,
  ];
}

function renderMethod(method: Method, isAsync: boolean): string[] {
  const { name, doc, positional, keyword, returns, request, item } = method;
  const call = `self._call(${request.join(", ")})`;
  const prefix = isAsync ? "async " : "";
  const methods = [
    [
      ...renderSignature(`${prefix}def ${name}`, positional, keyword, returns),
      ...renderDoc(doc),
      `        return ${isAsync ? "await " : ""}${call}`,
    ].join("\n"),
  ];
  if (item !== null) {
    const filters = keyword.filter((parameter) => parameter.name !== "cursor");
    const passed = [
      ...positional.map((parameter) => parameter.name),
      ...filters.map((parameter) => `${parameter.name}=${parameter.name}`),
      "cursor=cursor",
    ];
    methods.push(
      [
        ...renderSignature(
          `def ${name.replace(/^(?:list_)?/, "iterate_")}`,
          positional,
          filters,
          `${isAsync ? "AsyncIterator" : "Iterator"}[${item}]`,
        ),
        `        """Yields each item of all pages of \`${name}\`."""`,
        `        return self._iterate(lambda cursor: self.${name}(${passed.join(", ")}))`,
      ].join("\n"),
    );
  }
  return methods;
}

function renderSignature(
  head: string,
  positional: readonly Parameter[],
  keyword: readonly Parameter[],
  returns: string,
): readonly string[] {
  const format = ({ name, type, initial }: Parameter): string =>
    `${name}: ${type}${initial === undefined ? "" : ` = ${initial}`}`;
  const parameters = [
    "self",
    ...positional.map(format),
    ...(keyword.length === 0 ? [] : ["*", ...keyword.map(format)]),
  ];
  const line = `    ${head}(${parameters.join(", ")}) -> ${returns}:`;
  return line.length <= 100
    ? [line]
    : [
        `    ${head}(`,
        ...parameters.map((parameter) => `        ${parameter},`),
        `    ) -> ${returns}:`,
      ];
}

function renderDoc(lines: readonly string[]): readonly string[] {
  const [first = "", ...others] = lines;
  return [
    `        """${first}`,
    ...others.map((line) => (line === "" ? "" : `        ${line}`)),
    '        """',
  ];
}

function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** Converts `listChats` to `list_chats`. */
const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Appends a sign to a word of the language, as is usual in Python. */
const toParameterName = (name: string): string => (keywords.has(name) ? `${name}_` : name);

/** Names in another module have the name of the module before them. */
function qualify(type: string): string {
  return type.replaceAll(/"(?:[^"\\]|\\.)*"|\b[A-Z]\w*/g, (word) =>
    word.startsWith('"') || ["Any", "Literal", "None", "True", "False"].includes(word)
      ? word
      : `types.${word}`,
  );
}
