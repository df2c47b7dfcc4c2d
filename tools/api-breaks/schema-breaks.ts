/** The part of JSON Schema that the published documents use. Any other keyword is an error. */
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
  readonly [keyword: string]: unknown;
}
type Schemas = Readonly<Record<string, Schema>>;

/**
 * Who writes the value. Of a `request`, all that was accepted must be accepted. A `response` must
 * stay as its readers know it, except for additions that they ignore (CORE-133).
 */
type Direction = "request" | "response";
/** A value that is compared. `place`: where it is, for people. */
interface ComparedValue {
  readonly direction: Direction;
  readonly place: string;
}

/** Compares schemas of two versions of a document. */
export interface SchemaComparison {
  /** Returns a text for each change that breaks clients. Compares a pair of named schemas once. */
  compare(before: Schema, after: Schema, at: ComparedValue): readonly string[];
}

/** Creates a comparison. `before` and `after` are the named schemas of both versions. */
export function createSchemaComparison(before: Schemas, after: Schemas): SchemaComparison {
  const context: Context = { before, after, compared: new Set() };
  return { compare: (old, current, at) => compareSchemas(old, current, at, context) };
}

interface Context {
  readonly before: Schemas;
  readonly after: Schemas;
  /** Pairs of names that were compared, with the direction. */
  readonly compared: Set<string>;
}

const getName = (reference: string): string => reference.split("/").at(-1) ?? "";
/** Returns the schema that a reference names. A constant is a list of one value. */
function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema["const"] !== undefined) {
    const { const: value, ...others } = schema;
    return { ...others, enum: [value] };
  }
  if (schema.$ref === undefined) return schema;
  const target = schemas[getName(schema.$ref)];
  if (target === undefined) throw new Error(`${schema.$ref} has no target.`);
  return resolve(target, schemas);
}

function compareSchemas(
  before: Schema,
  after: Schema,
  at: ComparedValue,
  context: Context,
): string[] {
  if (before.$ref !== undefined && after.$ref !== undefined) {
    const [old, current] = [getName(before.$ref), getName(after.$ref)];
    const pair = `${old} ${current} ${at.direction}`;
    if (context.compared.has(pair)) return [];
    context.compared.add(pair);
    return compareChoices(before, after, { ...at, place: current }, context);
  }
  return compareChoices(before, after, at, context);
}

/** Compares the alternatives of two schemas. A schema without alternatives is its only one. */
function compareChoices(
  before: Schema,
  after: Schema,
  at: ComparedValue,
  context: Context,
): string[] {
  const old = listChoices(before, context.before);
  const current = listChoices(after, context.after);
  // Each alternative of one side needs one of the other side that includes it.
  return at.direction === "request"
    ? old.flatMap((choice) => coverChoice(choice, current, at, context))
    : current.flatMap((choice) => coverChoice(choice, old, at, context));
}

/** An alternative with its content. `schema` may be a reference to `content`. */
interface Choice {
  readonly schema: Schema;
  readonly content: Schema;
}
function listChoices(schema: Schema, schemas: Schemas): readonly Choice[] {
  const content = resolve(schema, schemas);
  if (content.anyOf === undefined) return [{ schema, content }];
  return content.anyOf.flatMap((choice) => listChoices(choice, schemas));
}

/** Returns the breaks of `choice`, compared with the alternative of `others` that fits best. */
function coverChoice(
  choice: Choice,
  others: readonly Choice[],
  at: ComparedValue,
  context: Context,
): string[] {
  const type = getType(choice.content);
  const fitting = others.filter(({ content }) => includesType(getType(content), type));
  const [first, ...more] = fitting;
  if (first === undefined)
    return [
      at.direction === "request"
        ? `${at.place} is no longer accepted as ${type}`
        : `${at.place} may now be ${type}`,
    ];
  if (more.length === 0) return comparePair(choice, first, at, context);
  const known = fitting.filter(({ content }) => hasSameKind(content, choice.content));
  if (known.length === 0 && isKindOfObject(choice.content))
    return at.direction === "request"
      ? [`${at.place} is no longer accepted as ${describeKind(choice.content)}`]
      : [];
  const results = (known.length === 0 ? fitting : known).map((other) => {
    const compared = new Set(context.compared);
    return { compared, breaks: comparePair(choice, other, at, { ...context, compared }) };
  });
  const [best] = results.toSorted((a, b) => a.breaks.length - b.breaks.length);
  for (const pair of best?.compared ?? []) context.compared.add(pair);
  return best?.breaks ?? [];
}

/** Compares a choice with one of the other version, in the order of the versions. */
function comparePair(choice: Choice, other: Choice, at: ComparedValue, context: Context): string[] {
  const [old, current] = at.direction === "request" ? [choice, other] : [other, choice];
  const areNamed = old.schema.$ref !== undefined && current.schema.$ref !== undefined;
  if (!areNamed) return compareContent(old.content, current.content, at, context);
  const [name, currentName] = [getName(old.schema.$ref ?? ""), getName(current.schema.$ref ?? "")];
  const pair = `${name} ${currentName} ${at.direction} content`;
  if (context.compared.has(pair)) return [];
  context.compared.add(pair);
  const place = { ...at, place: currentName };
  return compareContent(old.content, current.content, place, context);
}

/** Returns the type of a value, or `any`. */
function getType({ type, enum: values }: Schema): string {
  if (type !== undefined) return type;
  return values === undefined ? "any" : typeof values[0];
}
const includesType = (wide: string, narrow: string): boolean =>
  wide === narrow || wide === "any" || (wide === "number" && narrow === "integer");

