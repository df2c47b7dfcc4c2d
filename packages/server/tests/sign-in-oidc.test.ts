import {
  startMailServer,
  startOidcProvider,
  startTestParlour,
  type FakeMailServer,
  type FakeOidcProvider,
  type TestOperator,
  type TestParlour,
  waitForPass,
} from "@parlour/testkit";
import type { OperatorEntry, OperatorInvited } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createBrowser,
  password,
  openSignedInBrowser,
  signInAtProvider,
} from "./sign-in-fixture.ts";

let parlour: TestParlour;
let owner: TestOperator;
let identityProvider: FakeOidcProvider;
let mail: FakeMailServer;

beforeAll(async () => {
  parlour = await startTestParlour({ hooks: { resolve: () => Promise.resolve(["127.0.0.1"]) } });
  ({ owner } = parlour);
  mail = await startMailServer();
  identityProvider = await startOidcProvider(() => `http://localhost:${parlour.port}/signin/oidc`);
  await owner.call("POST", "instance/egress-allow", { add: [identityProvider.host] });
});
afterAll(async () => {
  await parlour.close();
  await mail.stop();
  await identityProvider.close();
});

it("[API-019] [CFG-034] [CORE-017] [CORE-202] [API-206] [CORE-395] [API-507] somebody invited signs in by the provider; a strange address, an unverified one and another browser do not", async () => {
  const ownerBrowser = await openSignedInBrowser(parlour, owner.email);
  const wrong = await ownerBrowser.call("POST", "instance/oidc", {
    name: "Acme",
    issuer: `${identityProvider.issuer}/nowhere`,
    ...identityProvider.client,
  });
  expect(wrong.body.error).toMatchObject({ code: "invalid_request", field: "issuer" });
  // The error message contains the reason as a separate part.
  const refused = await ownerBrowser.call("POST", "instance/oidc", {
    name: "Acme",
    issuer: "http://127.0.0.1:9",
    client_id: "parlour",
  });
  expect(refused.body.error.message).toMatch(
    /^http:\/\/127\.0\.0\.1:9 does not answer [^.]+: [^.]*[^.]\. Check the address;/,
  );
  const created = await ownerBrowser.call("POST", "instance/oidc", {
    name: "Acme login",
    issuer: identityProvider.issuer,
    ...identityProvider.client,
    domains: ["Example.test"],
  });
  expect(created.body, created.text).toMatchObject({
    has_secret: true,
    domains: ["example.test"],
    role: null,
  });
  expect((await ownerBrowser.call("GET", "instance/oidc")).text).not.toContain(
    identityProvider.client.client_secret,
  );
  expect(
    (await parlour.sql<{ oidc: string }>("select oidc::text as oidc from instance"))[0]?.oidc,
  ).not.toContain(identityProvider.client.client_secret);
  const ways = (await parlour.call("GET", "sessions/ways")).body as {
    providers: { id: string; name: string }[];
  };
  expect(ways.providers.map((one) => one.name)).toEqual(["Acme login"]);
  const provider = ways.providers[0]?.id ?? "";

  const bob = await parlour.operator("operator", "Bob");
  identityProvider.accounts["bob"] = {
    email: bob.email.toUpperCase(),
    email_verified: true,
    name: "Bob",
  };
  identityProvider.accounts["eve"] = { email: bob.email, email_verified: false, name: "Eve" };
  identityProvider.accounts["new"] = {
    email: "nora@example.test",
    email_verified: true,
    name: "Nora Novak",
  };
  identityProvider.accounts["far"] = {
    email: "far@elsewhere.test",
    email_verified: true,
    name: "Far",
  };
  const startSignIn = async (user: string) => {
    const page = createBrowser(parlour);
    const response = await page.call("POST", "sessions/oidc", { provider });
    expect(response.status, response.text).toBe(200);
    const { url } = response.body as { url: string };
    expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
    return { page, query: await signInAtProvider(url, user) };
  };
  const signIn = async (user: string) => {
    const { page, query } = await startSignIn(user);
    return { page, query, answer: await page.call("POST", "sessions", { oidc: query }) };
  };
  const bobSignIn = await signIn("bob");
  expect(bobSignIn.answer.status, bobSignIn.answer.text).toBe(200);
  expect((await bobSignIn.page.call("GET", "me")).body.email).toBe(bob.email);
  expect((await bobSignIn.page.call("GET", "me/sessions")).body.items[0]).toMatchObject({
    method: "oidc",
    strong: true,
  });
  // The code works once and only in the browser that started the sign-in.
  expect((await bobSignIn.page.call("POST", "sessions", { oidc: bobSignIn.query })).status).toBe(
    401,
  );
  const stolen = await startSignIn("bob");
  expect(
    (await createBrowser(parlour).call("POST", "sessions", { oidc: stolen.query })).body.error
      .field,
  ).toBe("oidc");
  // A sign-in at the provider accepts an invitation, so its link ends.
  const invite = (name: string) =>
    owner.call("POST", "operators", { name, email: `${name}@example.test`, role: "operator" });
  const invited = (await invite("ivan")).body as OperatorInvited;
  const readInvitationEnd = async () =>
    ((await owner.call("GET", `operators/${invited.id}`)).body as OperatorEntry).invite_expires_at;
  expect(await readInvitationEnd()).toBe(invited.invite_expires_at);
  identityProvider.accounts["ivan"] = { email: invited.email, email_verified: true, name: "Ivan" };
  expect((await signIn("ivan")).answer.status).toBe(200);
  expect(await readInvitationEnd()).toBeUndefined();
  const [, token] = invited.invite_url?.split("#") ?? [];
  const accepted = await parlour.call("POST", "invitations/accept", { token, password });
  expect(accepted.body.error.code).toBe("invalid_token");
  const denied = await startSignIn("bob");
  const words = "error=access_denied&error_description=Ask+your+administrator.";
  const oidc = denied.query.replace(/code=[^&]*/, words);
  const answer = await denied.page.call("POST", "sessions", { oidc });
  expect(answer.body.error.message).toBe(
    "Acme login did not confirm the sign-in (Ask your administrator). Try again.",
  );
  expect((await signIn("eve")).answer.body.error.code).toBe("forbidden");
  expect((await signIn("far")).answer.body.error.code).toBe("forbidden");
  expect((await signIn("new")).answer.body.error.code).toBe("forbidden");
  // If the owner sets a role, verified addresses of the domain sign in with that role.
  const account = (await ownerBrowser.call("GET", "accounts")).body.items[0] as { id: number };
  const opened = await ownerBrowser.call("PATCH", `instance/oidc/${provider}`, {
    role: "viewer",
    account_id: account.id,
  });
  expect(opened.body, opened.text).toMatchObject({ role: "viewer", has_secret: true });
  const nora = await signIn("new");
  expect(nora.answer.body.operator).toMatchObject({
    name: "Nora Novak",
    email: "nora@example.test",
    role: "viewer",
  });
  const { id } = nora.answer.body.operator as { id: number };
  const written = (await parlour.owner.call("GET", "audit?q=nora@example.test")).body
    .items as object[];
  expect(written).toMatchObject([
    {
      action: "operator.create",
      actor: { kind: "operator", id },
      changes: [{ object: "operator", before: null }],
    },
  ]);
  await parlour.sql("update operator set active = false where id = $1", [bob.id]);
  expect((await signIn("bob")).answer.body.error.code).toBe("forbidden");
  expect((await ownerBrowser.call("DELETE", `instance/oidc/${provider}`)).status).toBe(204);
  expect((await createBrowser(parlour).call("POST", "sessions/oidc", { provider })).status).toBe(
    404,
  );
});

