import { readFileSync } from "node:fs";
import { samlKeys, isLongRun } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actions, keyScopes, can, type Action, type Principal } from "../src/auth/index.ts";
import type { Role } from "../src/core/entity.ts";
import { resolveReferences } from "../src/openapi/resolve-references.fixture.ts";
import { documentFiles } from "../src/openapi/document-names.ts";
import { describeServiceApi, type OpenApi } from "../src/openapi/service-api.ts";
import { renderRights } from "../../../tools/generate-rights.ts";
import {
  startServiceApi,
  type ApiRequest,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let api: OpenApi;
beforeAll(async () => {
  [service, api] = await Promise.all([startServiceApi(), describeServiceApi()]);
  acme = await service.createAccount("acme");
});
afterAll(() => service.close());

const roles = ["owner", "admin", "developer", "operator", "viewer"] as const;
/** Public routes before sign-in. */
const publicRoutes = new Set([
  "get /api/v1/setup",
  "post /api/v1/setup",
  "get /api/v1/sessions/ways",
  "post /api/v1/sessions",
  "post /api/v1/sessions/passkey",
  "post /api/v1/sessions/oidc",
  "post /api/v1/sessions/saml",
  "post /api/v1/password-resets",
  "post /api/v1/invitations/accept",
]);
/** Path that ends the session of the request. Tests that need the session later do not call it. */
const signOutPath = "/api/v1/sessions/current";

/**
 * Returns every guarded operation, with a path that matches no object and a body without changes.
 */
function listOperations(): { method: string; path: string; action: Action }[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const action = operation["x-action"] as Action | undefined;
      return action === undefined
        ? []
        : [
            {
              method: method.toUpperCase(),
              path: path.replaceAll(/\{[a-z]+\}/g, "999999999"),
              action,
            },
          ];
    }),
  );
}
/** Returns all ways to be refused in a long run. In a short one, routes take turns at them. */
const takeTurns = <T>(ways: readonly T[], n: number): readonly T[] =>
  isLongRun ? ways : ways.slice(n % ways.length, (n % ways.length) + 1);
const createPrincipal = (role: Role): Principal => ({
  accountId: acme.id,
  operatorId: acme.ids[role],
  name: role,
  role,
  instanceOwner: role === "owner",
  suspended: false,
  chosenPresence: { status: "online", custom: null },
  credential: { kind: "key", id: 1, scopes: ["*"] },
});

