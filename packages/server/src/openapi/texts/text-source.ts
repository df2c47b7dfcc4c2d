import { readUsedTexts, type DocumentTexts, type SchemaTexts } from "./document-texts.ts";

/** Remembers which texts were used, and which are missing. A missing one is empty. */
export class TextSource {
  private readonly texts: DocumentTexts;
  private readonly others: DocumentTexts;
  private readonly used = new Set<string>();
  private readonly missing = new Set<string>();

  constructor(texts: DocumentTexts) {
    this.texts = texts;
    this.others = readUsedTexts(texts);
  }

  /** Paths of the parts with a text. */
  get parts(): readonly string[] {
    return Object.keys(this.texts.parts ?? {}).filter((path) => !path.startsWith("messages."));
  }
  takePart(path: string): string {
    return this.take([`parts|${path}`]);
  }
  takeMessage(name: string): string {
    return this.take([`parts|messages.${name}`]);
  }
  takeTag(name: string): { readonly title?: string; readonly description: string } {
    const { title } = this.texts.tags?.[name] ?? {};
    if (title !== undefined) this.used.add(`tags|${name}|title`);
    const description = this.take([`tags|${name}|description`]);
    return title === undefined ? { description } : { title, description };
  }
  /** Returns undefined if the summary says everything. */
  takeOperation(id: string): string | undefined {
    return this.find(`operations|${id}|description`);
  }
  takeParameter(id: string, name: string, pathSuffix: string): string {
    return this.take([
      `operations|${id}|parameters|${name}`,
      `parameters|${pathSuffix}`,
      `parameters|${name}`,
    ]);
  }
  takeStatus(id: string, status: string): string {
    return this.take([`operations|${id}|responses|${status}`, `responses|${status}`]);
  }
  takeResponse(name: string): string {
    return this.take([`responses|${name}`]);
  }
  takeExample(code: string): string {
    return this.take([`examples|${code}`]);
  }
  takeBodyField(id: string, paths: readonly string[]): string {
    return this.take(paths.map((path) => `operations|${id}|body|${path}`));
  }
  takeSchema(name: string): string {
    return this.take(this.listSchemas(name).map((one) => `schemas|${one}|description`));
  }

  takeField(name: string, paths: readonly string[]): string {
    const schemas = this.listSchemas(name);
    const keys = paths.flatMap((path) => [path, path.replace(/[^.]+$/, "*")]);
    const own = schemas.flatMap((one) => keys.map((key) => `schemas|${one}|properties|${key}`));
    const text = this.findFirst(own) ?? this.findNested(schemas, paths);
    if (text === undefined) this.missing.add(own[0] ?? name);
    return text ?? "";
  }

  /** Returns the text of the entries of a list, `tags[]`, if they have one. */
  findEntry(name: string, paths: readonly string[]): string | undefined {
    return this.findFirst(
      this.listSchemas(name).flatMap((one) =>
        paths.map((path) => `schemas|${one}|properties|${path}`),
      ),
    );
  }

  /** Returns what lacks a text, and each text that describes nothing. */
  listFaults(): readonly string[] {
    const unused = listKeys(this.texts).filter((key) => !this.used.has(key));
    return [
      ...[...this.missing].map((key) => `No text: ${key.replaceAll("|", " > ")}`),
      ...unused.map((key) => `Nothing has this text: ${key.replaceAll("|", " > ")}`),
    ];
  }

  private take(keys: readonly string[]): string {
    const text = this.findFirst(keys);
    if (text === undefined) this.missing.add(keys[0] ?? "");
    return text ?? "";
  }

  private findFirst(keys: readonly string[]): string | undefined {
    for (const key of keys) {
      const text = this.find(key);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  private find(key: string): string | undefined {
    const own = read(this.texts, key);
    if (own !== undefined) this.used.add(key);
    return own ?? read(this.others, key);
  }

  /** Returns the text of a field in the schema whose texts apply below one of its parents. */
  private findNested(schemas: readonly string[], paths: readonly string[]): string | undefined {
    for (const schema of schemas)
      for (const path of paths)
        for (const [parent, other] of Object.entries(this.readSchema(schema)?.nested ?? {})) {
          const rest = findRest(path, parent);
          if (rest === undefined) continue;
          this.used.add(`schemas|${schema}|nested|${parent}`);
          const keys = [rest, rest.replace(/[^.]+$/, "*")];
          const others = this.listSchemas(other);
          const text =
            this.findFirst(
              others.flatMap((one) => keys.map((key) => `schemas|${one}|properties|${key}`)),
            ) ?? this.findNested(others, [rest]);
          if (text !== undefined) return text;
        }
    return undefined;
  }

  private readSchema(name: string): SchemaTexts | undefined {
    return this.texts.schemas?.[name] ?? this.others.schemas?.[name];
  }

  /** Returns a schema and those whose texts it takes. */
  private listSchemas(name: string): readonly string[] {
    const parent = this.texts.inherits?.[name] ?? this.others.inherits?.[name];
    if (parent === undefined) return [name];
    this.used.add(`inherits|${name}`);
    return [name, ...this.listSchemas(parent)];
  }
}

/** Returns the path below a parent, if the path begins with it. `*` in the parent is any field. */
function findRest(path: string, parent: string): string | undefined {
  const names = path.split(".");
  const parents = parent.split(".");
  const isBelow =
    names.length > parents.length &&
    parents.every((name, index) => name === "*" || name === names[index]);
  return isBelow ? names.slice(parents.length).join(".") : undefined;
}

/** Reads a text. The names in a key are separated by `|`, because paths contain points. */
function read(texts: object, key: string): string | undefined {
  let part: unknown = texts;
  for (const name of key.split("|")) {
    if (typeof part !== "object" || part === null) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return typeof part === "string" ? part : undefined;
}

function listKeys(texts: DocumentTexts): readonly string[] {
  const walk = (part: unknown, key: string): readonly string[] =>
    typeof part === "object" && part !== null
      ? Object.entries(part).flatMap(([name, inner]) =>
          walk(inner, key === "" ? name : `${key}|${name}`),
        )
      : [key];
  return Object.entries(texts).flatMap(([name, part]) => (name === "uses" ? [] : walk(part, name)));
}
