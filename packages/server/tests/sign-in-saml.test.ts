import {
  startSamlProvider,
  startTestParlour,
  type FakeSamlProvider,
  type SamlResponseOptions,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBrowser, openSignedInBrowser, type TestBrowser } from "./sign-in-fixture.ts";

let parlour: TestParlour;
let provider: FakeSamlProvider;
let owner: TestOperator;
let ownerBrowser: TestBrowser;
let providerId: string;

beforeAll(async () => {
  parlour = await startTestParlour({ hooks: { resolve: () => Promise.resolve(["127.0.0.1"]) } });
  ({ owner } = parlour);
  provider = await startSamlProvider(() => ({
    entityId: `${publicUrl()}/saml/metadata`,
    acsUrl: `${publicUrl()}/saml/acs`,
  }));
  await owner.call("POST", "instance/egress-allow", { add: [provider.host] });
  ownerBrowser = await openSignedInBrowser(parlour, owner.email);
  const metadata = await ownerBrowser.call("POST", "instance/saml/metadata", {
    metadata: provider.metadata("first"),
  });
  const created = await ownerBrowser.call("POST", "instance/saml", {
    name: "Acme SAML",
    ...(metadata.body as object),
  });
  expect(created.status, created.text).toBe(201);
  providerId = (created.body as { id: string }).id;
});
afterAll(async () => {
  await parlour.close();
  await provider.close();
});

const publicUrl = (): string => `http://localhost:${parlour.port}`;

/** Starts a sign-in. Returns the browser and the request. */
async function begin(browser = createBrowser(parlour)) {
  const response = await browser.call("POST", "sessions/saml", { provider: providerId });
  expect(response.status, response.text).toBe(200);
  return { browser, request: provider.readRequest((response.body as { url: string }).url) };
}

/** Posts a form to the address of the service, as the browser does. Returns the result. */
async function post(response: string, relayState = providerId): Promise<string> {
  const answer = await fetch(`${parlour.url}/saml/acs`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: provider.entityId, "sec-fetch-site": "cross-site" },
    body: new URLSearchParams({ SAMLResponse: response, RelayState: relayState }),
  });
  expect(answer.status).toBe(303);
  const to = new URL(answer.headers.get("location") ?? "", parlour.url);
  expect(to.pathname).toBe("/signin/saml");
  return to.searchParams.get("result") ?? "";
}

/** Signs in with a response that differs from a correct one. */
async function signIn(options: Partial<SamlResponseOptions> = {}) {
  const { browser, request } = await begin();
  const response = provider.respond({
    email: owner.email,
    request: request.id,
    now: parlour.clock.now(),
    ...options,
  });
  const result = await post(response);
  const answer = await browser.call("POST", "sessions", { saml: result });
  return { answer, browser, request, response, result };
}
const expectRefused = async (reason: RegExp, options: Partial<SamlResponseOptions>) => {
  const { answer } = await signIn(options);
  expect([answer.status, answer.body.error?.message], answer.text).toEqual([
    401,
    expect.stringMatching(reason),
  ]);
};

it("[SSO-002] [SSO-005] [API-013] [API-014] the request names this service; a known person signs in, and the session says how", async () => {
  const ways = (await parlour.call("GET", "sessions/ways")).body as { providers: object[] };
  expect(ways.providers).toEqual([{ id: providerId, name: "Acme SAML", kind: "saml" }]);
  const { answer, browser, request } = await signIn({ email: owner.email.toUpperCase() });
  expect(answer.status, answer.text).toBe(200);
  expect(request.xml).toContain(`AssertionConsumerServiceURL="${publicUrl()}/saml/acs"`);
  expect(request.xml).toContain(`>${publicUrl()}/saml/metadata<`);
  expect((await browser.call("GET", "me/sessions")).body.items[0]).toMatchObject({
    method: "saml",
    strong: true,
  });
  const metadata = await fetch(`${parlour.url}/saml/metadata`);
  expect(metadata.headers.get("content-type")).toMatch(/^application\/samlmetadata\+xml/);
  const xml = await metadata.text();
  expect(xml).toContain(`Location="${publicUrl()}/saml/acs"`);
  expect(xml).toContain('WantAssertionsSigned="true"');
  // The provider asks for the password again if the application needs a new proof.
  const again = await createBrowser(parlour).call("POST", "sessions/saml", {
    provider: providerId,
    again: true,
  });
  expect(provider.readRequest((again.body as { url: string }).url).xml).toContain(
    'ForceAuthn="true"',
  );
});

