import { omitAbsent } from "@parlour/protocol/omit-absent";
import { omitFields } from "@parlour/protocol/omit-fields";
import type { TextSource } from "./text-source.ts";
import { mapValues } from "./map-values.ts";

/** A JSON Schema, as far as its fields and entries have texts. */
export interface DescribedSchema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly items?: DescribedSchema;
  readonly anyOf?: readonly DescribedSchema[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: Readonly<Record<string, DescribedSchema>>;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
}

/** Finds texts of fields and of the entries of lists. The most exact of the `paths` is first. */
interface Texts {
  readonly findField: (paths: readonly string[]) => string;
  readonly findEntry: (paths: readonly string[]) => string | undefined;
  readonly canDescribeReferences: boolean;
}

/** Writes texts into schemas: at a named schema, and at each of its fields. */
export class SchemaWriter {
  private readonly source: TextSource;
  private readonly canDescribeReferences: boolean;

  /** OpenAPI allows a text beside a reference. AsyncAPI does not. */
  constructor(source: TextSource, canDescribeReferences: boolean) {
    this.source = source;
    this.canDescribeReferences = canDescribeReferences;
  }

  /** Returns a named schema with its text and the texts of its fields. */
  writeNamed(name: string, schema: DescribedSchema): object {
    const texts = {
      findField: (paths: readonly string[]) => this.source.takeField(name, paths),
      findEntry: (paths: readonly string[]) => this.source.findEntry(name, paths),
      canDescribeReferences: this.canDescribeReferences,
    };
    return { ...writeFields(schema, [""], texts), description: this.source.takeSchema(name) };
  }

  /** Returns the schema of a body. Its fields are named only if it has no name itself. */
  writeBody(operationId: string, schema: DescribedSchema): DescribedSchema {
    return writeFields(schema, [""], {
      findField: (paths) => this.source.takeBodyField(operationId, paths),
      findEntry: () => undefined,
      canDescribeReferences: this.canDescribeReferences,
    });
  }
}

/** Returns a schema with the texts of its fields. `prefixes` are the names of the schema itself. */
function writeFields(
  schema: DescribedSchema,
  prefixes: readonly string[],
  texts: Texts,
): DescribedSchema {
  const { properties, items, anyOf, additionalProperties, patternProperties } = schema;
  const deeper = (end: string): readonly string[] => prefixes.map((prefix) => `${prefix}${end}`);
  const writeField = (name: string, field: DescribedSchema): DescribedSchema => {
    const paths = deeper(`.${name}`).map((path) => path.replace(/^\./, ""));
    const description = texts.findField(paths);
    if (field.$ref !== undefined && !texts.canDescribeReferences) return field;
    return { ...writeFields(field, paths, texts), description };
  };
  return {
    ...schema,
    ...omitAbsent({
      properties: properties && mapValues(properties, writeField),
      items: items && writeEntry(items, deeper("[]"), texts),
      anyOf: anyOf?.map((choice) => writeFields(choice, nameChoice(choice, prefixes), texts)),
      additionalProperties:
        typeof additionalProperties === "object" && additionalProperties !== null
          ? writeFields(additionalProperties, deeper(".*"), texts)
          : additionalProperties,
      patternProperties:
        patternProperties &&
        mapValues(patternProperties, (_pattern, field) => writeFields(field, deeper(".*"), texts)),
    }),
  };
}

/** A text of the entries is only necessary where that of the list does not say everything. */
function writeEntry(
  schema: DescribedSchema,
  paths: readonly string[],
  texts: Texts,
): DescribedSchema {
  const written = omitFields(writeFields(schema, paths, texts), "description");
  const description = texts.findEntry(paths);
  return description === undefined ? written : { ...written, description };
}

/** Adds the names of an alternative, `channels[widget]`, to those of all alternatives. */
function nameChoice(
  { properties }: DescribedSchema,
  prefixes: readonly string[],
): readonly string[] {
  const schema = properties?.["kind"];
  const kind = schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined);
  if (typeof kind !== "string") return prefixes;
  return [...prefixes.map((prefix) => `${prefix.replace(/\[\]$/, "")}[${kind}]`), ...prefixes];
}
