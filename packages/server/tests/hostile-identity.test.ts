import {
  samlKeys,
  startCpuStopwatch,
  startTestParlour,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listPaths, replaceAt, strangeValues } from "./json-paths.ts";
import { openSignedInBrowser, password } from "./sign-in-fixture.ts";

/** Hostile requests of identity providers: SCIM, and responses of SAML. */
let parlour: TestParlour;
let owner: TestOperator;
let token: string;
let kim: TestOperator;
let foreignId: number;
let groupId: number;
let providerId: string;

beforeAll(async () => {
  parlour = await startTestParlour();
  ({ owner } = parlour);
  const limits = { scim_requests_per_minute: 100_000, login_failures_per_address: 100_000 };
  expect((await owner.call("PATCH", "instance", { limits })).status).toBe(200);
  const browser = await openSignedInBrowser(parlour, owner.email);
  const created = await browser.call("POST", "api-keys", { name: "SCIM", scopes: ["scim"] });
  token = (created.body as { key: string }).key;
  kim = await parlour.operator("operator", "Kim");
  const other = await owner.call("POST", "accounts", {
    name: "Other",
    owner: { name: "Olga", email: "olga@other.test", password },
  });
  expect(other.status, other.text).toBe(201);
  const [olga] = await parlour.sql<{ id: string }>("select id from operator where name = 'Olga'");
  foreignId = Number(olga?.id);
  const group = await owner.call("POST", "departments", { name: "Sales", operators: [owner.id] });
  groupId = (group.body as { id: number }).id;
  const certificate = samlKeys.first.certificate.replaceAll(/-----[^-]+-----|\s/g, "");
  const provider = await owner.call("POST", "instance/saml", {
    name: "Acme SAML",
    entity_id: "https://id.example.test/entity",
    sso_url: "https://id.example.test/sso",
    certificates: [certificate],
  });
  expect(provider.status, provider.text).toBe(201);
  providerId = (provider.body as { id: string }).id;
});
afterAll(() => parlour.close());

const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
let lastNumber = 0;
const createUser = (): object => ({
  schemas: [userSchema],
  userName: `user${(lastNumber += 1)}@example.test`,
  externalId: `e${lastNumber}`,
  displayName: "Zoe",
  name: { formatted: "Zoe A", givenName: "Zoe", familyName: "A" },
  emails: [{ value: "zoe@example.test", primary: true }],
  roles: [{ value: "viewer" }],
  active: true,
});
const createGroup = (): object => ({
  displayName: `Group ${(lastNumber += 1)}`,
  externalId: `g${lastNumber}`,
  members: [{ value: String(kim.id), display: "Kim" }],
});
const patchOf = (...operations: object[]): object => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: operations,
});

interface ScimRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}
async function sendScim({ method = "POST", path = "/Users", body, headers = {} }: ScimRequest) {
  const response = await fetch(`${parlour.url}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/scim+json",
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === "" ? null : (JSON.parse(text) as any) };
}
/** What a refused request must not change. */
const readOperators = async (): Promise<string> => {
  const rows = await parlour.sql(
    "select (select json_agg(o order by o.id) from (select id, name, email, role, active, account_id from operator) o) as operators, (select json_agg(d order by d.id) from (select id, name from department) d) as departments",
  );
  return JSON.stringify(rows);
};

describe("SCIM", () => {
  const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const noUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const cases: readonly (readonly [name: string, request: () => ScimRequest, status: number])[] = [
    [
      "no token",
      () => ({ headers: { authorization: "" }, body: JSON.stringify(createUser()) }),
      401,
    ],
    ["another token", () => ({ headers: { authorization: "Bearer pk_x" }, body: "{}" }), 401],
    [
      "a key of the API",
      () => ({ headers: { authorization: `Bearer ${owner.key}` }, body: "{}" }),
      403,
    ],
    ["a large body", () => ({ body: " ".repeat(2 ** 20 + 1) }), 413],
    ["another type", () => ({ body: "<a/>", headers: { "content-type": "text/xml" } }), 415],
    ["no JSON", () => ({ body: "{" }), 400],
    ["no UTF-8", () => ({ body: noUtf8 }), 400],
    ["nested", () => ({ body: deep }), 400],
    ["a key twice", () => ({ body: '{"userName":"a@b.c","userName":"d@e.f"}' }), 400],
    ["no object", () => ({ body: "[]" }), 400],
    ["another account's person", () => ({ method: "GET", path: `/Users/${foreignId}` }), 404],
    [
      "a change of another account's person",
      () => ({
        method: "PATCH",
        path: `/Users/${foreignId}`,
        body: JSON.stringify(patchOf({ op: "replace", value: { displayName: "Mallory" } })),
      }),
      404,
    ],
    [
      "the deletion of another account's person",
      () => ({ method: "DELETE", path: `/Users/${foreignId}` }),
      404,
    ],
    [
      "another account's person as a member",
      () => ({
        path: "/Groups",
        body: JSON.stringify({ displayName: "Mine", members: [{ value: String(foreignId) }] }),
      }),
      400,
    ],
    ["a huge id", () => ({ method: "GET", path: "/Users/99999999999999999999" }), 404],
    ["an id with a zero byte", () => ({ method: "GET", path: "/Users/1%00" }), 404],
    [
      "too many operations",
      () => ({
        method: "PATCH",
        path: `/Users/${kim.id}`,
        body: JSON.stringify(
          patchOf(...Array.from({ length: 1_001 }, () => ({ op: "add", value: {} }))),
        ),
      }),
      400,
    ],
    [
      "a long external id",
      () => ({
        body: JSON.stringify({ ...createUser(), externalId: "e".repeat(100_000) }),
      }),
      400,
    ],
    [
      "a filter of a prototype",
      () => ({ method: "GET", path: '/Users?filter=constructor%20eq%20"a"' }),
      400,
    ],
    ["a filter twice", () => ({ method: "GET", path: "/Users?filter=a&filter=b" }), 400],
    ["a page of a text", () => ({ method: "GET", path: "/Users?startIndex=x" }), 400],
  ];
  test.each(cases)(
    "[SSO-020] [SSO-027] %s is refused, and changes nothing",
    async (_, request, status) => {
      const before = await readOperators();
      const answer = await sendScim(request());
      expect(answer.status, answer.text).toBe(status);
      expect(answer.body).toMatchObject({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
        status: String(status),
        detail: expect.any(String),
      });
      expect(answer.text.length).toBeLessThan(1_000);
      expect(await readOperators()).toBe(before);
    },
  );

  test("[SSO-022] a long filter takes no time", async () => {
    const elapsedMs = startCpuStopwatch();
    for (const text of [
      `a[${'"x"'.repeat(320)}`,
      `userName eq "${"\\".repeat(900)}`,
      "a ".repeat(500),
    ])
      expect(
        (await sendScim({ method: "GET", path: `/Users?filter=${encodeURIComponent(text)}` }))
          .status,
      ).toBe(400);
    expect(elapsedMs()).toBeLessThan(1_000);
  });

  test.each([
    ["a user", () => ({ method: "PUT", path: `/Users/${kim.id}`, body: createUser() })],
    ["a group", () => ({ method: "PUT", path: `/Groups/${groupId}`, body: createGroup() })],
    [
      "a change",
      () => ({
        method: "PATCH",
        path: `/Users/${kim.id}`,
        body: patchOf(
          { op: "replace", path: "displayName", value: "Kim" },
          { op: "add", value: { externalId: "k", "name.givenName": "Kim" } },
        ),
      }),
    ],
  ])("[SSO-027] no value of another type in %s is a fault of the server", async (_, create) => {
    for (const path of listPaths(create().body))
      for (const value of strangeValues) {
        const request = create();
        const body = JSON.stringify(replaceAt(request.body, path, value));
        const answer = await sendScim({ ...request, body });
        const name = `${String(path)} = ${JSON.stringify(value)}: ${answer.text}`;
        expect([200, 400, 403, 409], name).toContain(answer.status);
        if (answer.status >= 400) expect(answer.body.detail, name).toEqual(expect.any(String));
      }
  });
});