it("[SSO-003] a signed response and a signed assertion are accepted, and both certificates of a change", async () => {
  expect((await signIn({ signed: "response" })).answer.status).toBe(200);
  await expectRefused(/signature is not valid/, { key: "second" });
  const both = await ownerBrowser.call("POST", "instance/saml/metadata", {
    metadata: provider.metadata("first", "second"),
  });
  const { certificates } = both.body as { certificates: string[] };
  expect(certificates).toHaveLength(2);
  await ownerBrowser.call("PATCH", `instance/saml/${providerId}`, { certificates });
  for (const key of ["first", "second"] as const)
    expect((await signIn({ key })).answer.status, key).toBe(200);
  await ownerBrowser.call("PATCH", `instance/saml/${providerId}`, {
    certificates: certificates.slice(0, 1),
  });
  await expectRefused(/signature is not valid/, { key: "second" });
});

it("[SSO-004] a response is refused without a signature, with SHA-1, for others, from others, too early, too late and with another status", async () => {
  const now = parlour.clock.now();
  await expectRefused(/signature is not valid/, { signed: "nothing" });
  await expectRefused(/SHA-256/, { hash: "sha1" });
  await expectRefused(/SHA-256/, { hash: "sha1", signed: "response" });
  await expectRefused(/another service/, { audience: "https://other.example" });
  await expectRefused(/another address/, { recipient: "https://other.example/acs" });
  await expectRefused(/another issuer/, { issuer: "https://other.example" });
  await expectRefused(/expired/, { now: now - 9 * 60_000 });
  await expectRefused(/too old/, { now: now - 13 * 60_000, validMs: 86_400_000 });
  await expectRefused(/future/, { now: now + 3 * 60_000 });
  // Clocks may differ by two minutes.
  expect((await signIn({ now: now + 60_000 })).answer.status).toBe(200);
  await expectRefused(/answered AuthnFailed/, {
    status: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed",
  });
  await expectRefused(/no email address/, { nameId: "ann" });
  await expectRefused(/signature is not valid/, {
    after: (xml) => xml.replace(`>${owner.email}<`, ">other@example.test<"),
  });
});

it("[SSO-004] wrapped signatures, a second assertion, comments, entities and garbage open nothing", async () => {
  const victim = await parlour.operator("operator", "Vic");
  /** Returns the signed assertion, and one without a signature that names somebody else. */
  const split = (xml: string) => {
    const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "";
    const evil = assertion
      .replace(/<Signature.*<\/Signature>/s, "")
      .replace(/ID="[^"]+"/, 'ID="_evil"')
      .replace(/>[^<]*<\/saml:NameID>/, `>${victim.email}</saml:NameID>`);
    return { assertion, evil };
  };
  // Two assertions, in both orders.
  for (const order of [0, 1])
    await expectRefused(/several assertions|not valid/, {
      after: (xml) => {
        const { assertion, evil } = split(xml);
        return xml.replace(assertion, () => (order === 0 ? evil + assertion : assertion + evil));
      },
    });
  // The signed assertion is moved to a place where nobody reads it.
  await expectRefused(/not valid/, {
    after: (xml) => {
      const { assertion, evil } = split(xml);
      return xml.replace(
        assertion,
        () => `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}`,
      );
    },
  });
  // The evil assertion has the signature of the other one, which it contains.
  await expectRefused(/not valid/, {
    after: (xml) => {
      const { assertion, evil } = split(xml);
      const signature = /<Signature.*<\/Signature>/s.exec(assertion)?.[0] ?? "";
      const inner = assertion.replace(signature, "");
      const carrier = signature.replace("</Signature>", `<Object>${inner}</Object></Signature>`);
      return xml.replace(assertion, () =>
        evil.replace("</saml:Issuer>", `</saml:Issuer>${carrier}`),
      );
    },
  });
  // A comment does not cut the address short: the whole text counts.
  const evilEmail = `${victim.email}.evil.test`;
  const withComment = `${victim.email}<!-- -->.evil.test`;
  for (const comment of [
    { nameId: withComment },
    { nameId: evilEmail, after: (xml: string) => xml.replace(evilEmail, withComment) },
  ]) {
    const { answer } = await signIn(comment);
    expect([answer.status, answer.body.error?.message]).toEqual([
      403,
      expect.stringContaining(evilEmail),
    ]);
  }
  for (const doctype of [
    '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd">',
  ])
    await expectRefused(/document type/, { after: (xml) => doctype + xml });
  for (const garbage of ["", "<", "<a/>", `${"<a>".repeat(30_000)}`, "\u0000"])
    await expectRefused(/not valid|not a SAML/, { after: () => garbage });
  await expectRefused(/too large/, { after: (xml) => xml + " ".repeat(300_000) });
});