/** Returns the fields with one possible value, by which readers know kinds of objects. */
function listKindFields({ properties = {} }: Schema): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(properties).flatMap(([name, { enum: values = [] }]) =>
      values.length === 1 ? [[name, JSON.stringify(values[0])] as const] : [],
    ),
  );
}
const isKindOfObject = (schema: Schema): boolean => listKindFields(schema).size > 0;
function hasSameKind(a: Schema, b: Schema): boolean {
  const others = listKindFields(b);
  return [...listKindFields(a)].some(([name, value]) => others.get(name) === value);
}
const describeKind = (schema: Schema): string =>
  [...listKindFields(schema)].map(([name, value]) => `${name} ${value}`).join(", ");

/** Keywords that the functions below compare. */
const comparedKeywords = new Set([
  "type",
  "enum",
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "items",
  "pattern",
  "format",
  "default",
  "uniqueItems",
]);
const limits: readonly (readonly [minimum: string, maximum: string])[] = [
  ["minLength", "maxLength"],
  ["minimum", "maximum"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
];

function compareContent(
  before: Schema,
  after: Schema,
  at: ComparedValue,
  context: Context,
): string[] {
  for (const keyword of [...Object.keys(before), ...Object.keys(after)])
    if (!comparedKeywords.has(keyword) && !limits.flat().includes(keyword))
      throw new Error(`The comparison has no rule for the keyword ${keyword}.`);
  return [
    ...compareValues(before, after, at),
    ...(at.direction === "request" ? compareLimits(before, after, at) : []),
    ...compareFields(before, after, at, context),
    ...compareInner(before, after, at, context),
  ];
}

/** Compares the values, texts and defaults that a schema allows. */
function compareValues(
  before: Schema,
  after: Schema,
  { direction, place }: ComparedValue,
): string[] {
  const breaks: string[] = [];
  if (direction === "request") {
    const removed =
      after.enum === undefined ? [] : (before.enum ?? []).filter((v) => !after.enum?.includes(v));
    for (const value of removed) breaks.push(`${place} no longer accepts ${JSON.stringify(value)}`);
    if (after.enum !== undefined && before.enum === undefined)
      breaks.push(`${place} accepts only a list of values`);
    if (JSON.stringify(before["default"]) !== JSON.stringify(after["default"]))
      breaks.push(`${place} has another default`);
  } else if (before.enum !== undefined && after.enum === undefined)
    breaks.push(`${place} is no longer one of a list of values`);
  const [known, other] = direction === "request" ? [after, before] : [before, after];
  for (const keyword of ["pattern", "format"])
    if (known[keyword] !== undefined && known[keyword] !== other[keyword])
      breaks.push(`${place} has another ${keyword}`);
  return breaks;
}

function compareLimits(before: Schema, after: Schema, { place }: ComparedValue): string[] {
  const narrowed = limits.flatMap(([minimum, maximum]) => [
    ...(Number(after[minimum] ?? -Infinity) > Number(before[minimum] ?? -Infinity)
      ? [minimum]
      : []),
    ...(Number(after[maximum] ?? Infinity) < Number(before[maximum] ?? Infinity) ? [maximum] : []),
  ]);
  if (after["uniqueItems"] === true && before["uniqueItems"] !== true) narrowed.push("uniqueItems");
  return narrowed.map((keyword) => `${place} has a narrower ${keyword}`);
}

function compareFields(
  before: Schema,
  after: Schema,
  at: ComparedValue,
  context: Context,
): string[] {
  const { direction, place } = at;
  const isRequired = ({ required = [] }: Schema, name: string): boolean => required.includes(name);
  const known = Object.entries(before.properties ?? {}).flatMap(([name, field]) => {
    const current = after.properties?.[name];
    const path = `${place}.${name}`;
    if (current === undefined) return [`${path} was removed`];
    const breaks = compareSchemas(field, current, { direction, place: path }, context);
    if (direction === "request" && isRequired(after, name) && !isRequired(before, name))
      breaks.push(`${path} is now required`);
    if (direction === "response" && isRequired(before, name) && !isRequired(after, name))
      breaks.push(`${path} may now be missing`);
    return breaks;
  });
  const added = Object.keys(after.properties ?? {}).filter(
    (name) => before.properties?.[name] === undefined,
  );
  return [
    ...known,
    ...(direction === "request" ? added.filter((name) => isRequired(after, name)) : []).map(
      (name) => `${place}.${name} is new and required`,
    ),
    ...(direction === "request" &&
    after.additionalProperties === false &&
    before.additionalProperties !== false
      ? [`${place} no longer accepts other fields`]
      : []),
  ];
}

/** Compares the items of arrays, and the values of objects with fields of any name. */
function compareInner(
  before: Schema,
  after: Schema,
  at: ComparedValue,
  context: Context,
): string[] {
  const breaks =
    before.items === undefined && after.items === undefined
      ? []
      : compareSchemas(
          before.items ?? {},
          after.items ?? {},
          { ...at, place: `${at.place}[]` },
          context,
        );
  if (
    typeof before.additionalProperties === "object" &&
    typeof after.additionalProperties === "object"
  )
    breaks.push(
      ...compareSchemas(
        before.additionalProperties,
        after.additionalProperties,
        { ...at, place: `${at.place}.*` },
        context,
      ),
    );
  for (const [pattern, field] of Object.entries(before.patternProperties ?? {})) {
    const current = after.patternProperties?.[pattern];
    const place = `${at.place}./${pattern}/`;
    if (current === undefined) breaks.push(`${place} was removed`);
    else breaks.push(...compareSchemas(field, current, { ...at, place }, context));
  }
  return breaks;
}
