import { describe, expect, it } from "vitest";
import { findBreaks, type ComparedDocument } from "./document-breaks.ts";
import { formatDocument, listBreaks, readDecidedBreaks } from "./released-documents.ts";
import type { Schema } from "./schema-breaks.ts";

it("[API-394] nothing of the last release is broken, except what docs/api/released/breaks.json gives a reason for", async () => {
  const found = (await listBreaks()).map(({ document, break: text }) => `${document}: ${text}`);
  const decided = readDecidedBreaks();
  expect(
    found,
    "Undo the change, or add it to docs/api/released/breaks.json (CONTRIBUTING.md, Change an API)",
  ).toEqual(decided.map(({ document, break: text }) => `${document}: ${text}`));
  expect(decided.filter(({ reason }) => reason.length < 20)).toEqual([]);
});

/** Parts of a document for the tests. */
const text: Schema = { type: "string" };
const pet = (more: Schema = {}): Schema => ({
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, kind: { type: "string", enum: ["cat", "dog"] } },
  ...more,
});
function buildDocument(operation: object, schemas: Readonly<Record<string, Schema>> = {}): object {
  const base = { operationId: "doIt", responses: { 204: {} } };
  return {
    openapi: "3.1.0",
    paths: { "/pets": { post: { ...base, ...operation } } },
    components: { schemas },
  };
}
const json = (schema: Schema): object => ({ content: { "application/json": { schema } } });
const request = (schema: Schema): object => buildDocument({ requestBody: json(schema) });
const response = (schema: Schema): object => buildDocument({ responses: { 200: json(schema) } });
const compare = (before: object, after: object): readonly string[] =>
  findBreaks(before as ComparedDocument, after as ComparedDocument);
const field = (schema: Schema): Schema => ({ type: "object", properties: { a: schema } });
const choice = (...anyOf: readonly Schema[]): Schema => ({ anyOf });
const kind = (name: string): Schema => ({
  type: "object",
  properties: { kind: { enum: [name], type: "string" } },
});

describe("requests", () => {
  const rows: readonly (readonly [string, Schema, Schema, readonly string[]])[] = [
    [
      "a field is removed",
      pet({ properties: { id: { type: "integer" }, kind: text } }),
      pet({ properties: { id: { type: "integer" } } }),
      ["POST /pets body.kind was removed"],
    ],
    [
      "a field becomes required",
      pet(),
      pet({ required: ["id", "kind"] }),
      ["POST /pets body.kind is now required"],
    ],
    [
      "a new field is required",
      field(text),
      { ...field(text), required: ["b"], properties: { a: text, b: text } },
      ["POST /pets body.b is new and required"],
    ],
    [
      "other fields are refused",
      pet(),
      pet({ additionalProperties: false }),
      ["POST /pets body no longer accepts other fields"],
    ],
    [
      "a value is removed",
      field({ type: "string", enum: ["a", "b"] }),
      field({ type: "string", enum: ["a"] }),
      ['POST /pets body.a no longer accepts "b"'],
    ],
    [
      "a text becomes a list of values",
      field(text),
      field({ type: "string", enum: ["a"] }),
      ["POST /pets body.a accepts only a list of values"],
    ],
    [
      "a limit is narrower",
      field({ type: "string", maxLength: 9 }),
      field({ type: "string", maxLength: 8, minLength: 1 }),
      ["POST /pets body.a has a narrower minLength", "POST /pets body.a has a narrower maxLength"],
    ],
    [
      "items become unique",
      field({ type: "array", items: text }),
      field({ type: "array", items: text, uniqueItems: true }),
      ["POST /pets body.a has a narrower uniqueItems"],
    ],
    [
      "a pattern is added",
      field(text),
      field({ type: "string", pattern: "^a" }),
      ["POST /pets body.a has another pattern"],
    ],
    [
      "a default changes",
      field({ type: "integer", default: 1 }),
      field({ type: "integer", default: 2 }),
      ["POST /pets body.a has another default"],
    ],
    [
      "null is refused",
      field(choice(text, { type: "null" })),
      field(text),
      ["POST /pets body.a is no longer accepted as null"],
    ],
    [
      "a type changes",
      field(text),
      field({ type: "integer" }),
      ["POST /pets body.a is no longer accepted as string"],
    ],
    [
      "items change",
      field({ type: "array", items: text }),
      field({ type: "array", items: { type: "integer" } }),
      ["POST /pets body.a[] is no longer accepted as string"],
    ],
    [
      "a kind of object is removed",
      choice(kind("x"), kind("y"), kind("z")),
      choice(kind("x"), kind("y")),
      ['POST /pets body is no longer accepted as kind "z"'],
    ],
    [
      "values of any name change",
      field({ type: "object", additionalProperties: text }),
      field({ type: "object", additionalProperties: { type: "integer" } }),
      ["POST /pets body.a.* is no longer accepted as string"],
    ],
  ];
  it.each(rows)("[API-394] it is a break if %s", (_name, before, after, breaks) => {
    expect(compare(request(before), request(after))).toEqual(breaks);
  });
  it.each([
    [
      "an optional field is added",
      field(text),
      { type: "object", properties: { a: text, b: text } },
    ],
    [
      "a value is added",
      field({ type: "string", enum: ["a"] }),
      field({ type: "string", enum: ["a", "b"] }),
    ],
    [
      "a limit is wider",
      field({ type: "string", maxLength: 8 }),
      field({ type: "string", maxLength: 9 }),
    ],
    ["null is accepted", field(text), field(choice(text, { type: "null" }))],
    ["any number is accepted", field({ type: "integer" }), field({ type: "number" })],
    ["a field becomes optional", pet(), pet({ required: [] })],
    [
      "a kind of object is added",
      choice(kind("x"), kind("y")),
      choice(kind("x"), kind("y"), kind("z")),
    ],
  ] as readonly (readonly [string, Schema, Schema])[])(
    "[API-394] it is no break if %s",
    (_name, before, after) => {
      expect(compare(request(before), request(after))).toEqual([]);
    },
  );
});

