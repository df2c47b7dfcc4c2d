import { describe, expect, it } from "vitest";
import {
  describeLimits,
  describeNamedValues,
  describeType,
  listObjects,
  listOperations,
  searchOperations,
  type ApiDocument,
} from "./document.ts";
import { buildRequest, getMissingScope, listMissing } from "./request.ts";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const tag = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, parent: { $ref: "#/components/schemas/Tag" } },
  examples: [{ name: "refund" }],
};
const document = {
  tags: [
    { name: "tags", description: "Tags." },
    { name: "session", description: "Sign-in." },
  ],
  paths: {
    "/api/v1/sessions": {
      post: {
        operationId: "signIn",
        summary: "Sign in",
        tags: ["session"],
        security: [],
        responses: {},
      },
      delete: {
        operationId: "signOut",
        tags: ["session"],
        security: [{ session: [] }],
        responses: {},
      },
    },
    "/api/v1/tags/{id}": {
      patch: {
        operationId: "updateTag",
        summary: "Rename a tag",
        tags: ["tags"],
        security: [{ key: ["account.manage"] }, { session: [] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "dry run", in: "query", schema: { type: "boolean" } },
          { name: "Idempotency-Key", in: "header", schema: { type: "string" } },
        ],
        requestBody: { required: true, ...json({ $ref: "#/components/schemas/Tag" }) },
        responses: { 404: { $ref: "#/components/responses/NotFound" } },
      },
    },
  },
  components: {
    schemas: { Tag: tag, Side: { type: "string", enum: ["left", "right"] } },
    responses: { NotFound: { description: "No such object.", ...json({ type: "object" }) } },
  },
} as unknown as ApiDocument;
const operations = listOperations(document);
const [updateTag] = operations;

describe("the API reference", () => {
  it("[API-396] lists operations by group, with the scope of a key, no key, or no sign-in", () => {
    expect(operations.map(({ id, scope }) => [id, scope])).toEqual([
      ["updateTag", "account.manage"],
      ["signIn", undefined],
      ["signOut", null],
    ]);
    expect(updateTag?.body?.example).toEqual({ name: "refund" });
    expect(updateTag?.responses[0]).toMatchObject({
      status: "404",
      description: "No such object.",
    });
  });

  it("[API-396] finds operations by all words of a query", () => {
    const find = (query: string): string[] =>
      searchOperations(operations, query).map(({ id }) => id);
    expect(find("PATCH tags")).toEqual(["updateTag"]);
    expect(find("rename account.manage")).toEqual(["updateTag"]);
    expect(find("sign")).toEqual(["signIn", "signOut"]);
    expect(find("sign tags")).toEqual([]);
    expect(find(" ")).toHaveLength(3);
  });

  it("[API-396] describes types and limits, also of a schema that contains itself", () => {
    const text = { anyOf: [{ enum: ["a", 1] }, { type: "null" }] };
    expect(describeType({ type: "array", items: text })).toBe('("a" | 1 | null)[]');
    expect(describeLimits({ minimum: 1, maximum: 200, default: 50 })).toEqual([
      "1 to 200",
      "default 50",
    ]);
    expect(describeLimits({ maxLength: 9, pattern: "^a" })).toEqual(["at most 9 characters", "^a"]);
    expect(describeLimits({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toEqual([
      "at least 1",
    ]);
    const side = { $ref: "#/components/schemas/Side" };
    for (const schema of [
      side,
      { anyOf: [side, { type: "null" }] },
      { type: "array", items: side },
    ])
      expect(describeNamedValues(document, schema)).toEqual(['"left" | "right"']);
    expect(describeNamedValues(document, { $ref: "#/components/schemas/Tag" })).toEqual([]);
    const list = { type: "array", items: { $ref: "#/components/schemas/Tag" } };
    expect(listObjects(document, list)).toEqual([tag]);
  });

  it("[API-398] builds a request without the key, and asks for what it needs", () => {
    if (updateTag === undefined) throw new Error("updateTag is missing");
    const parameters = { id: "a/b", "dry run": "true & more", "Idempotency-Key": "k1" };
    expect(buildRequest(updateTag, { parameters, body: "{}" }, "https://chat.example")).toEqual({
      method: "PATCH",
      url: "https://chat.example/api/v1/tags/a%2Fb?dry+run=true+%26+more",
      headers: { "Idempotency-Key": "k1", "Content-Type": "application/json" },
      body: "{}",
    });
    expect(listMissing(updateTag, { parameters: {}, body: "" })).toEqual(["id", "body"]);
    expect(listMissing(updateTag, { parameters, body: "{" })).toEqual(["body"]);
    expect(listMissing(updateTag, { parameters, body: "{}" })).toEqual([]);
  });

  it("[API-397] reads the missing scope of a refusal", () => {
    const answer = (status: number, body: string) =>
      getMissingScope({ status, body, headers: {}, bytes: 0, durationMs: 1 });
    expect(answer(403, '{"error":{"scope":"chats.read"}}')).toBe("chats.read");
    expect(answer(403, '{"error":{}}')).toBeNull();
    expect(answer(403, "<html>")).toBeNull();
    expect(answer(200, '{"error":{"scope":"chats.read"}}')).toBeNull();
  });
});
