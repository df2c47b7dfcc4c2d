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
export function fieldsOf(schema: Schema, closed: ReadonlySet<string>, prefix = ""): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const own: Field = { path, type: typeOf(field), isRequired: schema.required?.includes(name) ?? false };
    if (closed.has(path)) return [own];
    const inner = partsOf(field).find((part) => part.properties !== undefined);
    const items = field.type === "array" ? field.items : undefined;
    return [
      own,
      ...(inner === undefined ? [] : fieldsOf(inner, closed, `${path}.`)),
      ...(items?.properties === undefined ? [] : fieldsOf(items, closed, `${path}[].`)),
    ];
  });
}

const partsOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema];

/** Returns the type as text: `string`, `"ok"`, `array of object`. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return [...new Set(schema.enum)].map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") {
    const { minItems: least, maxItems: most } = schema;
    const count = most === undefined ? "" : least === undefined ? `, at most ${most}` : `, ${least} to ${most}`;
    return `array of ${typeOf(schema.items ?? {})}${count}`;
  }
  return schema.type ?? "any";
}

/** A Markdown table; `|` inside cells is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