describe("responses", () => {
  const rows: readonly (readonly [string, Schema, Schema, readonly string[]])[] = [
    ["a field is removed", field(text), { type: "object" }, ["POST /pets 200.a was removed"]],
    [
      "a field becomes optional",
      pet(),
      pet({ required: [] }),
      ["POST /pets 200.id may now be missing"],
    ],
    [
      "a field may be null",
      field(text),
      field(choice(text, { type: "null" })),
      ["POST /pets 200.a may now be null"],
    ],
    [
      "a type changes",
      field({ type: "integer" }),
      field(text),
      ["POST /pets 200.a may now be string"],
    ],
    [
      "a number is no integer",
      field({ type: "integer" }),
      field({ type: "number" }),
      ["POST /pets 200.a may now be number"],
    ],
    [
      "a list of values becomes any text",
      field({ type: "string", enum: ["a"] }),
      field(text),
      ["POST /pets 200.a is no longer one of a list of values"],
    ],
    [
      "a format changes",
      field({ type: "string", format: "uuid" }),
      field(text),
      ["POST /pets 200.a has another format"],
    ],
    [
      "one kind of object becomes two",
      kind("x"),
      choice(kind("x"), { type: "array", items: text }),
      ["POST /pets 200 may now be array"],
    ],
  ];
  it.each(rows)("[API-394] it is a break if %s", (_name, before, after, breaks) => {
    expect(compare(response(before), response(after))).toEqual(breaks);
  });
  it.each([
    ["a field is added", field(text), { type: "object", properties: { a: text, b: text } }],
    [
      "a value is added, which clients ignore (CORE-133)",
      field({ type: "string", enum: ["a"] }),
      field({ type: "string", enum: ["a", "b"] }),
    ],
    [
      "a kind of object is added to several",
      choice(kind("x"), kind("y")),
      choice(kind("x"), kind("y"), kind("z")),
    ],
    ["null is no longer possible", field(choice(text, { type: "null" })), field(text)],
    ["a field is always there", pet({ required: [] }), pet()],
  ] as readonly (readonly [string, Schema, Schema])[])(
    "[API-394] it is no break if %s",
    (_name, before, after) => {
      expect(compare(response(before), response(after))).toEqual([]);
    },
  );
});

