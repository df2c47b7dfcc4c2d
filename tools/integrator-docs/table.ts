/** The part of JSON Schema that the protocol's schemas use. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly minItems?: number;
  readonly maxItems?: number;
}
/** One field. `path` has dots, and `[]` after arrays. */
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/**
 * Returns the fields of an object with nested ones, in schema order. `closed`: paths that have
 * their own table.
 */
export function listFields(schema: Schema, closed: ReadonlySet<string>, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const ownField: Field = {
      path,
      type: formatType(field),
      isRequired: schema.required?.includes(name) ?? false,
    };
    if (closed.has(path)) return [ownField];
    const inner = listAlternatives(field).find((part) => part.properties !== undefined);
    const items = field.type === "array" ? field.items : undefined;
    return [
      ownField,
      ...(inner === undefined ? [] : listFields(inner, closed, `${path}.`)),
      ...(items?.properties === undefined ? [] : listFields(items, closed, `${path}[].`)),
    ];
  });
}

const listAlternatives = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema];

/** Returns the type as text: `string`, `"ok"`, `array of object`. */
function formatType(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined)
    return [...new Set(schema.enum)].map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(formatType).join(" or ");
  if (schema.type === "array") {
    const { minItems: minimum, maxItems: maximum } = schema;
    const count =
      maximum === undefined
        ? ""
        : minimum === undefined
          ? `, at most ${maximum}`
          : `, ${minimum} to ${maximum}`;
    return `array of ${formatType(schema.items ?? {})}${count}`;
  }
  return schema.type ?? "any";
}

/** A Markdown table; `|` inside cells is escaped. */
export function renderMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** The cells of the rows of a table by their first cell, without its backticks. */
export type WrittenCells = ReadonlyMap<string, readonly string[]>;

/** Reads the tables of a text. The rest of the text is ignored. */
export function readCells(text: string): WrittenCells {
  return new Map(
    text
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => parseCells(line))
      .map((cells) => [(cells[0] ?? "").replaceAll("`", ""), cells]),
  );
}

const parseCells = (line: string): readonly string[] =>
  line
    .replace(/^\| | \|$/g, "")
    .split(/(?<!\\) \|(?: |$)/)
    .map((cell) => cell.replaceAll("\\|", "|"));
