import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSignedInBrowser, password } from "./sign-in-fixture.ts";

let parlour: TestParlour;
let integrator: FakeIntegrator;
let owner: TestOperator;
let token: string;

beforeAll(async () => {
  parlour = await startTestParlour();
  integrator = await startIntegrator();
  ({ owner } = parlour);
  token = await createToken(["scim"]);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

const listMessage = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

async function createToken(scopes: readonly string[], email = owner.email): Promise<string> {
  const browser = await openSignedInBrowser(parlour, email);
  const created = await browser.call("POST", "api-keys", { name: "SCIM", scopes });
  expect(created.status, created.text).toBe(201);
  return (created.body as { key: string }).key;
}

async function scim(method: string, path: string, body?: unknown, bearer = token) {
  const response = await fetch(`${parlour.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (text !== "") expect(response.headers.get("content-type")).toMatch(/^application\/scim\+json/);
  return { status: response.status, body: text === "" ? null : JSON.parse(text), text, response };
}

const patch = (path: string, ...operations: object[]) =>
  scim("PATCH", path, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
    Operations: operations,
  });
const filter = (path: string, text: string) =>
  scim("GET", `${path}?filter=${encodeURIComponent(text)}`);

/** A user as Okta creates one. */
const oktaUser = (email: string, more: object = {}) => ({
  schemas: [userSchema],
  userName: email,
  name: { givenName: "Zoe", familyName: "Adams" },
  emails: [{ primary: true, value: email, type: "work" }],
  displayName: "Zoe Adams",
  locale: "en-US",
  externalId: "00u1",
  groups: [],
  active: true,
  ...more,
});

it("[SSO-020] [API-303] only a token for SCIM opens the interface, and such a token opens nothing else", async () => {
  const everything = await scim("GET", "/Users", undefined, owner.key);
  expect(everything.status).toBe(403);
  expect(everything.body).toMatchObject({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: "403",
  });
  expect((await scim("GET", "/Users", undefined, "pk_unknown")).status).toBe(401);
  for (const path of ["me", "operators", "chats", "api-keys"])
    expect(
      (await parlour.call("GET", path, undefined, { authorization: `Bearer ${token}` })).status,
      path,
    ).toBe(403);
  // A role that may not manage operators gives its token no more.
  const dev = await parlour.operator("developer", "Dev");
  const weak = await createToken(["scim"], dev.email);
  expect((await scim("POST", "/Users", oktaUser("weak@example.test"), weak)).status).toBe(403);
  // Nobody gets the scope without naming it.
  expect((await owner.call("POST", "api-keys", { name: "x", scopes: ["scim"] })).status).toBe(403);
});

it("[SSO-021] [SSO-022] Okta creates, finds, renames and deactivates a person", async () => {
  const created = await scim("POST", "/Users", oktaUser("zoe@example.test"));
  expect(created.status, created.text).toBe(201);
  expect(created.body).toMatchObject({
    schemas: [userSchema],
    userName: "zoe@example.test",
    externalId: "00u1",
    displayName: "Zoe Adams",
    active: true,
    emails: [{ value: "zoe@example.test", primary: true }],
    roles: [{ value: "operator" }],
  });
  const { id } = created.body as { id: string };
  expect(created.response.headers.get("location")).toMatch(new RegExp(`/scim/v2/Users/${id}$`));
  const again = await scim("POST", "/Users", oktaUser("ZOE@example.test"));
  expect(again.body).toMatchObject({ status: "409", scimType: "uniqueness" });
  const found = await filter("/Users", 'userName eq "Zoe@Example.test"');
  expect(found.body).toMatchObject({ schemas: [listMessage], totalResults: 1 });
  expect(found.body.Resources[0].id).toBe(id);
  expect((await filter("/Users", 'externalId eq "00u1"')).body.totalResults).toBe(1);
  expect((await filter("/Users", 'externalId eq "00U1"')).body.totalResults).toBe(0);
  const renamed = await scim(
    "PUT",
    `/Users/${id}`,
    oktaUser("zoe@example.test", { displayName: "Zoe Brown" }),
  );
  expect(renamed.body.displayName).toBe("Zoe Brown");
  const off = await patch(`/Users/${id}`, { op: "replace", value: { active: false } });
  expect(off.body, off.text).toMatchObject({ active: false, displayName: "Zoe Brown" });
  // A repeat of the same request adds nothing to the audit log.
  const readAudit = async () =>
    (await owner.call("GET", "audit?limit=200")).body.items as {
      action: string;
      actor: { kind: string; name: string };
    }[];
  const before = await readAudit();
  expect(
    before
      .filter(({ action }) => /^operator\.(create|change|deactivate)$/.test(action))
      .slice(0, 3),
  ).toMatchObject([
    { action: "operator.deactivate", actor: { kind: "key", name: "SCIM" } },
    { action: "operator.change", actor: { kind: "key", name: "SCIM" } },
    { action: "operator.create", actor: { kind: "key", name: "SCIM" } },
  ]);
  await patch(`/Users/${id}`, { op: "replace", value: { active: false } });
  expect((await readAudit()).length).toBe(before.length);
});

it("[SSO-023] Entra's texts for truth values, its keys with dots, and attributes of other schemas", async () => {
  const created = await scim("POST", "/Users", {
    schemas: [userSchema, enterprise],
    externalId: "entra-1",
    userName: "kim@example.test",
    active: true,
    displayName: "Kim Lee",
    emails: [{ primary: true, type: "work", value: "kim@example.test" }],
    name: { formatted: "Kim Lee", familyName: "Lee", givenName: "Kim" },
    title: "Clerk",
    [enterprise]: { department: "Sales", manager: { value: "1" } },
  });
  expect(created.status, created.text).toBe(201);
  const path = `/Users/${created.body.id}`;
  const changed = await patch(
    path,
    { op: "Replace", path: "displayName", value: "Kim Park" },
    { op: "Add", path: `${enterprise}:department`, value: "Support" },
    { op: "Replace", path: 'emails[type eq "work"].value', value: "kim@example.test" },
    { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+1" },
    { op: "Replace", value: { "name.givenName": "Kim", title: "Lead" } },
    { op: "Add", path: 'roles[primary eq "True"].value', value: "admin" },
  );
  expect(changed.body, changed.text).toMatchObject({
    displayName: "Kim Park",
    roles: [{ value: "admin" }],
  });
  expect((await patch(path, { op: "Replace", path: "active", value: "False" })).body.active).toBe(
    false,
  );
  expect((await patch(path, { op: "Replace", path: "active", value: "True" })).body.active).toBe(
    true,
  );
  const back = await patch(path, { op: "Remove", path: "roles" });
  expect(back.body.roles).toMatchObject([{ value: "operator" }]);
  const renamed = await patch(path, { op: "replace", path: "userName", value: "kp@example.test" });
  expect(renamed.body).toMatchObject({ userName: "kp@example.test" });
});

it("[SSO-024] [CORE-003] [API-302] a deactivated person is signed out and leaves the chats; a deleted one is gone for the provider, and comes back as the same operator", async () => {
  const pat = await parlour.operator("operator", "Pat");
  const channel = await parlour.channel(`${integrator.url}/chat`, {
    operators: [owner.id, pat.id],
  });
  await parlour.sendCustomerMessage(channel, "c1", "Hello");
  const { id: chat } = await parlour.findChat("c1");
  expect((await pat.call("POST", `chats/${chat}/accept`, {})).status).toBe(200);
  const browser = await openSignedInBrowser(parlour, pat.email);
  const off = await patch(`/Users/${pat.id}`, { op: "replace", value: { active: false } });
  expect(off.body.active, off.text).toBe(false);
  expect((await browser.call("GET", "me")).status).toBe(401);
  expect(await parlour.findChat("c1")).toMatchObject({ state: "waiting", assignee: null });
  expect((await scim("DELETE", `/Users/${pat.id}`)).status).toBe(204);
  expect((await scim("GET", `/Users/${pat.id}`)).status).toBe(404);
  expect((await scim("DELETE", `/Users/${pat.id}`)).status).toBe(404);
  expect((await filter("/Users", `userName eq "${pat.email}"`)).body.totalResults).toBe(0);
  expect((await owner.call("GET", `operators/${pat.id}`)).body).toMatchObject({
    name: "Pat",
    active: false,
  });
  const back = await scim("POST", "/Users", oktaUser(pat.email, { displayName: "Pat B" }));
  expect(back.status, back.text).toBe(201);
  expect(back.body).toMatchObject({ id: String(pat.id), active: true, displayName: "Pat B" });
});

it("[SSO-025] no form of a request changes address, role or state of an owner", async () => {
  const boss = await parlour.operator("owner", "Boss");
  const thief = "thief@evil.test";
  const path = `/Users/${boss.id}`;
  const operation = (op: string, target: string | undefined, value: unknown) => () =>
    patch(path, { op, ...(target === undefined ? {} : { path: target }), value });
  const put = (more: object) => () => scim("PUT", path, oktaUser(boss.email, more));
  const forms: readonly (() => ReturnType<typeof scim>)[] = [
    operation("replace", "userName", thief),
    operation("Replace", "USERNAME", thief),
    operation("add", "username", thief),
    operation("add", `${userSchema}:userName`, thief),
    operation("replace", undefined, { userName: thief }),
    operation("replace", undefined, { [`${userSchema}:userName`]: thief }),
    operation("replace", 'emails[type eq "work"].value', thief),
    operation("Replace", "emails[primary eq true].value", thief),
    operation("replace", "emails.value", thief),
    operation("replace", "emails", [{ value: thief, primary: true }]),
    operation("add", undefined, { emails: [{ value: thief, type: "work" }] }),
    operation("replace", undefined, { "emails.value": thief }),
    operation("replace", "roles", "admin"),
    operation("replace", 'roles[primary eq "True"].value', "viewer"),
    operation("remove", "roles", undefined),
    operation("replace", undefined, { roles: [{ value: "operator" }] }),
    operation("replace", "active", false),
    operation("Replace", "Active", "False"),
    operation("replace", undefined, { active: false, displayName: "Thief" }),
    () =>
      patch(
        path,
        { op: "replace", path: "displayName", value: "Thief" },
        { op: "replace", path: "userName", value: thief },
      ),
    put({ userName: thief }),
    put({ emails: [{ value: boss.email }, { value: thief, primary: true }] }),
    put({ roles: ["viewer"] }),
    put({ active: false }),
    () => scim("DELETE", path),
  ];
  const before = (await owner.call("GET", `operators/${boss.id}`)).body;
  for (const [n, send] of forms.entries()) {
    const answer = await send();
    expect(answer.status, `${n}: ${answer.text}`).toBe(403);
    expect((await owner.call("GET", `operators/${boss.id}`)).body, `form ${n}`).toEqual(before);
  }
  // A deactivated owner stays so, with their address.
  await openSignedInBrowser(parlour, owner.email).then((browser) =>
    browser.call("DELETE", `operators/${boss.id}`),
  );
  for (const send of [
    operation("replace", "active", true),
    operation("replace", "userName", thief),
    put({ active: true }),
    () => scim("DELETE", path),
    () => scim("POST", "/Users", oktaUser(boss.email)),
  ])
    expect([403, 409]).toContain((await send()).status);
  expect((await owner.call("GET", `operators/${boss.id}`)).body).toMatchObject({
    active: false,
    email: boss.email,
  });
});

it("[SSO-025] a provider may rename an owner, put them into departments and send what is so already", async () => {
  const boss = await parlour.operator("owner", "Chief");
  const renamed = await scim("PUT", `/Users/${boss.id}`, oktaUser(boss.email));
  expect(renamed.body, renamed.text).toMatchObject({ displayName: "Zoe Adams", active: true });
  const group = await scim("POST", "/Groups", {
    displayName: "Chiefs",
    members: [{ value: String(boss.id) }],
  });
  expect(group.body.members, group.text).toMatchObject([{ value: String(boss.id) }]);
});

it("[SSO-025] the operator of the token stays, the token of an owner changes no owner, and nobody becomes one", async () => {
  const off = { op: "replace", value: { active: false } };
  const kai = await parlour.operator("admin", "Kai");
  const ownToken = await createToken(["scim"], kai.email);
  const own = await scim("PATCH", `/Users/${kai.id}`, { Operations: [off] }, ownToken);
  expect(own.status, own.text).toBe(409);
  for (const bearer of [token, ownToken])
    expect((await scim("PATCH", `/Users/${owner.id}`, { Operations: [off] }, bearer)).status).toBe(
      403,
    );
  expect((await owner.call("GET", "me")).body).toMatchObject({ active: true, role: "owner" });
  for (const value of ["owner", [{ value: "OWNER" }]])
    expect((await patch(`/Users/${kai.id}`, { op: "add", path: "roles", value })).status).toBe(403);
  const created = await scim("POST", "/Users", oktaUser("o@example.test", { roles: ["owner"] }));
  expect(created.status).toBe(403);
});

it("[SSO-026] groups are departments: members come and go in the forms of Entra and Okta, deactivated ones stay", async () => {
  const [ann, ben, cat] = [
    await parlour.operator("operator", "Ann"),
    await parlour.operator("operator", "Ben"),
    await parlour.operator("operator", "Cat"),
  ];
  const created = await scim("POST", "/Groups", {
    schemas: [groupSchema],
    displayName: "Returns",
    externalId: "g-1",
    members: [{ value: String(ann.id), display: "Ann" }],
  });
  expect(created.status, created.text).toBe(201);
  const path = `/Groups/${created.body.id}`;
  const readMembers = async () =>
    ((await scim("GET", path)).body.members as { value: string }[]).map(({ value }) =>
      Number(value),
    );
  await patch(path, {
    op: "Add",
    path: "members",
    value: [{ value: String(ben.id) }, { value: String(cat.id) }],
  });
  expect(await readMembers()).toEqual([ann.id, ben.id, cat.id]);
  await patch(`/Users/${cat.id}`, { op: "replace", value: { active: false } });
  const removed = await patch(path, {
    op: "Remove",
    path: "members",
    value: [{ value: String(ann.id) }],
  });
  expect(removed.status, removed.text).toBe(200);
  await patch(path, { op: "remove", path: `members[value eq "${ben.id}"]` });
  expect(await readMembers()).toEqual([cat.id]);
  const department = (await owner.call("GET", `departments/${created.body.id}`)).body as object;
  expect(department).toMatchObject({ name: "Returns", operators: [] });
  await patch(path, { op: "replace", value: { id: created.body.id, displayName: "Refunds" } });
  expect((await filter("/Groups", 'displayName eq "refunds"')).body.Resources).toMatchObject([
    { displayName: "Refunds", externalId: "g-1" },
  ]);
  expect(
    (await filter("/Groups", `id eq "${created.body.id}" and members eq "${cat.id}"`)).body
      .totalResults,
  ).toBe(1);
  // Requests at the same time lose nothing.
  await Promise.all(
    [ann, ben].map(({ id }) =>
      patch(path, { op: "add", path: "members", value: [{ value: String(id) }] }),
    ),
  );
  expect(await readMembers()).toEqual([ann.id, ben.id, cat.id]);
  const bare = await scim("GET", `${path}?excludedAttributes=members`);
  expect(bare.body.members).toBeUndefined();
  expect(
    (await patch(path, { op: "add", path: "members", value: [{ value: "999999" }] })).body,
  ).toMatchObject({ status: "400", scimType: "invalidValue" });
  expect((await scim("DELETE", path)).status).toBe(204);
  expect((await scim("GET", path)).status).toBe(404);
});

it("[SSO-022] [SSO-027] pages, filters and errors in the form of SCIM", async () => {
  const all = await scim("GET", "/Users");
  const page = await scim("GET", "/Users?startIndex=2&count=1");
  expect(page.body).toMatchObject({
    totalResults: all.body.totalResults,
    startIndex: 2,
    itemsPerPage: 1,
  });
  expect(page.body.Resources[0].id).toBe(all.body.Resources[1].id);
  expect((await scim("GET", "/Users?count=0")).body.Resources).toEqual([]);
  for (const text of [
    'userName co "a"',
    'password eq "a"',
    "(((",
    'userName eq "a',
    "x".repeat(2_000),
  ])
    expect((await filter("/Users", text)).body, text).toMatchObject({
      status: "400",
      scimType: "invalidFilter",
    });
  expect((await filter("/Users", String.raw`userName eq "a\"b"`)).body.totalResults).toBe(0);
  expect((await scim("POST", "/Users", oktaUser("nobody"))).body).toMatchObject({
    scimType: "invalidValue",
  });
  expect((await patch("/Users/1", { op: "Move", path: "active" })).body.scimType).toBe(
    "invalidSyntax",
  );
  const broken = await fetch(`${parlour.url}/scim/v2/Users`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
    body: "{",
  });
  expect(await broken.json()).toMatchObject({ status: "400", scimType: "invalidSyntax" });
  for (const path of ["/ServiceProviderConfig", "/Schemas", "/ResourceTypes"])
    expect((await scim("GET", path)).status, path).toBe(200);
  expect((await scim("GET", `/Schemas/${userSchema}`)).body).toMatchObject({ name: "User" });
});

it("[SSO-028] [CFG-030] a token that sends too much is slowed down; a removed one ends at once", async () => {
  await owner.call("PATCH", "instance", { limits: { scim_requests_per_minute: 2 } });
  const other = await createToken(["scim"]);
  expect((await scim("GET", "/Users?count=0", undefined, other)).status).toBe(200);
  expect((await scim("GET", "/Users?count=0", undefined, other)).status).toBe(200);
  const slow = await scim("GET", "/Users?count=0", undefined, other);
  expect(slow.body).toMatchObject({ status: "429" });
  expect(Number(slow.response.headers.get("retry-after"))).toBeGreaterThan(0);
  await owner.call("PATCH", "instance", { limits: {} });
  const browser = await openSignedInBrowser(parlour, owner.email, { password });
  const keys = (await browser.call("GET", "api-keys")).body.items as {
    id: number;
    scopes: string[];
    last_used_at: string | null;
  }[];
  const mine = keys.filter(({ scopes }) => scopes.includes("scim"));
  expect(mine[0]?.last_used_at).not.toBeNull();
  for (const { id } of mine) await browser.call("DELETE", `api-keys/${id}`);
  expect((await scim("GET", "/Users?count=0")).status).toBe(401);
});
