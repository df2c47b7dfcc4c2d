/** The part of JSON Schema that the published documents use. Any other keyword is an error. */
export interface DigestSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly DigestSchema[];
  readonly properties?: Readonly<Record<string, DigestSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | DigestSchema;
  readonly patternProperties?: Readonly<Record<string, DigestSchema>>;
  readonly items?: DigestSchema;
  readonly [keyword: string]: unknown;
}

/** Keywords for people. A digest leaves them out. */
const texts = new Set(["$schema", "$id", "title", "description", "examples", "example"]);
/** Keywords that `formatType` and `listFields` print. */
const structure = new Set([
  "$ref",
  "type",
  "const",
  "enum",
  "anyOf",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
]);
/** Pairs of keywords that print as a range. */
const ranges: readonly (readonly [string, string, string])[] = [
  ["minLength", "maxLength", ""],
  ["minimum", "maximum", ""],
  ["minItems", "maxItems", "items "],
  ["minProperties", "maxProperties", "fields "],
];
const flags = new Set(["uniqueItems"]);
const values = new Set(["pattern", "format", "default"]);

/** Short names of types that occur hundreds of times. The head of each digest explains them. */
const shortNames: Readonly<Record<string, string>> = {
  [`integer(1..${Number.MAX_SAFE_INTEGER})`]: "id",
  "string(/^[1-9][0-9]{0,15}$/)": "id_text",
  [String.raw`string(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)`]: "time",
};

/**
 * Returns a type as one line. Throws for a keyword that it does not know, so that no digest lacks
 * one.
 */
export function formatType(schema: DigestSchema): string {
  const known = formatBase(schema) + formatLimits(schema);
  return shortNames[known] ?? known;
}

function formatBase(schema: DigestSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? schema.$ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(formatType).join(" | ");
  if (schema.type === "array") return `${formatItems(schema)}[]`;
  if (schema.type !== "object") return schema.type ?? "any";
  const fields = listFields(schema).map(
    ({ label, schema: field }) => `${label}: ${formatType(field)}`,
  );
  return fields.length === 0
    ? `${isClosed(schema)}{}`
    : `${isClosed(schema)}{ ${fields.join(", ")} }`;
}

function formatItems({ items = {} }: DigestSchema): string {
  const text = formatType(items);
  return / \| /.test(text) && !text.endsWith("}") ? `(${text})` : text;
}

/**
 * Marks objects without further fields. All others may have fields that the document does not name.
 */
const isClosed = ({ additionalProperties }: DigestSchema): string =>
  additionalProperties === false ? "closed " : "";

/** Returns the limits of a type in brackets, or an empty text. */
function formatLimits(schema: DigestSchema): string {
  const parts: string[] = [];
  for (const [minimum, maximum, unit] of ranges) {
    const [from, to] = [schema[minimum], schema[maximum]] as readonly (number | undefined)[];
    if (from !== undefined || to !== undefined) parts.push(`${unit}${from ?? ""}..${to ?? ""}`);
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "pattern") parts.push(`/${String(value)}/`);
    else if (values.has(keyword)) parts.push(`${keyword} ${JSON.stringify(value)}`);
    else if (flags.has(keyword)) parts.push(keyword);
    else if (
      !structure.has(keyword) &&
      !texts.has(keyword) &&
      !ranges.some((range) => range.includes(keyword))
    )
      throw new Error(`The digest has no form for the keyword ${keyword}.`);
  }
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

/**
 * Fields of one type that follow each other. `label`: their names, with `?` if they are optional.
 */
