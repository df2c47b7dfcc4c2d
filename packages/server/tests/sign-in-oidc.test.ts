import {
  testTimeoutMs,
  startMailServer,
  startOidcProvider,
  startTestParlour,
  type MailServer,
  type OidcProvider,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { browserOf, password, signedIn } from "./sign-in-bed.ts";

let parlour: TestParlour;
let owner: TestOperator;
let idp: OidcProvider;
let mail: MailServer;

beforeAll(async () => {
  parlour = await startTestParlour({ hooks: { resolve: () => Promise.resolve(["127.0.0.1"]) } });
  ({ owner } = parlour);
  mail = await startMailServer();
  idp = await startOidcProvider(() => `http://localhost:${parlour.port}/signin/oidc`);
  await owner.call("POST", "instance/egress-allow", { add: [idp.host] });
});
afterAll(async () => {
  await parlour.close();
  await mail.stop();
  await idp.close();
});

/** Signs in and consents at the provider. Returns the query of the redirect address. */
async function through(url: string, who: string): Promise<string> {
  const jar = new Map<string, string>();
  let [at, form]: [string, string | null] = [url, null];
  for (let step = 0; step < 12; step++) {
    const response: Response = await fetch(at, {
      method: form === null ? "GET" : "POST",
      redirect: "manual",
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form === null ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === null ? {} : { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const to = response.headers.get("location");
    form = null;
    if (to !== null) {
      at = new URL(to, at).href;
      if (new URL(at).pathname === "/signin/oidc") return new URL(at).search;
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (prompt === undefined || action === undefined) throw new Error(`the provider shows ${response.status}: ${page.slice(0, 300)}`);
    at = new URL(action, at).href;
    form = new URLSearchParams(prompt === "login" ? { prompt, login: who, password: "x" } : { prompt }).toString();
  }
  throw new Error("the provider never sent the browser back");
}

it("[API-019] [CFG-034] [CORE-017] somebody invited signs in by the provider; a strange address, an unverified one and another browser do not", async () => {
  const boss = await signedIn(parlour, owner.email);
  const wrong = await boss.call("POST", "instance/oidc", {
    name: "Acme",
    issuer: `${idp.issuer}/nowhere`,
    ...idp.client,
  });
  expect(wrong.body.error).toMatchObject({ code: "invalid_request", field: "issuer" });
  // The error message contains the reason as a separate sentence part.
  const refused = await boss.call("POST", "instance/oidc", { name: "Acme", issuer: "http://127.0.0.1:9", client_id: "parlour" });
  expect(refused.body.error.message).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer [^.]+: [^.]*[^.]\. Check the address;/);
  const made = await boss.call("POST", "instance/oidc", {
    name: "Acme login",
    issuer: idp.issuer,
    ...idp.client,
    domains: ["Example.test"],
  });
  expect(made.body, made.text).toMatchObject({ has_secret: true, domains: ["example.test"], role: null });
  expect((await boss.call("GET", "instance/oidc")).text).not.toContain(idp.client.client_secret);
  expect((await parlour.sql<{ oidc: string }>("select oidc::text as oidc from instance"))[0]?.oidc).not.toContain(idp.client.client_secret);
  const ways = (await parlour.call("GET", "sessions/ways")).body as { providers: { id: string; name: string }[] };
  expect(ways.providers.map((one) => one.name)).toEqual(["Acme login"]);
  const provider = ways.providers[0]?.id ?? "";

  const bob = await parlour.operator("operator", "Bob");
  idp.accounts["bob"] = { email: bob.email.toUpperCase(), email_verified: true, name: "Bob" };
  idp.accounts["eve"] = { email: bob.email, email_verified: false, name: "Eve" };
  idp.accounts["new"] = { email: "nora@example.test", email_verified: true, name: "Nora Novak" };
  idp.accounts["far"] = { email: "far@elsewhere.test", email_verified: true, name: "Far" };
  const begin = async (who: string) => {
    const page = browserOf(parlour);
    const begun = await page.call("POST", "sessions/oidc", { provider });
    expect(begun.status, begun.text).toBe(200);
    const { url } = begun.body as { url: string };
    expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
    return { page, query: await through(url, who) };
  };
  const signIn = async (who: string) => {
    const { page, query } = await begin(who);
    return { page, query, answer: await page.call("POST", "sessions", { oidc: query }) };
  };
  const good = await signIn("bob");
  expect(good.answer.status, good.answer.text).toBe(200);
  expect((await good.page.call("GET", "me")).body.email).toBe(bob.email);
  expect((await good.page.call("GET", "me/sessions")).body.items[0]).toMatchObject({ method: "oidc", strong: true });
  // The code works once and only in the browser that started the sign-in.
  expect((await good.page.call("POST", "sessions", { oidc: good.query })).status).toBe(401);
  const stolen = await begin("bob");
  expect((await browserOf(parlour).call("POST", "sessions", { oidc: stolen.query })).body.error.field).toBe("oidc");
  expect((await signIn("eve")).answer.body.error.code).toBe("forbidden");
  expect((await signIn("far")).answer.body.error.code).toBe("forbidden");
  expect((await signIn("new")).answer.body.error.code).toBe("forbidden");
  // If the owner sets a role, verified addresses of the domain sign in with that role.
  const account = (await boss.call("GET", "accounts")).body.items[0] as { id: number };
  const opened = await boss.call("PATCH", `instance/oidc/${provider}`, { role: "viewer", account_id: account.id });
  expect(opened.body, opened.text).toMatchObject({ role: "viewer", has_secret: true });
  const nora = await signIn("new");
  expect(nora.answer.body.operator).toMatchObject({ name: "Nora Novak", email: "nora@example.test", role: "viewer" });
  const { id } = nora.answer.body.operator as { id: number };
  const written = (await parlour.owner.call("GET", "audit?q=nora@example.test")).body.items as object[];
  expect(written).toMatchObject([
    { action: "operator.create", actor: { kind: "operator", id }, changes: [{ object: "operator", before: null }] },
  ]);
  await parlour.sql("update operator set active = false where id = $1", [bob.id]);
  expect((await signIn("bob")).answer.body.error.code).toBe("forbidden");
  expect((await boss.call("DELETE", `instance/oidc/${provider}`)).status).toBe(204);
  expect((await browserOf(parlour).call("POST", "sessions/oidc", { provider })).status).toBe(404);
});

it("[API-017] [API-010] [CORE-112] a forgotten password: one mail with a link of an hour, the same answer for every address, in the language of his page of sign-in until he chooses one; all sessions end", async () => {
  const page = browserOf(parlour);
  const ask = (email: string) => page.call("POST", "password-resets", { email });
  expect((await ask(owner.email)).body.error.code).toBe("not_available");
  expect((await parlour.call("GET", "sessions/ways")).body.reset_by_mail).toBe(false);
  const settings = { host: mail.host, port: mail.port, tls: "none", from: "chat@shop.example" };
  expect((await owner.call("PUT", "instance/mail", settings)).status).toBe(200);
  const kim = await parlour.operator("operator", "Kim");
  const before = await signedIn(parlour, kim.email, { language: "ru" });
  const [known, unknown] = [await ask(kim.email.toUpperCase()), await ask("nobody@example.test")];
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect(known.status).toBe(204);
  const link = await vi.waitFor(
    () => {
      const found = /\/reset#([\w.-]+)/.exec(
        mail.received.find((one) => one.to.includes(kim.email))?.text.replaceAll("=\n", "") ?? "",
      )?.[1];
      if (found === undefined) throw new Error("no mail yet");
      return found;
    },
    { timeout: testTimeoutMs },
  );
  expect(mail.received.map((one) => one.to).flat()).toEqual([kim.email]);
  expect(mail.received[0]?.text).toMatch(/парол/);
  await parlour.settle();
  await parlour.clock.advance(59 * 60_000);
  const fresh = "another good pass phrase";
  expect((await page.call("POST", "invitations/accept", { token: link, password: fresh })).status).toBe(200);
  expect((await before.call("GET", "me")).status).toBe(401);
  expect((await page.call("POST", "invitations/accept", { token: link, password })).status).toBe(401);
  expect((await page.call("POST", "sessions", { email: kim.email, password: fresh })).status).toBe(200);
  const again = await signedIn(parlour, kim.email, { password: fresh, language: "ru" });
  expect((await again.call("PATCH", "me", { language: "en" })).status).toBe(200);
  await signedIn(parlour, kim.email, { password: fresh, language: "ru" });
  await ask(kim.email);
  await vi.waitFor(() => expect(mail.received[1]?.text).toMatch(/password/), { timeout: testTimeoutMs });
  for (let n = 0; n < 4; n++) await ask(kim.email);
  expect((await ask(kim.email)).status).toBe(429);
});
