import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actions, may, type Action, type Principal } from "../src/auth/index.ts";
import type { Role } from "../src/core/entity.ts";
import { describeApi, type OpenApi } from "../src/openapi.ts";
import { rightsText } from "../../../tools/generate-rights.ts";
import { startService, type Service, type TestAccount } from "./api-fixture.ts";

let service: Service;
let acme: TestAccount;
let api: OpenApi;
beforeAll(async () => {
  [service, api] = await Promise.all([startService(), describeApi()]);
  acme = await service.account("acme");
});
afterAll(() => service.close());

const roles = ["owner", "admin", "developer", "operator", "viewer"] as const;
/** Routes before sign-in: open to everybody who can reach the server. */
const withoutAction = new Set([
  "get /api/v1/setup",
  "post /api/v1/setup",
  "get /api/v1/sessions/ways",
  "post /api/v1/sessions",
  "post /api/v1/sessions/passkey",
  "post /api/v1/sessions/oidc",
  "post /api/v1/password-resets",
  "post /api/v1/invitations/accept",
]);
/** Ends the very session that asks: left out where the asker goes on. */
const signOut = "/api/v1/sessions/current";

/** Every guarded operation with a path that names nothing and a body that changes nothing. */
function operations(): { method: string; path: string; action: Action }[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const action = operation["x-action"] as Action | undefined;
      return action === undefined ? [] : [{ method: method.toUpperCase(), path: path.replaceAll(/\{[a-z]+\}/g, "999999999"), action }];
    }),
  );
}
const principal = (role: Role): Principal => ({
  accountId: acme.id,
  operatorId: acme.ids[role],
  name: role,
  role,
  instanceOwner: role === "owner",
  suspended: false,
  chosenPresence: "online",
  by: { kind: "key", id: 1, scopes: ["*"] },
});

