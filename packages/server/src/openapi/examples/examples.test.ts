import { expect, test } from "vitest";
import { compileBody } from "../compile-body.fixture.ts";
import { describeDocuments } from "../documents.ts";
import type { DocumentName } from "../document-names.ts";
import { addExamples } from "./add-examples.ts";
import { composeExample } from "./compose-example.ts";
import { commonFields, schemaFields } from "./values.ts";
import { wholeExamples } from "./whole-examples.ts";

interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
}
interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Document {
  readonly paths?: object;
  readonly webhooks?: object;
  readonly channels?: object;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
/** The documents of requests and responses. `config.schema.json` describes a file. */
const names = ["openapi.json", "channel.json", "bot.json", "webhook.json"] as const;
let documents: ReturnType<typeof describeDocuments> | undefined;
/** Describes the documents once for all tests. */
async function readDocument(name: DocumentName): Promise<Document> {
  documents ??= describeDocuments();
  return (await documents)[name] as Document;
}

/** Returns each part of a document that has a schema of a body, with its place. */
function listBodies(value: unknown, place: string): readonly (readonly [string, Media])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "application/json"
      ? [[place, inner as Media] as const]
      : listBodies(inner, `${place} ${key}`),
  );
}

/** Returns the examples of a body: its own, or those of the schema that it refers to. */
function listExamples({ components }: Document, media: Media): readonly unknown[] {
  const target = media.schema.$ref?.split("/").at(-1);
  return [
    ...("example" in media ? [media.example] : []),
    ...Object.values(media.examples ?? {}).map(({ value }) => value),
    ...(target === undefined ? [] : (components.schemas[target]?.examples ?? [])),
  ];
}

test.each(names)(
  "[API-393] every JSON body of %s has an example, and every example matches its schema",
  async (name) => {
    const document = await readDocument(name);
    const { components, paths, webhooks } = document;
    const bodies = [...listBodies(paths, "paths"), ...listBodies(webhooks, "webhooks")];
    expect(bodies.length).toBeGreaterThan(5);
    const missing = bodies.filter(([, media]) => listExamples(document, media).length === 0);
    expect(missing.map(([place]) => place)).toEqual([]);
    for (const [place, media] of [...bodies, ...listBodies(components, "components")])
      expectValid(document, media.schema, listExamples(document, media), place);
  },
);

function expectValid(
  document: Document,
  schema: Schema,
  examples: readonly unknown[],
  place: string,
): void {
  const validator = compileBody(document.components, schema);
  for (const example of examples) expect(validator.Errors(example), place).toEqual([true, []]);
}

test("[API-393] every example is at a body, and no other schema has one", async () => {
  for (const name of names) {
    const document = await readDocument(name);
    const bodies = listBodies(document, "");
    const referred = new Set(bodies.map(([, { schema }]) => schema.$ref?.split("/").at(-1)));
    const described = Object.entries(document.components.schemas).filter(
      ([, { examples }]) => examples !== undefined,
    );
    expect(described.map(([title]) => title).filter((title) => !referred.has(title))).toEqual([]);
  }
});

test("[API-393] every value of the examples belongs to a schema of a document", async () => {
  const read = await Promise.all(names.map(readDocument));
  const schemas = read.flatMap(({ components }) => Object.entries(components.schemas));
  const fields = new Map<string, ReadonlySet<string>>();
  for (const [name, schema] of schemas)
    fields.set(name, new Set(Object.keys((schema as { properties?: object }).properties ?? {})));
  expect(Object.keys(wholeExamples).filter((name) => !fields.has(name))).toEqual([]);
  const unknown = Object.entries(schemaFields).flatMap(([name, values]) =>
    Object.keys(values).flatMap((field) =>
      fields.get(name)?.has(field) === true ? [] : [`${name}.${field}`],
    ),
  );
  expect(unknown).toEqual([]);
  const text = JSON.stringify(schemas);
  const unused = Object.keys(commonFields).filter((field) => !text.includes(`"${field}":{`));
  expect(unused).toEqual([]);
});

test("[API-393] a required field without a value is an error that names it, an optional one is left out", () => {
  const Pet = {
    type: "object",
    required: ["species"],
    properties: {
      species: { type: "string" },
      wings: { type: "integer" },
      tame: { type: "boolean" },
      owner: { anyOf: [{ type: "number" }, { type: "null" }] },
    },
  };
  const compose = (schemas: Readonly<Record<string, object>>): unknown =>
    composeExample({ $ref: "#/components/schemas/Pet" }, schemas);
  expect(() => compose({ Pet })).toThrow("Pet.species");
  const named = { ...Pet, properties: { ...Pet.properties, species: { enum: ["cat", "dog"] } } };
  expect(compose({ Pet: named })).toEqual({ species: "cat", tame: false, owner: null });
});

test("[API-393] bodies with an example of their own keep it", () => {
  const media = { schema: { type: "object" }, example: { of: "its own" } };
  const document = {
    paths: { "/a": { get: { responses: { 200: { content: { "application/json": media } } } } } },
    components: { schemas: {} },
  };
  expect(addExamples(document)).toEqual(document);
});
