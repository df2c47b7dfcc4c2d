import { ApiKey, ApiKeys, ApiKeyWithKey, NewApiKey } from "@parlour/protocol/api";
import { apiKey } from "@parlour/protocol/settings/kinds/api-key";
import {
  actions,
  canCreateKeyFor,
  explicitScopes,
  isActionInScopes,
  isExplicitScope,
  keyScopes,
  type Principal,
} from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { apiKeyStore, setEndedKeys } from "../../store/settings/account/api-key.ts";
import { lockOperator } from "../../store/settings/account/operator-changes.ts";
import { createResource } from "../kind/create-resource.ts";
import type { CheckContext } from "../resource.ts";

/** Keys of the service API (API-303). A key has the current permissions of its operator. */
export const apiKeyResource = createResource(apiKey, {
  rights: { read: "keys.manage", manage: "keys.manage" },
  fresh: ["create", "remove"],
  summaries: {
    list: "List API keys",
    create: "Create an API key",
    remove: "Delete an API key",
  },
  schemas: { entity: ApiKey, page: ApiKeys, create: NewApiKey, created: ApiKeyWithKey },
  store: apiKeyStore,
  describe: ({ operator, lastUsedAt }) => ({ operator: { ...operator }, last_used_at: lastUsedAt }),
  complete: (given, _before, { principal, now }) => ({
    operator_id: given.operator_id ?? principal.operatorId,
    scopes: limitScopes(principal, given.scopes),
    expires_at: limitEnd(principal, given.expires_at ?? null, now),
  }),
  check: (values, _before, context) =>
    assertCanActAs(
      values.operator_id,
      context,
      "You can create keys for yourself, but not a key that acts as this operator.",
    ),
  checkRemoval: ({ values }, context) =>
    assertCanActAs(
      values.operator_id,
      context,
      "You cannot delete a key that acts as this operator.",
    ),
  recordEnd: ({ secrets }, { tx, account }) =>
    setEndedKeys(tx, account, { add: secrets.key ? [secrets.key.stored.toString("hex")] : [] }),
  checkEntry: ({ scopes }, report) => {
    for (const [n, scope] of scopes.entries())
      if (scope !== "*" && !fileScopes.includes(scope))
        report(["scopes", n], `${scope} is not a valid scope; use *, ${fileScopes.join(", ")}`);
  },
  nameOf: (values) => `of operator ${values.operator_id}`,
  namesRemoved: true,
  subject: ({ name }) => `api key ${name}`,
  notesTakeoverAlone: true,
});

/** Scopes of a key of the file, besides `*`. */
const fileScopes: readonly string[] = [...actions, ...explicitScopes];

/** Returns the scopes of a new key, within those of its creator (docs/operate/rights.md). */
function limitScopes({ credential }: Principal, input: readonly string[] | undefined): string[] {
  const allowedScopes =
    credential.kind === "session" ? ["*", ...explicitScopes] : credential.scopes;
  const requested = input ?? allowedScopes.filter((scope) => !isExplicitScope(scope));
  const unknownScope = requested.find((scope) => !keyScopes.includes(scope));
  if (unknownScope !== undefined)
    refuse("invalid_request", `${unknownScope} is not a scope. Use ${keyScopes.join(", ")}.`, {
      field: "scopes",
    });
  const missingScope = requested.find((scope) => !isActionInScopes(allowedScopes, scope));
  if (missingScope !== undefined)
    refuse("forbidden", `You lack the scope ${missingScope}, so you cannot grant it.`, {
      field: "scopes",
    });
  return requested
    .filter((scope) => scope === "*" || isExplicitScope(scope) || !requested.includes("*"))
    .toSorted();
}

/** Returns the expiry time of a new key, which is not after that of the key creating it. */
function limitEnd({ credential }: Principal, end: string | null, now: number): string | null {
  const maxEnd = (credential.kind === "key" ? credential.expiresAt : null) ?? null;
  if (end === null) return maxEnd === null ? null : new Date(maxEnd).toISOString();
  const ttlMs = Date.parse(end) - now;
  if (ttlMs < minTtlMs || ttlMs > maxTtlMs)
    refuse(
      "invalid_request",
      "expires_at must be at least one minute and at most ten years from now.",
      { field: "expires_at" },
    );
  if (maxEnd !== null && Date.parse(end) > maxEnd)
    refuse("forbidden", "A key cannot create one that ends later.", { field: "expires_at" });
  return end;
}
const minTtlMs = 60_000;
const maxTtlMs = 3_660 * 86_400_000;

/** Throws if the principal must not create or remove keys of this operator. */
async function assertCanActAs(
  id: number,
  { tx, account, principal }: CheckContext,
  message: string,
): Promise<void> {
  const operator = await lockOperator(tx, account, id);
  if (operator === null || !canCreateKeyFor(principal, { id, ...operator }))
    refuse("forbidden", message);
}