describe("rights", () => {
  it("[R6] every route names its action, and every action but those of oneself has a route", () => {
    const open = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => (operation["x-action"] === undefined ? [`${method} ${path}`] : [])),
    );
    expect(new Set(open)).toEqual(withoutAction);
    const used = new Set(operations().map((one) => one.action));
    // `operators.owners` is asked inside.
    expect(actions.filter((action) => !used.has(action))).toEqual(["operators.owners"]);
  });
  it("[R6] [CORE-002] the server has no route below /api/v1 that the description leaves out", async () => {
    const described = new Set(
      Object.entries(api.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)),
    );
    const hidden = service.routes.filter(
      ({ method, url }) => method !== "HEAD" && method !== "OPTIONS" && !described.has(`${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`),
    );
    expect(service.routes.length).toBeGreaterThan(100);
    expect(hidden).toEqual([]);
  });
  it("[CORE-001] docs/operate/rights.md says what the authoriser says: `node tools/generate-rights.ts`", async () => {
    expect(readFileSync(new URL("../../../docs/operate/rights.md", import.meta.url), "utf8")).toBe(rightsText(api));
  });
  it("[API-041] a key with scopes does what they name, and makes no key that may more", async () => {
    const make = (key: string, scopes?: string[]) =>
      service.ask("POST", "/api-keys", { key, body: { name: "scoped", ...(scopes === undefined ? {} : { scopes }) } });
    const reading = (await make(acme.keys.owner, ["*.read"])).body as { key: string; scopes: string[] };
    expect(reading.scopes).toEqual(["*.read"]);
    for (const { method, path, action } of operations()) {
      const answer = await service.ask(method, path, {
        key: reading.key,
        ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
      });
      expect([path, action, answer.status === 403]).toEqual([path, action, !action.endsWith(".read")]);
    }
    const keys = (await make(acme.keys.owner, ["keys.manage", "chats.read"])).body as { key: string };
    expect((await service.ask("GET", "/chats", { key: keys.key })).status).toBe(200);
    expect((await service.ask("GET", "/account", { key: keys.key })).status).toBe(403);
    expect((await make(keys.key, ["*"])).status).toBe(403);
    expect((await make(keys.key, ["account.read"])).body.error.field).toBe("scopes");
    expect((await make(keys.key)).body).toMatchObject({ scopes: ["chats.read", "keys.manage"] });
    expect((await make(acme.keys.owner, ["everything"])).status).toBe(400);
  });
  it.each(roles)("[CORE-001] [R6] %s: each route answers 403 exactly where the role lacks its action", async (role) => {
    for (const { method, path, action } of operations()) {
      const answer = await service.ask(method, path, {
        key: acme.keys[role],
        ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
      });
      const allowed = may(principal(role), action);
      expect([path, answer.status === 403], `${method} ${path} ${action}: ${answer.status}`).toEqual([path, !allowed]);
      expect(answer.status, `${method} ${path}`).toBeLessThan(500);
      // Uploads are forms: JSON is of the wrong type there. Mail that is not set up is off already.
      const wanted = path.endsWith("/uploads")
        ? [415]
        : /\/instance\/mail/.test(path)
          ? [204, 400, 409]
          : path.endsWith("/dry-run")
            ? [200, 400]
            : [400, 404];
      if (allowed && method !== "GET") expect(wanted, `${method} ${path}`).toContain(answer.status);
    }
  });
  it("[API-003] without credentials, or with wrong ones, every guarded route answers 401", async () => {
    for (const { method, path } of operations()) {
      const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
      expect((await service.ask(method, path, body)).status, `${method} ${path}`).toBe(401);
      expect((await service.ask(method, `${path}?api_key=${acme.keys.owner}`, body)).status, `${method} ${path}`).toBe(401);
      expect((await service.ask(method, path, { key: "pk_wrong", ...body })).status, `${method} ${path}`).toBe(401);
    }
  });
  it("[API-003] [H-244] [H-245] [H-246] [H-247] [H-249] a cookie needs the proof of its own page for every change", async () => {
    await service.ask("POST", "/operators", {
      key: acme.keys.owner,
      body: { name: "Coo", email: "coo@acme.test", role: "owner", password: "violet tractor umbrella" },
    });
    await service.db.query("update operator set instance_owner = true where email = 'coo@acme.test'");
    const signedIn = await service.ask("POST", "/sessions", { body: { email: "coo@acme.test", password: "violet tractor umbrella" } });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const wrong: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${service.origin}.evil.example` },
      { origin: service.origin, "sec-fetch-site": "cross-site" },
    ];
    for (const { method, path } of operations()) {
      if (method === "GET") {
        expect((await service.ask(method, path, { headers: { cookie } })).status, path).not.toBe(403);
        continue;
      }
      if (path === signOut) continue;
      for (const headers of wrong)
        expect(
          (await service.ask(method, path, { body: {}, headers: { cookie, ...headers } })).status,
          `${method} ${path} ${JSON.stringify(headers)}`,
        ).toBe(403);
      expect(
        (await service.ask(method, path, { ...(method === "DELETE" ? {} : { body: {} }), headers: { cookie, origin: service.origin } }))
          .status,
        `${method} ${path}`,
      ).not.toBe(403);
    }
  });
  /** Asked by POST because of what they carry; they change nothing. */
  const questions = new Set([
    "/api/v1/retention/dry-run",
    // A signal, no change (CORE-010).
    "/api/v1/me/presence",
    "/blacklist/check",
    "/api/v1/blacklist/check",
    "/triggers/dry-run",
    "/api/v1/triggers/dry-run",
  ]);

  it("[CORE-005] a suspended account is read, not changed", async () => {
    const other = await service.account("paused");
    await service.db.query("update account set suspended = true where id = $1", [other.id]);
    for (const { method, path, action } of operations()) {
      const answer = await service.ask(method, path, {
        key: other.keys.owner,
        ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
      });
      if (method !== "GET" && !questions.has(path)) expect(answer.status, `${method} ${path} ${action}`).toBe(403);
    }
    expect((await service.ask("GET", "/chats", { key: other.keys.owner })).status).toBe(200);
  });
});
