import { channelConfigFiles, ConfigFile, storageConfigFiles } from "@parlour/protocol/config";
import { patterns } from "@parlour/protocol/settings/problems";
import type { TSchema } from "typebox";
import Value from "typebox/value";
import { describeProblem } from "../settings/kind/describe-problem.ts";
import { formatPath, type FileDocument, type FileError, type PathStep } from "./document.ts";

/**
 * Validates a parsed file against its schema. Returns each error with line and path, or [] if the
 * value is a `ConfigFile`. Validates part by part and entry by entry, because the library stops
 * after a few errors per value.
 */
export function validateSchema(file: FileDocument): FileError[] {
  const errors = isObject(file.value)
    ? validateParts(file.value)
    : listErrors(ConfigFile, file.value, []);
  return errors.map(({ path, atKey, message }) => ({
    line: file.getLine(path, atKey),
    path: formatPath(path),
    rule: ruleFor(path),
    message,
  }));
}

function validateParts(value: Readonly<Record<string, unknown>>): SchemaError[] {
  const schemas: Readonly<Record<string, TSchema>> = ConfigFile.properties;
  const errors: SchemaError[] =
    value["version"] === undefined
      ? [{ path: [], atKey: false, message: "version is missing" }]
      : [];
  for (const [name, part] of Object.entries(value)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema === undefined)
      errors.push({ path: [name], atKey: true, message: "is not a valid key here" });
    else if (Array.isArray(part) && "items" in schema)
      part.forEach((item, n) =>
        errors.push(...validateEntry(name, schema.items as TSchema, item, n)),
      );
    else if (name === "storage") errors.push(...validateKind(storageConfigFiles, part, [name]));
    else errors.push(...listErrors(schema, part, [name]));
  }
  return errors;
}
function validateEntry(part: string, schema: TSchema, item: unknown, n: number): SchemaError[] {
  return part === "channels"
    ? validateKind(channelConfigFiles, item, [part, n])
    : listErrors(schema, item, [part, n]);
}

interface SchemaError {
  readonly path: readonly PathStep[];
  readonly atKey: boolean;
  readonly message: string;
}

/** Selects the schema by kind, so that an error names the field instead of "one of two shapes". */
function validateKind(
  schemas: Readonly<Record<string, TSchema>>,
  value: unknown,
  at: readonly PathStep[],
): SchemaError[] {
  const kind = isObject(value) ? value["kind"] : undefined;
  const schema =
    typeof kind === "string" && Object.hasOwn(schemas, kind) ? schemas[kind] : undefined;
  if (schema !== undefined) return listErrors(schema, value, at);
  const path = kind === undefined ? at : [...at, "kind"];
  return [{ path, atKey: false, message: `kind must be ${Object.keys(schemas).join(" or ")}` }];
}

function listErrors(schema: TSchema, value: unknown, at: readonly PathStep[]): SchemaError[] {
  const errors: SchemaError[] = [];
  for (const error of Value.Errors(schema, value)) {
    const path = [...at, ...toSteps(error.instancePath, value)];
    const params = error.params as Readonly<Record<string, unknown>>;
    // The library reports an unknown key twice, and only the error at the key is kept. For
    // alternatives, only the summary is kept.
    if (error.keyword === "additionalProperties" || /\/anyOf\/\d+/.test(error.schemaPath)) continue;
    if (error.keyword === "required") {
      errors.push({
        path,
        atKey: false,
        message: `${joinValues(params["requiredProperties"])} is missing`,
      });
    } else
      errors.push({
        path,
        atKey: error.keyword === "boolean",
        message: formatMessage(error.keyword, params, error.message),
      });
  }
  return errors;
}

function formatMessage(
  keyword: string,
  params: Readonly<Record<string, unknown>>,
  message: string,
): string {
  if (keyword === "boolean") return "is not a valid key here";
  if (keyword === "enum") return `must be one of ${joinValues(params["allowedValues"])}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "pattern") {
    const pattern = String(params["pattern"]);
    const format = patternFormats.find((name) => patterns[name] === pattern);
    return describeProblem(
      format === undefined ? { is: "pattern", pattern } : { is: "format", format, text: "" },
    );
  }
  if (keyword === "anyOf") return "has an invalid format";
  return message;
}

const patternFormats = Object.keys(patterns) as (keyof typeof patterns)[];

/** Returns the rule of a part of the file. The default is CFG-023. */
function ruleFor(path: readonly PathStep[]): string {
  const rules: Readonly<Record<string, string>> = {
    limits: "CFG-030",
    retention: "CFG-031",
    mail: "CFG-032",
    storage: "CFG-033",
    oidc: "CFG-034",
    saml: "SSO-007",
    oauth_clients: "CFG-136",
    blacklist: "CFG-035",
  };
  return rules[String(path[0])] ?? "CFG-023";
}

/** Converts a JSON pointer to a path. A number is an index only in a list. */
function toSteps(pointer: string, root: unknown): PathStep[] {
  let value: unknown = root;
  return pointer
    .split("/")
    .slice(1)
    .map((part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      const step: PathStep = Array.isArray(value) ? Number(name) : name;
      value =
        isObject(value) || Array.isArray(value)
          ? (value as Record<PathStep, unknown>)[step]
          : undefined;
      return step;
    });
}
function joinValues(list: unknown): string {
  return Array.isArray(list) ? list.join(", ") : "";
}
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
