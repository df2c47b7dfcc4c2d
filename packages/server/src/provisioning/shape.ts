import { channelConfigFiles, ConfigFile, storageConfigFiles } from "@parlour/protocol/config";
import type { TSchema } from "typebox";
import Value from "typebox/value";
import { pathText, type FileDocument, type FileFault, type Step } from "./document.ts";

/**
 * Compares a parsed file with its schema and returns each error with line and path. Empty: the
 * value is a `ConfigFile`. Checks part by part, and lists entry by entry, because the library stops
 * after a few errors per value.
 */
export function shapeFaults(file: FileDocument): FileFault[] {
  const found = isObject(file.value) ? parts(file.value) : errorsOf(ConfigFile, file.value, []);
  return found.map(({ path, atKey, message }) => ({ line: file.lineOf(path, atKey), path: pathText(path), rule: ruleOf(path), message }));
}

function parts(value: Readonly<Record<string, unknown>>): Found[] {
  const known: Readonly<Record<string, TSchema>> = ConfigFile.properties;
  const found: Found[] = value["version"] === undefined ? [{ path: [], atKey: false, message: "version is missing" }] : [];
  for (const [name, part] of Object.entries(value)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    if (schema === undefined) found.push({ path: [name], atKey: true, message: "is not a known key here" });
    else if (Array.isArray(part) && "items" in schema)
      part.forEach((item, n) => found.push(...entryErrors(name, schema.items as TSchema, item, n)));
    else if (name === "storage") found.push(...kindErrors(storageConfigFiles, part, [name]));
    else found.push(...errorsOf(schema, part, [name]));
  }
  return found;
}
function entryErrors(part: string, schema: TSchema, item: unknown, n: number): Found[] {
  return part === "channels" ? kindErrors(channelConfigFiles, item, [part, n]) : errorsOf(schema, item, [part, n]);
}

interface Found {
  readonly path: readonly Step[];
  readonly atKey: boolean;
  readonly message: string;
}

/** Selects the schema by kind, so that an error names the field instead of "one of two shapes". */
function kindErrors(schemas: Readonly<Record<string, TSchema>>, value: unknown, at: readonly Step[]): Found[] {
  const kind = isObject(value) ? value["kind"] : undefined;
  const schema = typeof kind === "string" && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  if (schema !== undefined) return errorsOf(schema, value, at);
  const path = kind === undefined ? at : [...at, "kind"];
  return [{ path, atKey: false, message: `kind must be ${Object.keys(schemas).join(" or ")}` }];
}

function errorsOf(schema: TSchema, value: unknown, at: readonly Step[]): Found[] {
  const found: Found[] = [];
  for (const error of Value.Errors(schema, value)) {
    const path = [...at, ...steps(error.instancePath, value)];
    const params = error.params as Readonly<Record<string, unknown>>;
    // An unknown key is reported twice; only the error at the key is kept. For a choice, only the
    // summary is kept.
    if (error.keyword === "additionalProperties" || /\/anyOf\/\d+/.test(error.schemaPath)) continue;
    if (error.keyword === "required") {
      found.push({ path, atKey: false, message: `${words(params["requiredProperties"])} is missing` });
    } else found.push({ path, atKey: error.keyword === "boolean", message: sentence(error.keyword, params, error.message) });
  }
  return found;
}

function sentence(keyword: string, params: Readonly<Record<string, unknown>>, message: string): string {
  if (keyword === "boolean") return "is not a known key here";
  if (keyword === "enum") return `must be one of ${words(params["allowedValues"])}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "pattern") return `has a form that is not allowed here (${String(params["pattern"])})`;
  if (keyword === "anyOf") return "has a form that is not allowed here";
  return message;
}

/** Returns the rule of a part. All other errors belong to CFG-023. */
function ruleOf(path: readonly Step[]): string {
  const rules: Readonly<Record<string, string>> = {
    limits: "CFG-030",
    retention: "CFG-031",
    mail: "CFG-032",
    storage: "CFG-033",
    oidc: "CFG-034",
    blacklist: "CFG-035",
  };
  return rules[String(path[0])] ?? "CFG-023";
}

/** Converts a JSON pointer to steps. A number is an index only in a list. */
function steps(pointer: string, root: unknown): Step[] {
  let value: unknown = root;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step: Step = Array.isArray(value) ? Number(name) : name;
      value = isObject(value) || Array.isArray(value) ? (value as Record<Step, unknown>)[step] : undefined;
      return step;
    });
}
function words(list: unknown): string {
  return Array.isArray(list) ? list.join(", ") : "";
}
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