interface DigestField {
  readonly label: string;
  readonly schema: DigestSchema;
}
/** Returns the fields of an object. Neighbours of the same type are one entry. */
function listFields(schema: DigestSchema): readonly DigestField[] {
  const fields: { label: string; schema: DigestSchema; text: string }[] = [];
  const add = (label: string, field: DigestSchema): void => {
    const text = formatType(field);
    const last = fields.at(-1);
    if (last !== undefined && last.text === text) last.label += `, ${label}`;
    else fields.push({ label, schema: field, text });
  };
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    add(schema.required?.includes(name) ? name : `${name}?`, field);
  for (const [pattern, field] of Object.entries(schema.patternProperties ?? {}))
    add(`[/${pattern}/]`, field);
  if (typeof schema.additionalProperties === "object") add("[any]", schema.additionalProperties);
  return fields;
}

/** The print width of the code. */
const maxLineLength = 140;
/** A type that is printed once is referred to from then on if its line is at least this long. */
const minReferenceLength = 90;

/**
 * Prints the types of one document. A type that does not fit into a line has one line for each
 * field. A long type that was printed before is only named by the place where it was.
 */
export class TypePrinter {
  readonly #places = new Map<string, string>();

  /**
   * Returns the lines of a type. `place`: how later lines refer to it. `prefix` and `suffix` stand
   * before and after the type.
   */
  print(
    schema: DigestSchema,
    place: string,
    depth: number,
    { prefix = "", suffix = "" } = {},
  ): string[] {
    const indent = "  ".repeat(depth);
    const text = formatType(schema);
    const earlier = text.length < minReferenceLength ? undefined : this.#places.get(text);
    if (earlier !== undefined) return [`${indent}${prefix}as ${earlier}${suffix}`];
    this.#places.set(text, place);
    if (indent.length + prefix.length + text.length + suffix.length <= maxLineLength)
      return [`${indent}${prefix}${text}${suffix}`];
    const limits = `${formatLimits(schema)}${suffix}`;
    if (schema.anyOf !== undefined) {
      const [long, ...others] = schema.anyOf.filter(
        (choice) => formatType(choice).length >= minReferenceLength,
      );
      const short = schema.anyOf.filter((choice) => choice !== long).map(formatType);
      if (long !== undefined && others.length === 0 && limits === "")
        return this.print(long, place, depth, { prefix: `${prefix}${short.join(" | ")} | ` });
      const choices = schema.anyOf.flatMap((choice, n) =>
        this.print(choice, `${place}#${n + 1}`, depth + 1, { prefix: "| " }),
      );
      return [
        `${indent}${prefix.trimEnd()}`,
        ...choices,
        ...(limits === "" ? [] : [`${indent}${limits}`]),
      ];
    }
    if (schema.type === "array")
      return this.print(schema.items ?? {}, `${place}[]`, depth, { prefix, suffix: `[]${limits}` });
    if (schema.enum !== undefined) return wrap(`${prefix}${text}${suffix}`, indent);
    if (schema.type !== "object") return [`${indent}${prefix}${text}${suffix}`];
    return [
      `${indent}${prefix}${isClosed(schema)}{`,
      ...this.#printFields(schema, place, depth + 1),
      `${indent}}${limits}`,
    ];
  }

  /** Returns the fields of an object, as many in a line as fit. */
  #printFields(schema: DigestSchema, place: string, depth: number): string[] {
    const lines: string[] = [];
    let isOpen = false;
    for (const { label, schema: field } of listFields(schema)) {
      const printed = this.print(
        field,
        `${place}.${label.split(", ")[0]?.replace("?", "")}`,
        depth,
        { prefix: `${label}: ` },
      );
      const [first = "", ...more] = printed;
      const joined = `${lines.at(-1) ?? ""}, ${first.trimStart()}`;
      if (isOpen && more.length === 0 && joined.length <= maxLineLength)
        lines[lines.length - 1] = joined;
      else lines.push(...printed);
      isOpen = more.length === 0;
    }
    return lines;
  }
}

/** Breaks a line at spaces. The lines that follow are indented. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/(?<= \|) /)) {
    if (line.trim() !== "" && line.length + word.length >= maxLineLength) {
      lines.push(line.trimEnd());
      line = `${indent}  `;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}