describe("rights", () => {
  it("[R6] every route names its action, and every action but those of oneself has a route", () => {
    const open = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation["x-action"] === undefined ? [`${method} ${path}`] : [],
      ),
    );
    expect(new Set(open)).toEqual(publicRoutes);
    const usedActions = new Set(listOperations().map((one) => one.action));
    // `operators.owners` is checked inside the operation.
    expect(actions.filter((action) => !usedActions.has(action))).toEqual(["operators.owners"]);
  });
  it("[R6] [CORE-002] [API-385] the service has the routes of its description, the documents, and no others", async () => {
    const described = new Set([
      ...Object.entries(api.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
      ...documentFiles.map((name) => `GET /api/v1/${name}`),
      // The socket by requests, whose frames asyncapi.json describes (CORE-490).
      ...["GET", "POST"].map((method) => `${method} /api/v1/socket`),
    ]);
    const served = service.routes.flatMap(({ method, url }) =>
      method === "HEAD" || method === "OPTIONS"
        ? []
        : [`${method} ${url.replaceAll(/:(\w+)/g, "{$1}")}`],
    );
    expect(served.length).toBeGreaterThan(100);
    expect(new Set(served)).toEqual(described);
  });
  it("[CORE-001] docs/operate/rights.md says what the authoriser says: `node tools/generate-rights.ts`", async () => {
    expect(readFileSync(new URL("../../../docs/operate/rights.md", import.meta.url), "utf8")).toBe(
      renderRights(api),
    );
  });
  it("[API-041] [API-303] [API-397] a key with scopes does what they name, every refusal names the missing scope, and it makes no key that may more", async () => {
    const make = (key: string, scopes?: string[]) =>
      service.call("POST", "/api-keys", {
        key,
        body: { name: "scoped", ...(scopes === undefined ? {} : { scopes }) },
      });
    const reading = (await make(acme.keys.owner, ["*.read"])).body as {
      key: string;
      scopes: string[];
    };
    expect(reading.scopes).toEqual(["*.read"]);
    for (const { method, path, action } of listOperations()) {
      const answer = await service.call(method, path, {
        key: reading.key,
        ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
      });
      const isRefused = !action.endsWith(".read");
      // No key can have the scope of what only a person who is signed in does.
      const scope = isRefused && action !== "profile.secure" ? action : undefined;
      expect([path, action, answer.status === 403, answer.body?.error?.scope]).toEqual([
        path,
        action,
        isRefused,
        scope,
      ]);
    }
    const keys = (await make(acme.keys.owner, ["keys.manage", "chats.read"])).body as {
      key: string;
    };
    expect((await service.call("GET", "/chats", { key: keys.key })).status).toBe(200);
    expect((await service.call("GET", "/account", { key: keys.key })).status).toBe(403);
    expect((await make(keys.key, ["*"])).status).toBe(403);
    expect((await make(keys.key, ["account.read"])).body.error.field).toBe("scopes");
    expect((await make(keys.key)).body).toMatchObject({ scopes: ["chats.read", "keys.manage"] });
    expect((await make(acme.keys.owner, ["everything"])).status).toBe(400);
  });
  it("[API-140] no key gives more rights than its scopes: every route that makes or changes a principal, with every scope alone", async () => {
    const boss = await service.createAccount("boss");
    await service.db.query("update operator set instance_owner = true where id = $1", [
      boss.ids.owner,
    ]);
    const target = boss.ids.admin;
    const samlProvider = {
      name: "SAML",
      entity_id: "https://id.example.test",
      sso_url: "https://id.example.test/sso",
      certificates: [samlKeys.first.certificate],
    };
    const provider = {
      name: "IdP",
      issuer: "https://idp.example",
      client_id: "x",
      role: "viewer",
      account_id: boss.id,
    };
    const server = {
      host: "mail.example",
      port: 587,
      tls: "starttls",
      user: null,
      from: "a@b.example",
    };
    let n = 0;
    const fresh = (): string => `new${++n}@boss.test`;
    /**
     * Routes that create principals, each with the role that it grants. Add new ones here. A test
     * below lists candidates.
     */
    const makers: readonly { path: string; method: string; body: () => object; gives: Role }[] = [
      ...roles.map((role) => ({
        path: "/operators",
        method: "POST",
        body: () => ({ name: "New", email: fresh(), role, password: "violet tractor umbrella" }),
        gives: role,
      })),
      ...roles.map((role) => ({
        path: "/operators",
        method: "POST",
        body: () => ({ name: "New", email: fresh(), role }),
        gives: role,
      })),
      {
        path: `/operators/${target}`,
        method: "PATCH",
        body: () => ({ email: fresh() }),
        gives: "admin",
      },
      {
        path: `/operators/${target}`,
        method: "PATCH",
        body: () => ({ active: true }),
        gives: "admin",
      },
      {
        path: `/operators/${boss.ids.viewer}`,
        method: "PATCH",
        body: () => ({ role: "developer" }),
        gives: "developer",
      },
      {
        path: `/operators/${boss.ids.viewer}`,
        method: "PATCH",
        body: () => ({ role: "viewer" }),
        gives: "developer",
      },
      { path: `/operators/${target}/reset`, method: "POST", body: () => ({}), gives: "admin" },
      {
        path: `/operators/${target}/second-factor`,
        method: "DELETE",
        body: () => ({}),
        gives: "admin",
      },
      {
        path: "/accounts",
        method: "POST",
        body: () => ({
          name: "Another",
          owner: { name: "O", email: fresh(), password: "violet tractor umbrella" },
        }),
        gives: "owner",
      },
      { path: "/instance/oidc", method: "POST", body: () => provider, gives: "owner" },
      { path: "/instance/oidc/aaaaaaaa", method: "PATCH", body: () => provider, gives: "owner" },
      { path: "/instance/saml", method: "POST", body: () => samlProvider, gives: "owner" },
      {
        path: "/instance/saml/aaaaaaaa",
        method: "PATCH",
        body: () => samlProvider,
        gives: "owner",
      },
      { path: "/instance/mail", method: "PUT", body: () => server, gives: "owner" },
    ];
    const keyWith = async (scopes: readonly string[]): Promise<string> => {
      const { id, key } = (
        await service.call("POST", "/api-keys", {
          key: boss.keys.owner,
          body: { name: "one", scopes: ["chats.read"] },
        })
      ).body as { id: number; key: string };
      // Only a person can give scopes that `*` does not include.
      await service.db.query("update api_key set scopes = $2 where id = $1", [id, scopes]);
      return key;
    };
    for (const scope of keyScopes.filter((one) => one !== "*")) {
      const key = await keyWith([scope]);
      for (const { path, method, body, gives } of makers) {
        const answer = await service.call(method, path, {
          key,
          ...(method === "DELETE" ? {} : { body: body() }),
        });
        expect([scope, method, path, gives, answer.status]).toEqual([
          scope,
          method,
          path,
          gives,
          403,
        ]);
      }
      // A key can create only keys with its own scopes, and only with the permission to create
      // keys.
      // A short run tries each other scope only with the permission.
      for (const childScope of isLongRun || scope === "keys.manage" ? keyScopes : [scope, "*"]) {
        const answer = await service.call("POST", "/api-keys", {
          key,
          body: { name: "child", scopes: [childScope] },
        });
        expect([scope, childScope, answer.status]).toEqual([
          scope,
          childScope,
          scope === "keys.manage" && childScope === scope ? 201 : 403,
        ]);
      }
    }
    // An API key with this permission and all permissions of the role that it grants.
    const viewers = await keyWith(["operators.manage", "*.read", "presence.set"]);
    const operatorBody = (role: Role) => ({ name: "V", email: fresh(), role });
    expect(
      (await service.call("POST", "/operators", { key: viewers, body: operatorBody("viewer") }))
        .status,
    ).toBe(201);
    expect(
      (await service.call("POST", "/operators", { key: viewers, body: operatorBody("operator") }))
        .status,
    ).toBe(403);
    for (const role of roles)
      expect([
        role,
        (
          await service.call("POST", "/operators", {
            key: boss.keys.owner,
            body: operatorBody(role),
          })
        ).status,
      ]).toEqual([role, 201]);
  });
  it("[API-140] what can make or change a principal is known: a new such route joins the matrix", () => {
    const isMaker = (path: string): boolean =>
      /operators|api-keys|accounts|invitations|oidc|saml|instance\/mail|second-factor|setup/.test(
        path,
      );
    const found = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== "get" && isMaker(path))
        .map((method) => `${method} ${path.replace("/api/v1", "")}`),
    );
    expect(found.toSorted()).toEqual([
      "delete /api-keys/{id}",
      "delete /instance/mail",
      "delete /instance/oidc/{id}",
      "delete /instance/saml/{id}",
      "delete /operators/{id}",
      "delete /operators/{id}/second-factor",
      "patch /accounts/{id}",
      "patch /instance/oidc/{id}",
      "patch /instance/saml/{id}",
      "patch /operators/{id}",
      "post /accounts",
      "post /api-keys",
      "post /instance/mail/test",
      "post /instance/oidc",
      "post /instance/saml",
      "post /instance/saml/metadata",
      // The token of a link authorizes these routes. Other routes create the link.
      "post /invitations/accept",
      "post /operators",
      "post /operators/{id}/reset",
      "post /sessions/oidc",
      "post /sessions/saml",
      "post /setup",
      "put /instance/mail",
    ]);
  });
  describe("outbound addresses", () => {
    /**
     * Routes that send data to a URL, each with a body that sets one. Add new ones here. The last
     * test lists candidates.
     */
    const openers = [
      { route: "post /webhooks", body: () => ({ url: "https://crm.example/in" }) },
      {
        route: "patch /webhooks/{id}",
        body: (n: number) => ({ url: `https://crm${n}.example/in` }),
      },
      {
        route: "patch /webhooks/{id}",
        body: () => ({ channels: null }),
        before: () => ({ channels: [ids.channels] }),
      },
      {
        route: "patch /webhooks/{id}",
        body: () => ({ events: ["chat_accepted", "chat_finished"] }),
        before: () => ({ events: ["chat_accepted"] }),
      },
      {
        route: "patch /webhooks/{id}",
        body: () => ({ blocks: ["tags"] }),
        before: () => ({ blocks: [] }),
      },
      {
        route: "patch /webhooks/{id}",
        body: () => ({ message_text: true }),
        before: () => ({ message_text: false }),
      },
      {
        route: "patch /webhooks/{id}",
        body: () => ({ departments: null }),
        before: () => ({ departments: [ids.departments] }),
      },
      {
        route: "post /bots",
        body: (n: number) => ({
          provider_id: ids.provider,
          token: `token-of-a-new-bot-${n}`,
          endpoint_url: "https://b.example/in",
        }),
      },
      {
        route: "patch /bots/{id}",
        body: (n: number) => ({ endpoint_url: `https://b${n}.example/in` }),
      },
      { route: "patch /bots/{id}", body: (n: number) => ({ token: `token-of-another-bot-${n}` }) },
      {
        route: "patch /bots/{id}",
        body: () => ({ channels: null }),
        before: () => ({ channels: [ids.channels] }),
      },
      {
        route: "post /channels",
        body: () => ({
          kind: "api",
          name: "App",
          endpoint_url: "https://app.example/in",
          operators: [shop.ids.owner],
        }),
      },
      {
        route: "patch /channels/{id}",
        body: (n: number) => ({ endpoint_url: `https://app${n}.example/in` }),
      },
      {
        route: "patch /call-settings",
        body: (n: number) => ({ url: `https://calls${n}.example/in` }),
      },
      {
        route: "patch /model",
        body: (n: number) => ({ base_url: `https://models${n}.example/v1` }),
      },
      {
        route: "put /imports/parallel/forwarding",
        body: (n: number) => ({ channel_id: ids.channels, url: `https://old${n}.example/in` }),
      },
    ];
    const ids = { provider: "", webhooks: 0, bots: 0, channels: 0, departments: 0 };
    let shop: TestAccount;
    let n = 0;
    const send = (route: string, body: object, ask: Omit<ApiRequest, "body">) => {
      const [method = "", path = ""] = route.split(" ");
      const name = path.split("/")[1] as "webhooks" | "bots" | "channels";
      return service.call(method.toUpperCase(), path.replace("{id}", String(ids[name])), {
        ...ask,
        body,
      });
    };
    const opened = async (): Promise<number> =>
      (
        await service.db.query(
          "select from audit where account_id = $1 and action = 'outbound_address.open'",
          [shop.id],
        )
      ).length;
    const keyWith = async (scopes: readonly string[]): Promise<string> =>
      (
        (
          await service.call("POST", "/api-keys", {
            key: shop.keys.owner,
            body: { name: "one", scopes },
          })
        ).body as { key: string }
      ).key;
    beforeAll(async () => {
      shop = await service.createAccount("shop");
      const provider = {
        name: "Bots",
        contact: "bots@shop.test",
        scope: "service",
        endpoint_url: "https://b.example/in",
      };
      ids.provider = (
        await service.call("POST", "/bot-providers", { key: acme.keys.owner, body: provider })
      ).body.id as string;
      ids.departments = (
        await service.call("POST", "/departments", {
          key: shop.keys.owner,
          body: { name: "Returns" },
        })
      ).body.id as number;
      for (const route of ["post /webhooks", "post /bots", "post /channels"]) {
        const created = await send(
          route,
          openers.find((one) => one.route === route)?.body(++n) ?? {},
          { key: shop.keys.owner },
        );
        expect([route, created.status]).toEqual([route, 201]);
        ids[route.slice(6) as "webhooks" | "bots" | "channels"] = created.body.id as number;
      }
    });
    it("[CORE-165] [CORE-250] only a principal that reads texts opens one: neither a role that sees them masked nor a key without chats.read", async () => {
      for (const { route, body, before } of openers) {
        if (before !== undefined)
          expect((await send(route, before(), { key: shop.keys.owner })).status).toBe(200);
        const count = await opened();
        const masked = await send(route, body(++n), { key: shop.keys.developer });
        expect([route, masked.status]).toEqual([route, 403]);
        // If the whole permission is missing, the message says so first.
        if (!/call-settings|model|forwarding/.test(route))
          expect(masked.body.error.message).toContain("Ask an owner or admin");
        const narrow = await keyWith([
          "webhooks.manage",
          "bots.manage",
          "channels.manage",
          "account.manage",
          "data.manage",
        ]);
        const lacking = await send(route, body(++n), { key: narrow });
        expect([route, lacking.status, lacking.body.error.message]).toEqual([
          route,
          403,
          expect.stringContaining("chats.read"),
        ]);
        expect(await opened()).toBe(count);
        const reading = await keyWith([
          "webhooks.manage",
          "bots.manage",
          "channels.manage",
          "account.manage",
          "data.manage",
          "chats.read",
        ]);
        const done = await send(route, body(++n), { key: reading });
        expect([route, done.status]).toEqual([route, route.startsWith("post") ? 201 : 200]);
        expect([route, await opened()]).toEqual([route, count + 1]);
      }
    });
    it("[CORE-165] [CORE-014] [CORE-250] a person proves their identity first", async () => {
      const person = {
        name: "Adi",
        email: "adi@shop.test",
        role: "admin",
        password: "violet tractor umbrella",
      };
      expect(
        (await service.call("POST", "/operators", { key: shop.keys.owner, body: person })).status,
      ).toBe(201);
      const signedIn = await service.call("POST", "/sessions", {
        body: { email: person.email, password: person.password },
      });
      const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const headers = { cookie, origin: service.origin };
      await service.clock.advance(16 * 60_000);
      for (const { route, body, before } of openers) {
        if (before !== undefined)
          expect((await send(route, before(), { key: shop.keys.owner })).status).toBe(200);
        const count = await opened();
        const unconfirmed = await send(route, body(++n), { headers });
        expect([route, unconfirmed.status, unconfirmed.body.error.code]).toEqual([
          route,
          403,
          "confirmation_needed",
        ]);
        expect(await opened()).toBe(count);
      }
      const confirmed = await service.call("POST", "/me/confirm", {
        headers,
        body: { password: person.password },
      });
      expect(confirmed.status).toBeLessThan(300);
      for (const { route, body, before } of openers) {
        if (before !== undefined)
          expect((await send(route, before(), { key: shop.keys.owner })).status).toBe(200);
        expect([route, (await send(route, body(++n), { headers })).status]).toEqual([
          route,
          route.startsWith("post") ? 201 : 200,
        ]);
      }
    });
    it("[CORE-165] changes that send nothing more need neither, and a form may repeat what is stored", async () => {
      const count = await opened();
      const stored = (
        await service.call("GET", `/webhooks/${ids.webhooks}`, { key: shop.keys.owner })
      ).body as {
        url: string;
        events: string[];
      };
      const same = {
        url: stored.url,
        events: stored.events.slice(0, 1),
        channels: [ids.channels],
        name: "CRM",
      };
      expect((await send("patch /webhooks/{id}", same, { key: shop.keys.developer })).status).toBe(
        200,
      );
      expect(
        (
          await send(
            "patch /bots/{id}",
            { name: "Robo", channels: [ids.channels] },
            { key: shop.keys.developer },
          )
        ).status,
      ).toBe(200);
      expect(
        (await send("patch /channels/{id}", { name: "Shop" }, { key: shop.keys.developer })).status,
      ).toBe(200);
      const widget = { kind: "widget", name: "Site", operators: [shop.ids.owner] };
      expect(
        (await service.call("POST", "/channels", { key: shop.keys.developer, body: widget }))
          .status,
      ).toBe(201);
      expect(await opened()).toBe(count);
    });
    it("[CORE-165] every route whose body holds an address is known", () => {
      const found = Object.entries(api.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, operation]) =>
          /"(?:endpoint_|base_)?url":\{/.test(
            JSON.stringify(resolveReferences(api, operation.requestBody ?? {})),
          )
            ? [`${method} ${path.replace("/api/v1", "")}`]
            : [],
        ),
      );
      expect(found.toSorted()).toEqual(
        [
          ...new Set(openers.map(({ route }) => route)),
          // The URLs of a provider are templates. Each bot has a copy of them.
          "post /bot-providers",
          "patch /bot-providers/{id}",
          // Links that readers follow. Parlour sends nothing to them.
          "patch /help-center",
        ].toSorted(),
      );
    });
  });
  it("[API-140] [API-304] a key ends at its time, and one that it makes no later", async () => {
    const at = (days: number): string =>
      new Date(service.clock.now() + days * 86_400_000).toISOString();
    const make = (key: string, expires_at?: string) =>
      service.call("POST", "/api-keys", {
        key,
        body: { name: "short", ...(expires_at === undefined ? {} : { expires_at }) },
      });
    for (const wrong of [at(-1), at(0), at(4_000), "soon"])
      expect([wrong, (await make(acme.keys.owner, wrong)).status]).toEqual([wrong, 400]);
    const created = (await make(acme.keys.owner, at(2))).body as {
      key: string;
      expires_at: string;
    };
    expect(created.expires_at).toBe(at(2));
    expect((await make(created.key, at(3))).status).toBe(403);
    expect((await make(created.key, at(1))).status).toBe(201);
    expect(((await make(created.key)).body as { expires_at: string }).expires_at).toBe(
      created.expires_at,
    );
    expect((await service.call("GET", "/me", { key: created.key })).status).toBe(200);
    await service.clock.advance(2 * 86_400_000);
    expect((await service.call("GET", "/me", { key: created.key })).status).toBe(401);
  });
  /** The identity secret opens each visitor's chat, so who sees masked texts cannot get it. */
  const isRefusedToMaskedRoles = (role: string, method: string, path: string): boolean =>
    role === "developer" && method === "POST" && path.endsWith("/identity-secret");
  it.each(roles)(
    "[CORE-001] [CORE-303] [R6] %s: each route answers 403 exactly where the role lacks its action",
    async (role) => {
      for (const { method, path, action } of listOperations()) {
        const answer = await service.call(method, path, {
          key: acme.keys[role],
          ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
        });
        const allowed =
          can(createPrincipal(role), action) && !isRefusedToMaskedRoles(role, method, path);
        expect(
          [path, answer.status === 403],
          `${method} ${path} ${action}: ${answer.status}`,
        ).toEqual([path, !allowed]);
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
        // Uploads are multipart bodies, so JSON has the wrong type. No photo exists that could be
        // removed. Mail that is not configured is already off, and a backup needs no body. The test
        // of the model answers that there is none.
        const expectedStatus =
          /\/(uploads|photo|visitor-imports|articles\/imports|imports\/files)$/.test(path)
            ? [method === "DELETE" ? 200 : 415]
            : /\/instance\/(mail|backup)/.test(path)
              ? [204, 400, 409]
              : path.endsWith("/dry-run") || path.endsWith("/model/test")
                ? [200, 400]
                : [400, 404];
        if (allowed && method !== "GET")
          expect(expectedStatus, `${method} ${path}`).toContain(answer.status);
      }
    },
  );
  it("[API-003] without credentials, or with wrong ones, every guarded route answers 401", async () => {
    const ways = [
      { query: "" },
      { query: `?api_key=${acme.keys.owner}` },
      { query: "", key: "pk_wrong" },
    ];
    for (const [n, { method, path }] of listOperations().entries())
      for (const { query, ...credentials } of takeTurns(ways, n))
        expect(
          (
            await service.call(method, `${path}${query}`, {
              ...credentials,
              ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
            })
          ).status,
          `${method} ${path}${query}`,
        ).toBe(401);
  });
  it("[API-003] [H-244] [H-245] [H-246] [H-247] [H-249] [API-201] a cookie needs the proof of its own page for every change", async () => {
    await service.call("POST", "/operators", {
      key: acme.keys.owner,
      body: {
        name: "Coo",
        email: "coo@acme.test",
        role: "owner",
        password: "violet tractor umbrella",
      },
    });
    await service.db.query(
      "update operator set instance_owner = true where email = 'coo@acme.test'",
    );
    const signedIn = await service.call("POST", "/sessions", {
      body: { email: "coo@acme.test", password: "violet tractor umbrella" },
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const wrong: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${service.origin}.evil.example` },
      { origin: service.origin, "sec-fetch-site": "cross-site" },
    ];
    for (const [n, { method, path }] of listOperations().entries()) {
      if (method === "GET") {
        expect((await service.call(method, path, { headers: { cookie } })).status, path).not.toBe(
          403,
        );
        continue;
      }
      if (path === signOutPath) continue;
      for (const headers of takeTurns(wrong, n))
        expect(
          (await service.call(method, path, { body: {}, headers: { cookie, ...headers } })).status,
          `${method} ${path} ${JSON.stringify(headers)}`,
        ).toBe(403);
      expect(
        (
          await service.call(method, path, {
            ...(method === "DELETE" ? {} : { body: {} }),
            headers: { cookie, origin: service.origin },
          })
        ).status,
        `${method} ${path}`,
      ).not.toBe(403);
    }
  });
  /** POST routes that only read. They use POST because their input is large. */
  const questions = new Set([
    "/api/v1/retention/dry-run",
    // A signal, not a change (CORE-010).
    "/api/v1/me/presence",
    "/blacklist/check",
    "/api/v1/blacklist/check",
    "/triggers/dry-run",
    "/api/v1/triggers/dry-run",
    "/segments/count",
    "/views/count",
    "/api/v1/segments/count",
    "/api/v1/views/count",
    // Drafts, which write nothing (ASSIST-001).
    "/api/v1/chats/999999999/suggestions",
    "/api/v1/chats/999999999/rewrites",
    "/api/v1/chats/999999999/summaries",
    "/api/v1/translate",
    "/api/v1/archive-answers",
    "/api/v1/article-drafts",
  ]);

  it("[CORE-005] a suspended account is read, not changed", async () => {
    const other = await service.createAccount("paused");
    await service.db.query("update account set suspended = true where id = $1", [other.id]);
    for (const { method, path, action } of listOperations()) {
      const answer = await service.call(method, path, {
        key: other.keys.owner,
        ...(method === "GET" || method === "DELETE" ? {} : { body: {} }),
      });
      if (method !== "GET" && !questions.has(path))
        expect(answer.status, `${method} ${path} ${action}`).toBe(403);
    }
    expect((await service.call("GET", "/chats", { key: other.keys.owner })).status).toBe(200);
  });
});
