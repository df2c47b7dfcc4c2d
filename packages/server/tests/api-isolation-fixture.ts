import type { OpenApi } from "../src/openapi/service-api.ts";

/** The parts of an OpenAPI schema that the tests read. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minProperties?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly items?: Schema;
}
/** Returns the smallest value that a schema of the document accepts. */
export function minimalValue(api: OpenApi, schemaOrRef: Schema): unknown {
  const schema =
    schemaOrRef.$ref === undefined
      ? schemaOrRef
      : (api.components.schemas[schemaOrRef.$ref.split("/").at(-1) ?? ""] as Schema);
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf)
    return minimalValue(api, schema.anyOf.find((option) => option.type !== "null") ?? {});
  if (schema.type === "object") {
    const propertyNames = Object.keys(schema.properties ?? {});
    const names = [...(schema.required ?? [])];
    for (const name of propertyNames)
      if (names.length < (schema.minProperties ?? 0) && !names.includes(name)) names.push(name);
    return Object.fromEntries(
      names.map((name) => [name, minimalValue(api, schema.properties?.[name] ?? {})]),
    );
  }
  if (schema.type === "array") return [];
  if (schema.type === "integer" || schema.type === "number")
    return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === "boolean") return true;
  return "x".repeat(Math.max(schema.minLength ?? 1, 1));
}

/** The resource that each field refers to. */
export const referencedResources: Readonly<Record<string, string>> = {
  article_id: "articles",
  bot_id: "bots",
  custom_role_id: "roles",
  status_id: "statuses",
  upload_id: "uploads",
  upload_ids: "uploads",
  mentions: "operators",
  operator_id: "operators",
  department_id: "departments",
  channel_id: "channels",
  segment_id: "segments",
  section_id: "article-sections",
  chat_id: "chats",
  macro_id: "macros",
  rule_id: "rules",
  view_id: "views",
  tag_id: "tags",
  ids: "triggers",
  endpoint: "endpoints",
  request_id: "deliveries",
};
/** Returns the name of the field of `body` that contains `id`, or an empty text. */
export function findIdField(body: unknown, id: number): string {
  for (const [field, value] of Object.entries(body as Record<string, unknown>)) {
    if (value === id || (Array.isArray(value) && value.includes(id))) return field;
    if (typeof value !== "object" || value === null) continue;
    const found = (Array.isArray(value) ? value : [value])
      .map((item) => findIdField(item, id))
      .find((name) => name !== "");
    if (found !== undefined) return found;
  }
  return "";
}