describe("operations and events", () => {
  const parameter = (more: object = {}): object => ({
    parameters: [{ name: "q", in: "query", schema: text, ...more }],
  });
  const scoped = (scope: string): object => ({ security: [{ key: [scope] }, { session: [] }] });
  const rows: readonly (readonly [string, object, object, readonly string[]])[] = [
    [
      "an operation is removed",
      buildDocument({}),
      { openapi: "3.1.0", paths: {} },
      ["POST /pets was removed"],
    ],
    [
      "its name changes",
      buildDocument({}),
      buildDocument({ operationId: "other" }),
      ["POST /pets is no longer named doIt"],
    ],
    [
      "its scope changes",
      buildDocument(scoped("pets.read")),
      buildDocument(scoped("pets.manage")),
      ["POST /pets no longer accepts key pets.read"],
    ],
    [
      "it needs authentication",
      buildDocument({ security: [] }),
      buildDocument(scoped("a")),
      ["POST /pets now needs authentication"],
    ],
    [
      "it needs re-authentication",
      buildDocument({}),
      buildDocument({ "x-fresh": true }),
      ["POST /pets now needs re-authentication"],
    ],
    [
      "a parameter is removed",
      buildDocument(parameter()),
      buildDocument({}),
      ["POST /pets query q was removed"],
    ],
    [
      "a parameter is required",
      buildDocument(parameter()),
      buildDocument(parameter({ required: true })),
      ["POST /pets query q is now required"],
    ],
    [
      "a new parameter is required",
      buildDocument({}),
      buildDocument(parameter({ required: true })),
      ["POST /pets query q is new and required"],
    ],
    [
      "a parameter is narrower",
      buildDocument(parameter()),
      buildDocument(parameter({ schema: { type: "integer" } })),
      ["POST /pets query q is no longer accepted as string"],
    ],
    [
      "the body is required",
      buildDocument({}),
      buildDocument({ requestBody: { required: true, ...json(text) } }),
      ["POST /pets body is now required"],
    ],
    [
      "a media type is removed",
      request(text),
      buildDocument({ requestBody: { content: {} } }),
      ["POST /pets body is no longer application/json"],
    ],
    [
      "the successful status changes",
      buildDocument({}),
      buildDocument({ responses: { 202: {} } }),
      ["POST /pets 204 was removed", "POST /pets may now answer 202"],
    ],
    [
      "a security scheme changes",
      { ...buildDocument({}), components: { securitySchemes: { key: { type: "http" } } } },
      buildDocument({}),
      ["The security scheme key was removed"],
    ],
  ];
  it.each(rows)("[API-394] it is a break if %s", (_name, before, after, breaks) => {
    expect(compare(before, after)).toEqual(breaks);
  });

  it("[API-394] an added operation, optional parameter or error status is no break", () => {
    const after = buildDocument({ ...parameter(), responses: { 204: {}, 409: json(text) } });
    expect(compare(buildDocument({}), { ...after, webhooks: {} })).toEqual([]);
  });

  it("[API-394] what Parlour sends is read by clients, and what they answer is a request", () => {
    const hook = (schema: Schema, answer: Schema): object => ({
      openapi: "3.1.0",
      webhooks: { told: { post: { requestBody: json(schema), responses: { 200: json(answer) } } } },
    });
    const before = hook(field(text), field(text));
    expect(compare(before, hook(field(choice(text, { type: "null" })), field(text)))).toEqual([
      "POST told body.a may now be null",
    ]);
    expect(compare(before, hook(field(text), { ...field(text), required: ["a"] }))).toEqual([
      "POST told 200.a is now required",
    ]);
    expect(compare(before, { openapi: "3.1.0" })).toEqual(["POST told is no longer sent"]);
  });

  it("[API-394] a message of AsyncAPI may not be removed, and its payload is compared in its direction", () => {
    const events = (names: readonly string[], payload: Schema): object => ({
      asyncapi: "3.0.0",
      channels: {
        socket: {
          address: "/socket",
          messages: Object.fromEntries(names.map((name) => [name, { payload }])),
        },
      },
      operations: {
        send: {
          action: "send",
          channel: { $ref: "#/channels/socket" },
          messages: names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` })),
        },
      },
    });
    const before = events(["a", "b"], field(text));
    expect(compare(before, events(["a", "b", "c"], field(text)))).toEqual([]);
    expect(compare(before, events(["a"], field(text)))).toEqual(["send b was removed"]);
    expect(compare(before, events(["a", "b"], { type: "object" }))).toEqual([
      "send a.a was removed",
      "send b.a was removed",
    ]);
  });

  it("[API-394] a named schema is reported once, under its name, also if it contains itself", () => {
    const node = (more: Schema): Schema => ({
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" }, ...more.properties },
    });
    const build = (schema: Schema): object => {
      const named = json({ $ref: "#/components/schemas/Node" });
      return buildDocument({ responses: { 200: named, 201: named } }, { Node: schema });
    };
    expect(compare(build(node({ properties: { a: text } })), build(node({})))).toEqual([
      "Node.a was removed",
    ]);
  });

  it("[API-394] the provisioning file is a request, and an unknown keyword is an error", () => {
    expect(compare(field(text), field({ type: "boolean" }))).toEqual([
      "file.a is no longer accepted as string",
    ]);
    expect(() => compare(field(text), field({ type: "string", not: {} }))).toThrow("not");
  });
});

it("[API-394] a kept document has no texts for people, but fields of any name and all values", () => {
  const schema = {
    type: "object",
    description: "A pet.",
    properties: { title: { type: "string", examples: ["Mia"], default: { title: "T" } } },
  };
  expect(
    formatDocument({ openapi: "3.1.0", info: {}, components: { schemas: { Pet: schema } } }),
  ).toBe(
    `{\n"openapi":"3.1.0",\n"components":{\n"schemas":{\n"Pet":{"type":"object","properties":{"title":{"type":"string","default":{"title":"T"}}}}\n}\n}\n}\n`,
  );
});