it("[API-017] [API-010] [CORE-112] [CORE-243] a forgotten password: one mail with a link of an hour, the same answer for every address, in the language of his page of sign-in until he chooses one; all sessions end", async () => {
  const page = createBrowser(parlour);
  const ask = (email: string) => page.call("POST", "password-resets", { email });
  expect((await ask(owner.email)).body.error.code).toBe("not_available");
  expect((await parlour.call("GET", "sessions/ways")).body.reset_by_mail).toBe(false);
  const settings = { host: mail.host, port: mail.port, tls: "none", from: "chat@shop.example" };
  expect((await owner.call("PUT", "instance/mail", settings)).status).toBe(200);
  const kim = await parlour.operator("operator", "Kim");
  const before = await openSignedInBrowser(parlour, kim.email, { language: "ru" });
  const [known, unknown] = [await ask(kim.email.toUpperCase()), await ask("nobody@example.test")];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect(known.status).toBe(204);
  const link = await waitForPass(() => {
    const found = /\/reset#([\w.-]+)/.exec(
      mail.received.find((one) => one.to.includes(kim.email))?.text.replaceAll("=\n", "") ?? "",
    )?.[1];
    if (found === undefined) throw new Error("no mail yet");
    return found;
  });
  expect(mail.received.map((one) => one.to).flat()).toEqual([kim.email]);
  expect(mail.received[0]?.text).toMatch(/парол/);
  await parlour.settle();
  await parlour.clock.advance(59 * 60_000);
  const fresh = "another good pass phrase";
  expect(
    (await page.call("POST", "invitations/accept", { token: link, password: fresh })).status,
  ).toBe(200);
  expect((await before.call("GET", "me")).status).toBe(401);
  expect((await page.call("POST", "invitations/accept", { token: link, password })).status).toBe(
    401,
  );
  expect((await page.call("POST", "sessions", { email: kim.email, password: fresh })).status).toBe(
    200,
  );
  const again = await openSignedInBrowser(parlour, kim.email, { password: fresh, language: "ru" });
  expect((await again.call("PATCH", "me", { language: "en" })).status).toBe(200);
  await openSignedInBrowser(parlour, kim.email, { password: fresh, language: "ru" });
  await ask(kim.email);
  await waitForPass(() => expect(mail.received[1]?.text).toMatch(/password/));
  for (let n = 0; n < 4; n++) await ask(kim.email);
  expect((await ask(kim.email)).status).toBe(429);
});
