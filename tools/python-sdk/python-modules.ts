import { renderOperations, type ServiceOperation } from "./python-operations.ts";
import { getReferenceName, PythonTypes, type Schema } from "./python-types.ts";

/** The part of the documents that the modules show. */
interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, ServiceOperation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Webhook {
  readonly requestBody: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

/** Returns the generated modules by their names, from the published documents by theirs. */
export function renderModules(
  documents: Readonly<Record<string, object>>,
): ReadonlyMap<string, string> {
  const read = (name: string): Described => documents[name] as Described;
  const service = read("openapi.json");
  const frames = Object.entries(read("asyncapi.json").components.schemas).filter(
    ([, schema]) => schema.properties?.["type"]?.enum?.[0] === "event",
  );
  const schemas = mergeSchemas([
    service.components.schemas,
    read("webhook.json").components.schemas,
    read("bot.json").components.schemas,
    read("channel.json").components.schemas,
    selectUsed(frames, read("asyncapi.json").components.schemas),
  ]);
  const types = new PythonTypes(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) types.declare(name, schema);
  types.alias("EventFrame", frames.map(([name]) => name).join(" | "));
  types.alias("WebhookRequest", listBodies(read("webhook.json")).join(" | "));
  types.alias("BotRequest", listBodies(read("bot.json")).join(" | "));
  const operations = Object.entries(service.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const methods = renderOperations(operations, types, (page) => {
    const items = schemas[page]?.properties?.["items"]?.items;
    if (items === undefined) throw new Error(`${page} takes a cursor but has no items.`);
    return items.$ref === undefined ? `${page}Items` : getReferenceName(items.$ref);
  });
  return new Map([
    ["_operations", methods],
    ["types", `${typesHead}\n\n${types.render()}\n`],
  ]);
}

const typesHead = `"""Types of the bodies and events of Parlour: dictionaries with known keys.

Ignore keys, events and constants that you do not know: new ones can be added at any time
(CORE-133). Generated: npm run x -- node tools/generate-sdks.ts
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
`;

/** Returns the types of the requests that Parlour sends. */
function listBodies({ webhooks = {} }: Described): readonly string[] {
  return Object.values(webhooks).map(({ post }) =>
    getReferenceName(post.requestBody.content["application/json"]?.schema.$ref ?? ""),
  );
}

/** Returns schemas with all that they refer to. */
function selectUsed(
  roots: readonly (readonly [string, Schema])[],
  all: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Schema>> {
  const used = new Map(roots);
  // A map returns also the entries that are added while it is read.
  for (const [, schema] of used)
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      if (!used.has(name)) used.set(name, all[name] ?? {});
  return Object.fromEntries(used);
}

/**
 * Returns the schemas of several documents by name, in the order of the names. Throws if a name
 * means different things in two documents.
 */
function mergeSchemas(
  documents: readonly Readonly<Record<string, Schema>>[],
): Readonly<Record<string, Schema>> {
  const merged = new Map<string, { schema: Schema; text: string }>();
  for (const schemas of documents)
    for (const [name, schema] of Object.entries(schemas)) {
      const text = JSON.stringify(expand(schema, schemas, []));
      const known = merged.get(name);
      if (known === undefined) merged.set(name, { schema, text });
      else if (known.text !== text) throw new Error(`${name} differs between two documents.`);
    }
  return Object.fromEntries(
    [...merged.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { schema }]) => [name, schema]),
  );
}

/** Replaces references by their schemas, because documents name different parts of one schema. */
function expand(
  value: unknown,
  schemas: Readonly<Record<string, Schema>>,
  open: readonly string[],
): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, schemas, open));
  if (typeof value !== "object" || value === null) return value;
  const { $ref: reference } = value as Schema;
  if (reference !== undefined) {
    const name = getReferenceName(reference);
    return open.includes(name) ? name : expand(schemas[name], schemas, [...open, name]);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "description" && key !== "examples")
      .map(([key, inner]) => [key, expand(inner, schemas, open)]),
  );
}
