import type { FastifyInstance } from "fastify";
import { ApiKeys, ApiKeyWithKey, IdParams, NewApiKey, NoContent, PageQuery } from "@parlour/protocol/api";
import type { ApiKey } from "@parlour/protocol";
import type { ApiKeyRecord } from "../../core/record/api-key.ts";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { pageOf } from "./cursor.ts";
import type { Deps } from "./deps.ts";
import { timeOf } from "./deliveries.ts";
import { found, idOf, unknown } from "./ids.ts";
import { route } from "./route.ts";
import { generateApiKey } from "../../auth/secrets.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";

type KeyDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "apiKeys" | "operators" | "realtime">;

/**
 * Registers the routes for API keys (API-041). A key acts as one operator, with that operator's
 * current permissions.
 */
export function apiKeyRoutes(app: FastifyInstance, deps: KeyDeps): void {
  listKeys(app, deps);
  createKey(app, deps);
  deleteKey(app, deps);
}

function listKeys(app: FastifyInstance, deps: KeyDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/api-keys",
    action: "keys.manage",
    tag: "api keys",
    summary: "API keys, without the keys themselves",
    query: PageQuery,
    status: 200,
    answer: ApiKeys,
    handle: async ({ principal, query }) => {
      const page = pageOf("api-keys", await deps.apiKeys.list(principal.accountId), query);
      return { ...page, items: page.items.map(wire) };
    },
  });
}
function createKey(app: FastifyInstance, deps: KeyDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/api-keys",
    fresh: true,
    action: "keys.manage",
    tag: "api keys",
    summary: "Make a key; it is shown in this answer only",
    body: NewApiKey,
    status: 201,
    answer: ApiKeyWithKey,
    handle: async (call) => {
      const { principal, body } = call;
      const account = principal.accountId;
      const name = filled(body.name, "name");
      const operatorId = body.operator_id ?? principal.operatorId;
      const scopes = scopesOf(deps, principal, body.scopes);
      const expiresAt = endOf(deps, principal, body.expires_at ?? null);
      return changeSettings(deps, call, "api_key.create", async (tx, now) => {
        const operator = await deps.operators.lock(tx, account, operatorId);
        if (operator === null || !operator.active)
          refuse("invalid_request", `${operatorId} is not an active operator of this account.`, { field: "operator_id" });
        if (!deps.rights.mayMakeKeyFor(principal, { id: operatorId, ...operator }))
          refuse("forbidden", "You can make keys for yourself, but not one that acts as this operator.");
        const key = generateApiKey();
        const id = await deps.apiKeys.create(tx, account, { key, name, operatorId, scopes, managed: false, expiresAt, now });
        const row = found((await deps.apiKeys.listIn(tx, account)).find((one) => one.id === id) ?? null, "API key");
        return { result: { ...wire(row), key }, changed: [{ kind: "api_key", id }], target: `API key ${id} of operator ${operatorId}` };
      });
    },
  });
}
function deleteKey(app: FastifyInstance, deps: KeyDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/api-keys/:id",
    fresh: true,
    action: "keys.manage",
    tag: "api keys",
    summary: "Take a key back, at once",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      const { principal } = call;
      const account = principal.accountId;
      const id = idOf(call.params.id, "API key");
      await changeSettings(deps, call, "api_key.delete", async (tx) => {
        const row = found((await deps.apiKeys.listIn(tx, account)).find((one) => one.id === id) ?? null, "API key");
        refuseManaged(call, row);
        const operator = found(await deps.operators.lock(tx, account, row.operator.id), "operator");
        if (!deps.rights.mayMakeKeyFor(principal, { id: row.operator.id, ...operator }))
          refuse("forbidden", "You cannot take back a key that acts as this operator.");
        if (!(await deps.apiKeys.remove(tx, account, id))) unknown("API key");
        return { result: null, changed: [{ kind: "api_key", id }], target: `API key ${id} of operator ${row.operator.id}` };
      });
      deps.realtime.ended({ account, keyId: id });
      return null;
    },
  });
}

/**
 * Returns the end of a new key. A key that is created with another key ends no later than that key.
 */
function endOf({ clock }: Pick<KeyDeps, "clock">, { by }: Principal, given: string | null): number | null {
  const most = by.kind === "key" ? (by.expiresAt ?? null) : null;
  if (given === null) return most;
  const at = timeOf(given, "expires_at").getTime();
  const ahead = at - clock.now();
  if (ahead < leastMs || ahead > mostMs)
    refuse("invalid_request", "expires_at must be at least one minute and at most ten years from now.", { field: "expires_at" });
  if (most !== null && at > most) refuse("forbidden", "A key makes none that ends after itself.", { field: "expires_at" });
  return at;
}
const leastMs = 60_000;
const mostMs = 3_660 * 86_400_000;

/**
 * Returns the scopes of a new key (docs/operate/rights.md). A key cannot create a key with more
 * scopes than its own.
 */
function scopesOf({ rights }: Pick<KeyDeps, "rights">, { by }: Principal, given: readonly string[] | undefined): string[] {
  const most = by.kind === "key" ? by.scopes : ["*"];
  const wanted = given ?? most;
  const wrong = wanted.find((scope) => !rights.keyScopes.includes(scope));
  if (wrong !== undefined)
    refuse("invalid_request", `${wrong} is no scope. Scopes are: ${rights.keyScopes.join(", ")}.`, { field: "scopes" });
  const above = wanted.find((scope) => !rights.inScopes(most, scope));
  if (above !== undefined) refuse("forbidden", `A key without the scope ${above} makes none that has it.`, { field: "scopes" });
  return wanted.includes("*") ? ["*"] : wanted.toSorted();
}

function wire(row: ApiKeyRecord): ApiKey {
  return {
    id: row.id,
    name: row.name,
    operator: { ...row.operator },
    scopes: [...row.scopes],
    hint: row.hint,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    expires_at: row.expiresAt,
    managed: row.managed,
  };
}
