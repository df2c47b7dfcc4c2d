/** The part of JSON Schema that the published documents use, as far as Python types show it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly pattern?: string;
  readonly description?: string;
}

/**
 * Collects Python types for schemas: a `TypedDict` for each object with fields, and an alias for
 * each other named schema.
 */
export class PythonTypes {
  readonly #schemaNames: ReadonlySet<string>;
  readonly #classes = new Map<string, string>();
  readonly #aliases = new Map<string, string>();

  /** `schemaNames` are the names of all schemas that will be declared. */
  constructor(schemaNames: Iterable<string>) {
    this.#schemaNames = new Set(schemaNames);
  }

  /** Declares a named schema. Throws if another type has the name. */
  declare(name: string, schema: Schema): void {
    if (hasFields(schema)) this.#declareClass(name, schema);
    else this.alias(name, this.describe(schema, name));
  }
  /** Declares another name of a type, such as a union of declared types. */
  alias(name: string, type: string): void {
    this.#reserve(name);
    this.#aliases.set(name, `${name} = ${toRuntimeType(type)}`);
  }
  /** Returns the type of a schema. Declares objects inside it: their names begin with `name`. */
  describe(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return getReferenceName(schema.$ref);
    if (schema.enum !== undefined) return formatLiteral(schema.enum);
    if (schema.anyOf !== undefined) return this.#describeUnion(schema.anyOf, name);
    if (schema.type === "array") return `list[${this.describe(schema.items ?? {}, name)}]`;
    if (schema.type === "object") {
      if (!hasFields(schema)) return `dict[str, ${this.#describeValues(schema, name)}]`;
      const className = this.#schemaNames.has(name) ? `${name}Object` : name;
      this.#declareClass(className, schema);
      return className;
    }
    return schema.type === undefined ? "Any" : (simpleTypes[schema.type] ?? "Any");
  }
  /** Returns all declarations as Python code, classes before aliases. */
  render(): string {
    return [...this.#classes.values(), [...this.#aliases.values()].join("\n")].join("\n\n\n");
  }

  #describeUnion(choices: readonly Schema[], name: string): string {
    const inline = choices.filter(hasFields);
    const types = choices.map((choice) =>
      this.describe(choice, inline.length > 1 ? `${name}${getVariantName(choice, inline)}` : name),
    );
    return [...new Set(types)].join(" | ");
  }
  #describeValues({ additionalProperties, patternProperties }: Schema, name: string): string {
    const [values] = Object.values(patternProperties ?? {});
    if (values !== undefined) return this.describe(values, `${name}Value`);
    return typeof additionalProperties === "object"
      ? this.describe(additionalProperties, `${name}Value`)
      : "Any";
  }
  #declareClass(name: string, schema: Schema): void {
    this.#reserve(name);
    // Classes that a field declares follow the class of the field.
    this.#classes.set(name, "");
    const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => ({
      key,
      type: this.describe(field, name + toPascalCase(key)),
      isRequired: schema.required?.includes(key) === true,
    }));
    this.#classes.set(name, renderClass(name, fields));
  }
  #reserve(name: string): void {
    if (this.#classes.has(name) || this.#aliases.has(name))
      throw new Error(`Two Python types have the name ${name}.`);
  }
}

interface Field {
  readonly key: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

const hasFields = (schema: Schema): boolean => Object.keys(schema.properties ?? {}).length > 0;

/** Returns the name in a reference to a schema of a document. */
export const getReferenceName = (reference: string): string => reference.split("/").at(-1) ?? "";

/** Converts `chat_id`, `listChats` and `chat-id` to `ChatId`, `ListChats` and `ChatId`. */
export function toPascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Returns a Python type of constants. */
export function formatLiteral(values: readonly unknown[]): string {
  const texts = values.map((value) =>
    value === true ? "True" : value === false ? "False" : JSON.stringify(value),
  );
  return `Literal[${texts.join(", ")}]`;
}

/** Returns what only an alternative has: its constant `type`, `kind` or `name`, or its place. */
function getVariantName(choice: Schema, choices: readonly Schema[]): string {
  for (const key of ["type", "kind", "name"]) {
    const [value, ...others] = choice.properties?.[key]?.enum ?? [];
    if (typeof value === "string" && others.length === 0) return toPascalCase(value);
  }
  return String(choices.indexOf(choice) + 1);
}

/**
 * Returns a `TypedDict`. Python 3.10 has no mark for a single optional field, so the required ones
 * are in a class of their own. Fields whose names are words of the language need the call syntax.
 */
function renderClass(name: string, fields: readonly Field[]): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const isCall = fields.some(({ key }) => keywords.has(key) || !/^[A-Za-z_]\w*$/.test(key));
  const render = isCall ? renderCall : renderStatement;
  if (optional.length === 0) return render(name, required, "");
  if (required.length === 0) return render(name, optional, "total=False");
  const base = render(`_${name}Required`, required, "");
  if (!isCall) return `${base}\n\n\n${render(name, optional, `_${name}Required, total=False`)}`;
  return `${base}\n\n${render(`_${name}Optional`, optional, "total=False")}\n\n\nclass ${name}(_${name}Required, _${name}Optional):\n    pass`;
}

function renderStatement(name: string, fields: readonly Field[], options: string): string {
  const bases = options.startsWith("_")
    ? options
    : ["TypedDict", options].filter(Boolean).join(", ");
  return [`class ${name}(${bases}):`, ...fields.map(({ key, type }) => `    ${key}: ${type}`)].join(
    "\n",
  );
}

function renderCall(name: string, fields: readonly Field[], options: string): string {
  const lines = fields.map(
    ({ key, type }) => `        "${key}": ${JSON.stringify(type).replaceAll('\\"', "'")},`,
  );
  const last = options === "" ? [] : [`    ${options},`];
  return [`${name} = TypedDict(`, `    "${name}",`, "    {", ...lines, "    },", ...last, ")"].join(
    "\n",
  );
}

/** Returns a type that Python evaluates when it loads the module, before later classes exist. */
function toRuntimeType(type: string): string {
  if (/^Literal\[[^\]]*\]$/.test(type)) return type;
  const parts = splitUnion(type).map((part) =>
    /^(?:str|int|float|bool|None|Literal\[.*\])$/.test(part) ? part : `"${part}"`,
  );
  return `Union[${parts.join(", ")}]`;
}

/** Splits `A | list[B | C]` into `A` and `list[B | C]`. */
function splitUnion(type: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const piece of type.split(/( \| |[[\]])/)) {
    if (piece === "[") depth++;
    if (piece === "]") depth--;
    if (piece === " | " && depth === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/** Words of Python that cannot be names. */
export const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
