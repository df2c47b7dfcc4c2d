import { ApiKey } from "@parlour/protocol";
import { ApiKeys, ApiKeyWithKey, NewApiKey } from "@parlour/protocol/api";
import { apiKeyShape } from "@parlour/protocol/api/settings/shapes/api-key";
import type { ApiKeyConfigFile } from "@parlour/protocol/config";
import {
  actions,
  canCreateKeyFor,
  explicitScopes,
  isActionInScopes,
  isExplicitScope,
  keyScopes,
  type Principal,
} from "../../auth/index.ts";
import { generateApiKey } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import {
  createApiKey,
  deleteApiKey,
  hashApiKey,
  listApiKeys,
  updateApiKey,
  type ApiKeyFields,
  type ApiKeyRecord,
} from "../../store/settings/account/api-key.ts";
import { lockOperator } from "../../store/settings/account/operator-changes.ts";
import type { CheckContext, FileHelpers, SettingsResource } from "../resource.ts";
import { parseTime, trimTexts } from "../texts.ts";

/** An API key of the provisioning file. */
interface ApiKeyEntry extends Omit<ApiKeyFields, "operatorId"> {
  /** "" for a row, which has only the hash. */
  readonly key: string;
  /** Hexadecimal. */
  readonly keyHash: string;
  /** Email. */
  readonly operator: string;
}

/**
 * Keys of the service API (API-303). A key acts as one operator, with that operator's current
 * permissions.
 */
export const apiKeyResource: SettingsResource<{
  fields: ApiKeyFields;
  row: ApiKeyRecord;
  body: NewApiKey;
  api: ApiKeyWithKey;
  entry: ApiKeyEntry;
}> = {
  shape: apiKeyShape,
  label: "API key",
  rights: { read: "keys.manage", manage: "keys.manage" },
  fresh: ["create", "remove"],
  summaries: {
    list: "List API keys",
    create: "Create an API key",
    remove: "Delete an API key",
  },
  schemas: { entity: ApiKey, page: ApiKeys, create: NewApiKey, created: ApiKeyWithKey },
  store: { list: listApiKeys, create: createApiKey, update: updateApiKey, remove: deleteApiKey },
  audit: {
    nameOf: ({ operatorId }) => `of operator ${operatorId}`,
    nameOfRemoved: ({ operatorId }) => `of operator ${operatorId}`,
  },
  newFields: () => ({ key: generateApiKey() }),
  parse: ({ operator_id: operatorId, expires_at: end, ...body }) => ({
    ...trimTexts(apiKeyShape, body),
    ...(operatorId === undefined ? {} : { operatorId }),
    ...(end === undefined || end === null
      ? {}
      : { expiresAt: parseTime(end, "expires_at").getTime() }),
  }),
  complete: ({ operatorId, scopes, expiresAt = null }, _before, { principal, now }) => ({
    operatorId: operatorId ?? principal.operatorId,
    scopes: limitScopes(principal, scopes),
    expiresAt: limitEnd(principal, expiresAt, now),
  }),
  async check({ operatorId }, _before, { tx, account, principal }) {
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
  },
  checkRemoval: assertCanRemove,
  toApi: (row, _context, created) => ({
    id: row.id,
    name: row.name,
    operator: { id: row.operatorId, name: row.operatorName },
    scopes: [...row.scopes],
    hint: row.hint,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    expires_at: formatTime(row.expiresAt),
    managed: row.managed,
    ...(created === null ? {} : { key: created.key }),
  }),
  file: {
    part: "api_keys",
    read(config, helpers) {
      const keys = (config.api_keys ?? []).map((key, n) => readEntry(key, n, helpers));
      helpers.unique(
        keys,
        ({ keyHash }) => keyHash,
        (n, first) =>
          helpers.reportError(["api_keys", n], `has the same key as api_keys[${first}]`),
      );
      return keys;
    },
    write: ({ name, operator, scopes, expiresAt }, variable) => ({
      name,
      key_env: variable("API_KEY", name),
      operator,
      scopes: [...scopes],
      ...(expiresAt === null ? {} : { expires_at: formatTime(expiresAt) }),
    }),
    keyOf: ({ keyHash }) => keyHash,
    subject: ({ name }) => `api key ${name}`,
    compared: ({ name, operator, scopes, expiresAt }) => ({
      name,
      operator: operator.toLowerCase(),
      scopes: scopes.join(" "),
      expires_at: formatTime(expiresAt),
    }),
    notesTakeoverAlone: true,
    toEntry: ({ keyHash, name, operatorId, scopes, expiresAt }, names) => ({
      key: "",
      keyHash: keyHash.toString("hex"),
      name,
      operator: names.operator(operatorId) ?? "",
      scopes,
      expiresAt,
    }),
    toFields: ({ key, name, operator, scopes, expiresAt }, ids) => ({
      key,
      name,
      operatorId: ids.operator(operator),
      scopes,
      expiresAt,
    }),
    references: ({ operator }) => [{ kind: "operator", name: operator, path: ["operator"] }],
  },
};

const formatTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

/**
 * Returns the scopes of a new key (docs/operate/rights.md). A key cannot create another key with
 * more scopes than its own.
 */
function limitScopes(
  { credential: actor }: Principal,
  input: readonly string[] | undefined,
): string[] {
  const allowedScopes = actor.kind === "session" ? ["*", ...explicitScopes] : actor.scopes;
  const requested = input ?? allowedScopes.filter((scope) => !isExplicitScope(scope));
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
  return requested
    .filter((scope) => scope === "*" || isExplicitScope(scope) || !requested.includes("*"))
    .toSorted();
}

/**
 * Returns the expiry time of a new key. A key that is created with another key expires no later
 * than that key.
 */
function limitEnd(
  { credential: actor }: Principal,
  end: number | null,
  now: number,
): number | null {
  const maxEnd = (actor.kind === "key" ? actor.expiresAt : null) ?? null;
  if (end === null) return maxEnd;
  const ttlMs = end - now;
  if (ttlMs < minTtlMs || ttlMs > maxTtlMs)
    refuse(
      "invalid_request",
      "expires_at must be at least one minute and at most ten years from now.",
      { field: "expires_at" },
    );
  if (maxEnd !== null && end > maxEnd)
    refuse("forbidden", "A key makes none that ends after itself.", { field: "expires_at" });
  return end;
}
const minTtlMs = 60_000;
const maxTtlMs = 3_660 * 86_400_000;

async function assertCanRemove(
  { operatorId }: ApiKeyRecord,
  { tx, account, principal }: CheckContext,
): Promise<void> {
  const operator = await lockOperator(tx, account, operatorId);
  if (operator === null || !canCreateKeyFor(principal, { id: operatorId, ...operator }))
    refuse("forbidden", "You cannot delete a key that acts as this operator.");
}

/** Scopes of a key of the file, besides `*`. */
const fileScopes: readonly string[] = [...actions, ...explicitScopes];

/** Reads a key of the file (CFG-025). */
function readEntry(
  entry: ApiKeyConfigFile,
  n: number,
  { reportError, secret }: FileHelpers,
): ApiKeyEntry {
  const at = ["api_keys", n] as const;
  const { name, operator, scopes = ["*"] } = entry;
  const key = secret(at, "key", entry.key, entry.key_env);
  if (entry.key === undefined && entry.key_env === undefined)
    reportError(at, "key or key_env is missing");
  if (key !== null && !/^[\x21-\x7e]{20,200}$/.test(key))
    reportError([...at, "key_env"], "must be 20 to 200 visible ASCII characters");
  for (const [i, scope] of scopes.entries()) {
    if (scope !== "*" && !fileScopes.includes(scope))
      reportError(
        [...at, "scopes", i],
        `${scope} is not a valid scope; use *, ${fileScopes.join(", ")}`,
      );
  }
  const expiresAt = entry.expires_at === undefined ? null : Date.parse(entry.expires_at);
  if (Number.isNaN(expiresAt))
    reportError([...at, "expires_at"], "is not a valid time; use the form 2027-01-31T12:00:00Z");
  return {
    key: key ?? "",
    keyHash: hashApiKey(key ?? "").toString("hex"),
    name,
    operator,
    scopes,
    expiresAt,
  };
}
