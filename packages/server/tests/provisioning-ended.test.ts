import { createHash } from "node:crypto";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applyProvisioningFile, parseProvisioningFile } from "../src/index.ts";
import { openSignedInBrowser } from "./sign-in-fixture.ts";

const bobsKey = `pk_test_${"b".repeat(32)}`;
const file = (bob = "") => `version: 1
account: { name: Acme }
operators:
  - { email: ann@example.test, name: Ann, password: "correct horse battery staple", role: owner }
  - { email: bob@example.test, name: Bob, password: "another horse battery"${bob} }
  - { email: eve@example.test, name: Eve, password: "another horse stable" }
departments: [{ name: Sales, operators: [ann@example.test, bob@example.test] }]
api_keys: [{ name: bobs, key: ${bobsKey}, operator: bob@example.test, scopes: ["*"] }]
tags: [vip]
`;
const secretKey = createHash("sha256").update("ended persons").digest();
let parlour: TestParlour;
let ids: Record<string, number>;
beforeAll(async () => {
  parlour = await startTestParlour({ file: file(), secretKey });
  const rows = await parlour.sql<{ email: string; id: string }>("select email, id from operator");
  ids = Object.fromEntries(rows.map(({ email, id }) => [email.split("@")[0], Number(id)]));
});
afterAll(() => parlour.close());

/** Does the same as a start, and as `parlour apply`. */
const apply = (text: string) =>
  applyProvisioningFile(parseProvisioningFile("parlour.yaml", text, {}), {
    url: parlour.databaseUrl,
    secretKey,
    clock: parlour.clock,
    dryRun: false,
    prune: false,
    egressAllow: [],
    reservedHosts: [],
  });
const readMe = (key: string) =>
  parlour.call("GET", "me", undefined, { authorization: `Bearer ${key}` });

it("[CFG-158] a person of the file who was deactivated stays so, with their keys, until the file says reactivate", async () => {
  expect((await readMe(bobsKey)).status).toBe(200);
  expect((await parlour.owner.call("DELETE", `operators/${ids["bob"]}`)).status).toBe(204);
  expect((await readMe(bobsKey)).status).toBe(401);
  for (let n = 0; n < 2; n += 1) {
    const applied = await apply(file());
    expect(applied.ended).toEqual(["operator bob@example.test"]);
    expect(applied.differences).toEqual([]);
    expect((await readMe(bobsKey)).status).toBe(401);
  }
  // Other changes of the file arrive.
  expect((await apply(file(', phone: "+441"'))).differences).toHaveLength(1);
  expect((await readMe(bobsKey)).status).toBe(401);
  const back = await apply(file(", reactivate: true"));
  expect([back.ended, back.differences.length]).toEqual([[], 1]);
  expect((await readMe(bobsKey)).status).toBe(200);
  expect((await apply(file(", reactivate: true"))).differences).toEqual([]);
});

it("[CFG-158] a key of the file that was deleted stays so until the file says reactivate", async () => {
  const [key] = await parlour.sql<{ id: string }>("select id from api_key where name = 'bobs'");
  expect((await readMe(bobsKey)).status).toBe(200);
  expect((await parlour.owner.call("DELETE", `api-keys/${key?.id}`)).status).toBe(204);
  const applied = await apply(file());
  expect([applied.ended, applied.differences]).toEqual([["api key bobs"], []]);
  expect((await readMe(bobsKey)).status).toBe(401);
  const back = file().replace("bobs,", "bobs, reactivate: true,");
  expect((await apply(back)).differences).toHaveLength(1);
  expect((await readMe(bobsKey)).status).toBe(200);
  expect((await apply(file())).differences).toEqual([]);
  expect((await readMe(bobsKey)).status).toBe(200);
});

it("[CFG-158] a session ends a person of the file too, and can activate them again", async () => {
  const browser = await openSignedInBrowser(parlour, "ann@example.test", {
    password: "correct horse battery staple",
  });
  expect((await browser.call("DELETE", `operators/${ids["eve"]}`)).status).toBe(204);
  expect((await apply(file())).ended).toEqual(["operator eve@example.test"]);
  const path = `operators/${ids["eve"]}`;
  expect((await browser.call("PATCH", path, { name: "Eva", active: true })).status).toBe(409);
  expect((await browser.call("PATCH", path, { active: true })).status).toBe(200);
  expect((await apply(file())).ended).toEqual([]);
});

it("[API-291] keys, sessions and SCIM get the same 409 for what the file manages, unless a program says until_applied", async () => {
  const { owner } = parlour;
  const [tag] = await parlour.sql<{ id: string }>("select id from tag");
  const [department] = await parlour.sql<{ id: string }>("select id from department");
  const browser = await openSignedInBrowser(parlour, "ann@example.test", {
    password: "correct horse battery staple",
  });
  const provider = await browser.call("POST", "api-keys", { name: "SCIM", scopes: ["scim"] });
  const { key } = provider.body as { key: string };
  const calls = [
    ["PATCH", `tags/${tag?.id}`, { name: "other" }],
    ["DELETE", `tags/${tag?.id}`, undefined],
    ["PATCH", `departments/${department?.id}`, { name: "Other" }],
    ["DELETE", `departments/${department?.id}`, undefined],
    ["PATCH", `operators/${ids["bob"]}`, { name: "Other" }],
    ["PATCH", `operators/${ids["bob"]}`, { departments: [] }],
    ["PATCH", "account", { name: "Other" }],
  ] as const;
  const before = await apply(file());
  expect(before.differences).toEqual([]);
  for (const [method, path, body] of calls)
    for (const caller of [owner, browser]) {
      const refused = await caller.call(method, path, body);
      expect([refused.status, refused.body?.error?.code], path).toEqual([409, "managed_by_file"]);
    }
  const renamed = await fetch(`${parlour.url}/scim/v2/Users/${ids["bob"]}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/scim+json" },
    body: JSON.stringify({ Operations: [{ op: "replace", path: "displayName", value: "Other" }] }),
  });
  expect([renamed.status, await renamed.text()]).toEqual([
    409,
    expect.stringContaining("The provisioning file manages this entry"),
  ]);
  expect((await apply(file())).differences).toEqual([]);
  const changed = await owner.call("PATCH", `tags/${tag?.id}?until_applied=true`, {
    name: "other",
  });
  expect(changed.body, changed.text).toMatchObject({ name: "other", managed: true });
});