describe("SAML", () => {
  const form = (fields: Readonly<Record<string, string>>): string =>
    new URLSearchParams(fields).toString();
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, "v"]));
  const attributes = Array.from({ length: 10_000 }, (_, n) => `a${n}="v"`).join(" ");
  const base64 = (xml: string): string => Buffer.from(xml).toString("base64");
  const toResponse = (response: string) => () =>
    form({ SAMLResponse: response, RelayState: providerId });
  const formType = "application/x-www-form-urlencoded";
  type Case = readonly [
    name: string,
    body: () => string | Uint8Array<ArrayBuffer>,
    status: number,
    type: string,
  ];
  const cases: readonly Case[] = [
    ["nothing", () => "", 303, formType],
    [
      "an unknown provider",
      () => form({ SAMLResponse: "PA==", RelayState: "unknown" }),
      303,
      formType,
    ],
    [
      "a prototype as provider",
      () => form({ SAMLResponse: "PA==", RelayState: "__proto__" }),
      303,
      formType,
    ],
    [
      "a zero byte as provider",
      () => form({ SAMLResponse: "PA==", RelayState: "\u0000" }),
      303,
      formType,
    ],
    ["10,000 fields", () => form({ ...many, RelayState: providerId }), 303, formType],
    ["no base64", toResponse("<<<>>>"), 303, formType],
    [
      "bytes that are no UTF-8",
      toResponse(Buffer.from([0xff, 0xfe, 0x00]).toString("base64")),
      303,
      formType,
    ],
    ["10,000 attributes", toResponse(base64(`<a ${attributes}/>`)), 303, formType],
    ["two roots", toResponse(base64("<a/><b/>")), 303, formType],
    ["a processing instruction", toResponse(base64("<?php echo 1 ?><a/>")), 303, formType],
    ["a form that is no UTF-8", () => new Uint8Array([0x53, 0x3d, 0xff]), 303, formType],
    ["a large form", () => "a".repeat(512 * 1024 + 1), 413, formType],
    ["JSON", () => "{}", 303, "application/json"],
    ["another type", () => "<a/>", 415, "text/xml"],
  ];
  test.each(cases)("[SSO-004] %s opens nothing", async (_name, body, status, type) => {
    const elapsedMs = startCpuStopwatch();
    const answer = await fetch(`${parlour.url}/saml/acs`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": type },
      body: body(),
    });
    const text = await answer.text();
    expect(answer.status, text).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(elapsedMs()).toBeLessThan(2_000);
    if (status !== 303) return expect(JSON.parse(text).error.code).toEqual(expect.any(String));
    const to = new URL(answer.headers.get("location") ?? "", parlour.url);
    expect(to.pathname).toBe("/signin/saml");
    const saml = to.searchParams.get("result");
    const origin = { origin: parlour.url };
    const refused = await parlour.call("POST", "sessions", { saml }, origin);
    expect(refused.status, refused.text).toBe(401);
    expect(refused.body.error).toMatchObject({ code: "invalid_credentials", field: "saml" });
  });

  test("[SSO-004] results that this server did not seal open nothing", async () => {
    for (const saml of strangeValues) {
      const answer = await parlour.call("POST", "sessions", { saml }, { origin: parlour.url });
      expect([400, 401], `${JSON.stringify(saml)}: ${answer.text}`).toContain(answer.status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});
