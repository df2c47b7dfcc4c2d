import type { Field } from "@parlour/protocol/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, key = acme.keys.owner) =>
  service.call(method, path, { key, body });
const create = async (body: object): Promise<number> => {
  const answer = await call("POST", "/fields", body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.id as number;
};
const readFields = async (): Promise<readonly Field[]> =>
  (await call("GET", "/fields", undefined, acme.keys.operator)).body.items as Field[];

describe("definitions of fields", () => {
  it("[FLD-001] an administrator defines a field with defaults, and everybody reads it", async () => {
    const answer = await call("POST", "/fields", {
      object: "visitor",
      key: "plan",
      kind: "one_of",
      name: "Plan",
      options: ["free", "pro"],
    });
    const created = new Date(service.clock.now()).toISOString();
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: answer.body.id,
        object: "visitor",
        key: "plan",
        kind: "one_of",
        name: "Plan",
        help: "",
        options: ["free", "pro"],
        edit_roles: ["admin", "operator"],
        sources: ["page", "channel", "webhook", "api", "operator"],
        created_at: created,
        managed: false,
      },
    ]);
    expect(await readFields()).toEqual([answer.body]);
    const refused = await call("POST", "/fields", {}, acme.keys.operator);
    expect(refused.status).toBe(403);
  });

  it("[FLD-001] an account has at most 200 fields", async () => {
    const other = await service.createAccount("other");
    const create = (n: number) =>
      service.call("POST", "/fields", {
        key: other.keys.owner,
        body: { object: "chat", key: `k${n}`, kind: "text", name: "K" },
      });
    for (let n = 0; n < 200; n++) await create(n);
    const refused = await create(200);
    expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_request"]);
  });

  it.each(["Plan", "1st", "a-b", "x".repeat(41), "email", "first_seen"])(
    "[FLD-002] the key %s is refused",
    async (key) => {
      const answer = await call("POST", "/fields", {
        object: "visitor",
        key,
        kind: "text",
        name: "Name",
      });
      expect([answer.status, answer.body.error.field]).toEqual([400, "key"]);
    },
  );

  it("[FLD-002] visitors and chats may have the same key", async () => {
    await create({ object: "visitor", key: "order", kind: "text", name: "Last order" });
    await create({ object: "chat", key: "order", kind: "number", name: "Order" });
    await create({ object: "chat", key: "email", kind: "text", name: "Email" });
  });

  it("[FLD-003] a key is used once, also after its field is removed; kind and object are fixed", async () => {
    const body = { object: "visitor", key: "birthday", kind: "date", name: "Birthday" };
    const id = await create(body);
    expect((await call("POST", "/fields", body)).body.error).toMatchObject({
      code: "name_taken",
      field: "key",
    });
    expect((await call("PATCH", `/fields/${id}`, { kind: "text" })).status).toBe(400);
    expect((await call("PATCH", `/fields/${id}`, { name: "Day of birth" })).body.name).toBe(
      "Day of birth",
    );
    expect((await call("DELETE", `/fields/${id}`)).status).toBe(204);
    expect((await call("GET", `/fields/${id}`)).status).toBe(404);
    expect((await call("PATCH", `/fields/${id}`, { name: "B" })).status).toBe(404);
    expect((await readFields()).map(({ key }) => key)).not.toContain("birthday");
    expect((await call("POST", "/fields", body)).status).toBe(409);
  });

  it.each([
    ["one_of", []],
    ["several_of", undefined],
    ["text", ["a"]],
    ["one_of", ["a", ""]],
    ["one_of", ["a", "a"]],
  ])("[FLD-004] the kind %s with the options %j is refused", async (kind, options) => {
    const answer = await call("POST", "/fields", {
      object: "chat",
      key: "size",
      kind,
      name: "Size",
      options,
    });
    expect([answer.status, answer.body.error.field]).toEqual([
      400,
      expect.stringMatching(/^options/),
    ]);
  });
});
