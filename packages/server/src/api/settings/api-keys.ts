import type { FastifyInstance } from "fastify";
import {
  ApiKeys,
  ApiKeyWithKey,
  IdParams,
  NewApiKey,
  NoContent,
  PageQuery,
} from "@parlour/protocol/api";
import type { ApiKey } from "@parlour/protocol";
import {
  type ApiKeyRecord,
  createApiKey,
  deleteApiKey,
} from "../../store/settings/account/api-key.ts";
import { type Principal, canCreateKeyFor, keyScopes, isActionInScopes } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { paginate } from "../kit/cursor.ts";
import { parseTime } from "../deliveries/deliveries.ts";
import { requireFound, parseId, rejectNotFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { generateApiKey } from "../../auth/secrets.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings, assertNotManaged } from "../kit/change-settings.ts";
import { listApiKeys } from "../../store/settings/account/account.ts";
import { lockOperator } from "../../store/settings/account/operator-changes.ts";
import { readerForTransaction } from "../../store/database/transaction-reader.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/**
 * Registers the routes for API keys (API-303). A key acts as one operator, with that operator's
 * current permissions.
 */
export function apiKeyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listKeysRoute(app, deps);
  createKeyRoute(app, deps);
  deleteKeyRoute(app, deps);
}

function listKeysRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/api-keys",
    action: "keys.manage",
    tag: "api keys",
    summary: "API keys, without the keys themselves",
    query: PageQuery,
    status: 200,
    answer: ApiKeys,
    handle: async ({ principal, query }) => {
      const page = paginate("api-keys", await listApiKeys(deps.reader, principal.accountId), query);
      return { ...page, items: page.items.map(serializeApiKey) };
    },
  });
}
function createKeyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/api-keys",
    fresh: true,
    action: "keys.manage",
    tag: "api keys",
    summary: "Make a key; it is shown in this answer only",
    body: NewApiKey,
    status: 201,
    answer: ApiKeyWithKey,
    handle: async (context) => {
      const { principal, body } = context;
      const account = principal.accountId;
      const name = requireText(body.name, "name");
      const operatorId = body.operator_id ?? principal.operatorId;
      const scopes = parseScopes(principal, body.scopes);
      const expiresAt = parseKeyEnd(deps, principal, body.expires_at ?? null);
      return changeSettings(deps, context, "api_key.create", async (tx, now) => {
        const operator = await lockOperator(tx, account, operatorId);
        if (operator === null || !operator.active)
          refuse("invalid_request", `${operatorId} is not an active operator of this account.`, {
            field: "operator_id",
          });
        if (!canCreateKeyFor(principal, { id: operatorId, ...operator }))
          refuse(
            "forbidden",
            "You can create keys for yourself, but not a key that acts as this operator.",
          );
        const key = generateApiKey();
        const id = await createApiKey(tx, account, {
          key,
          name,
          operatorId,
          scopes,
          managed: false,
          expiresAt,
          now,
        });
        const row = requireFound(
          (await listApiKeys(readerForTransaction(tx), account)).find(
            (candidate) => candidate.id === id,
          ) ?? null,
          "API key",
        );
        return {
          result: { ...serializeApiKey(row), key },
          changed: [{ kind: "api_key", id }],
          target: `API key ${id} of operator ${operatorId}`,
        };
      });
    },
  });
}
function deleteKeyRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/api-keys/:id",
    fresh: true,
    action: "keys.manage",
    tag: "api keys",
    summary: "Take a key back, at once",
    params: IdParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { principal } = context;
      const account = principal.accountId;
      const id = parseId(context.params.id, "API key");
      await changeSettings(deps, context, "api_key.delete", async (tx) => {
        const row = requireFound(
          (await listApiKeys(readerForTransaction(tx), account)).find(
            (candidate) => candidate.id === id,
          ) ?? null,
          "API key",
        );
        assertNotManaged(context, row);
        const operator = requireFound(await lockOperator(tx, account, row.operator.id), "operator");
        if (!canCreateKeyFor(principal, { id: row.operator.id, ...operator }))
          refuse("forbidden", "You cannot delete a key that acts as this operator.");
        if (!(await deleteApiKey(tx, account, id))) rejectNotFound("API key");
        return {
          result: null,
          changed: [{ kind: "api_key", id }],
          target: `API key ${id} of operator ${row.operator.id}`,
        };
      });
      deps.auth.end({ account, keyId: id });
      return null;
    },
  });
}

/**
 * Returns the end of a new key. A key that is created with another key ends no later than that key.
 */
function parseKeyEnd(
  { clock }: Pick<RouteDeps, "clock">,
  { credential: actor }: Principal,
  input: string | null,
): number | null {
  const maxEnd = actor.kind === "key" ? (actor.expiresAt ?? null) : null;
  if (input === null) return maxEnd;
  const at = parseTime(input, "expires_at").getTime();
  const ttlMs = at - clock.now();
  if (ttlMs < minTtlMs || ttlMs > maxTtlMs)
    refuse(
      "invalid_request",
      "expires_at must be at least one minute and at most ten years from now.",
      { field: "expires_at" },
    );
  if (maxEnd !== null && at > maxEnd)
    refuse("forbidden", "A key makes none that ends after itself.", { field: "expires_at" });
  return at;
}
const minTtlMs = 60_000;
const maxTtlMs = 3_660 * 86_400_000;

/**
 * Returns the scopes of a new key (docs/operate/rights.md). A key cannot create a key with more
 * scopes than its own.
 */
function parseScopes(
  { credential: actor }: Principal,
  input: readonly string[] | undefined,
): string[] {
  const allowedScopes = actor.kind === "key" ? actor.scopes : ["*"];
  const requested = input ?? allowedScopes;
  const unknownScope = requested.find((scope) => !keyScopes.includes(scope));
  if (unknownScope !== undefined)
    refuse("invalid_request", `${unknownScope} is not a scope. Use ${keyScopes.join(", ")}.`, {
      field: "scopes",
    });
  const missingScope = requested.find((scope) => !isActionInScopes(allowedScopes, scope));
  if (missingScope !== undefined)
    refuse("forbidden", `A key without the scope ${missingScope} makes none that has it.`, {
      field: "scopes",
    });
  return requested.includes("*") ? ["*"] : requested.toSorted();
}

function serializeApiKey(row: ApiKeyRecord): ApiKey {
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