it("[SSO-004] a response works once, in the browser that asked, for its own request", async () => {
  const { answer, browser, response, result } = await signIn();
  expect(answer.status).toBe(200);
  expect((await browser.call("POST", "sessions", { saml: result })).status).toBe(401);
  const next = await begin();
  const replayed = await next.browser.call("POST", "sessions", { saml: await post(response) });
  expect(replayed.body.error.message).toMatch(/used before/);
  // Another browser's result would sign this one in as somebody else.
  const other = await begin();
  const posted = await post(
    provider.respond({
      email: owner.email,
      request: other.request.id,
      now: parlour.clock.now(),
    }),
  );
  const stolen = await createBrowser(parlour).call("POST", "sessions", { saml: posted });
  expect([stolen.status, stolen.body.error.field]).toEqual([401, "saml"]);
  const victim = await begin();
  const crossed = await post(
    provider.respond({ email: owner.email, request: other.request.id, now: parlour.clock.now() }),
  );
  expect((await victim.browser.call("POST", "sessions", { saml: crossed })).status).toBe(401);
  // A sign-in that the provider began, and one without a provider.
  await expectRefused(/did not begin here/, {
    before: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ""),
  });
  const lost = await begin();
  const unnamed = await post(
    provider.respond({ email: owner.email, request: lost.request.id, now: parlour.clock.now() }),
    "",
  );
  expect(
    (await lost.browser.call("POST", "sessions", { saml: unnamed })).body.error.message,
  ).toMatch(/names no provider/);
});

it("[SSO-001] [CORE-017] domains, attributes and new people follow the settings", async () => {
  const change = async (body: object) => {
    const answer = await ownerBrowser.call("PATCH", `instance/saml/${providerId}`, body);
    expect(answer.status, answer.text).toBe(200);
  };
  const nora = { email: "nora@example.test", attributes: { displayName: "Nora Novak" } };
  expect((await signIn(nora)).answer.body.error.code).toBe("forbidden");
  const account = (await ownerBrowser.call("GET", "accounts")).body.items[0] as { id: number };
  await change({ role: "viewer", account_id: account.id, domains: ["example.test"] });
  expect((await signIn({ email: "far@elsewhere.test" })).answer.body.error.code).toBe("forbidden");
  expect((await signIn(nora)).answer.body.operator).toMatchObject({
    name: "Nora Novak",
    email: "nora@example.test",
    role: "viewer",
  });
  const entra = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
  const byClaims = await signIn({
    nameId: "pairwise-id",
    attributes: {
      [`${entra}/emailaddress`]: "kim@example.test",
      [`${entra}/givenname`]: "Kim",
      [`${entra}/surname`]: "Lee",
    },
  });
  expect(byClaims.answer.body.operator, byClaims.answer.text).toMatchObject({
    name: "Kim Lee",
    email: "kim@example.test",
  });
  await change({ email_attribute: "corporateMail", role: null });
  await expectRefused(/corporateMail/, {});
  const named = await signIn({
    attributes: { corporateMail: owner.email, mail: "x@example.test" },
  });
  expect(named.answer.status, named.answer.text).toBe(200);
  await change({ email_attribute: "", domains: [] });
});

it("[SSO-001] [SSO-006] settings: metadata by address through the guard, certificates and keys are checked", async () => {
  const read = (metadata: string) =>
    ownerBrowser.call("POST", "instance/saml/metadata", { metadata });
  expect((await read(provider.metadataUrl)).body).toMatchObject({
    entity_id: provider.entityId,
    sso_url: provider.entityId.replace("/entity", "/sso"),
  });
  for (const [metadata, reason] of [
    ["http://10.0.0.1/metadata", /10\.0\.0\.1/],
    [`http://${provider.host}/nowhere`, /404/],
    ["<a/>", /not the metadata/],
    ['<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', /document type/],
    [provider.metadata("first").replace(/MII/, "XXX"), /no valid certificate/],
  ] as const) {
    const answer = await read(metadata);
    expect([answer.status, answer.body.error?.field], metadata).toEqual([400, "metadata"]);
    expect(answer.body.error.message).toMatch(reason);
  }
  const list = (await ownerBrowser.call("GET", "instance/saml")).body as {
    items: { certificates: string[] }[];
  };
  expect(list).toMatchObject({
    entity_id: `${publicUrl()}/saml/metadata`,
    acs_url: `${publicUrl()}/saml/acs`,
    items: [{ id: providerId, certificates_end: expect.stringMatching(/^21/) as string }],
  });
  const [stored] = list.items;
  const again = await ownerBrowser.call("POST", "instance/saml", {
    name: "Twice",
    entity_id: provider.entityId,
    sso_url: "https://id.example.test/sso",
    certificates: stored?.certificates,
  });
  expect(again.body.error).toMatchObject({ code: "name_taken", field: "entity_id" });
  const wrong = await ownerBrowser.call("PATCH", `instance/saml/${providerId}`, {
    certificates: ["not a certificate"],
  });
  expect(wrong.body.error).toMatchObject({ code: "invalid_request", field: "certificates" });
});

it("[SSO-004] [CFG-030] an address that posts wrong responses has to wait", async () => {
  await owner.call("PATCH", "instance", { limits: { login_failures_per_address: 2 } });
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const answer = await fetch(`${parlour.url}/saml/acs`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ SAMLResponse: "PA==", RelayState: providerId }),
    });
    statuses.push(answer.status);
  }
  expect(statuses.at(-1)).toBe(429);
});
