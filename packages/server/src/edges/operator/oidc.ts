import type { FastifyInstance } from "fastify";
import { NoContent } from "@parlour/protocol/api";
import { NewOidcProvider, OidcParams, OidcProvider, OidcProviderPatch, OidcProviders } from "@parlour/protocol/api-session";
import type { Static } from "typebox";
import { refuse } from "../../core/failure.ts";
import type { OidcRecord } from "../../core/record/sign-in.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { refuseAbove } from "./owners.ts";
import { route } from "./route.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { changeSettings, filled, refuseManaged, type SettingsDeps } from "./settings.ts";
import type { Tx } from "./stores/tx.ts";

type OidcDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "oidcRows" | "accounts">;

/** Limit of sign-in buttons on one page. */
const most = 10;

/**
 * Registers the identity providers for single sign-on of the whole installation (API-019, CFG-034).
 */
export function oidcRoutes(app: FastifyInstance, deps: OidcDeps): void {
  listProviders(app, deps);
  addProvider(app, deps);
  changeProvider(app, deps);
  removeProvider(app, deps);
}

const base = { action: "instance.manage", tag: "instance" } as const;

function listProviders(app: FastifyInstance, deps: OidcDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "GET",
    url: "/instance/oidc",
    summary: "Providers of sign-in; secrets are never read back",
    status: 200,
    answer: OidcProviders,
    handle: async () => ({ items: (await deps.oidcRows.list()).map(wire), redirect_uri: deps.auth.oidc.redirectUri() }),
  });
}
function addProvider(app: FastifyInstance, deps: OidcDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "POST",
    url: "/instance/oidc",
    fresh: true,
    summary: "Let an OIDC provider say who somebody is; it is asked first whether it is one",
    body: NewOidcProvider,
    status: 201,
    answer: OidcProvider,
    handle: async (call) => {
      refuseAbove(deps, call.principal, "owner");
      const made = await recordOf(deps, call.body, null);
      return changeSettings(deps, call, "instance.oidc_add", async (tx) => {
        const before = await deps.oidcRows.lock(tx);
        if (before.length >= most) refuse("at_limit", `${most} providers are enough. Remove one first.`);
        return stored(deps, tx, [...before, made], made);
      });
    },
  });
}
function changeProvider(app: FastifyInstance, deps: OidcDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "PATCH",
    url: "/instance/oidc/:id",
    fresh: true,
    summary: "Change a provider of sign-in; without `client_secret` the stored one stays, as long as issuer and client do",
    params: OidcParams,
    body: OidcProviderPatch,
    status: 200,
    answer: OidcProvider,
    handle: async (call) => {
      // A provider signs in every operator it names, owners too.
      refuseAbove(deps, call.principal, "owner");
      const was = found((await deps.oidcRows.list()).find((one) => one.id === call.params.id) ?? null, "provider");
      refuseManaged(call, was);
      const next = await recordOf(deps, { ...bodyOf(was), ...call.body }, was);
      return changeSettings(deps, call, "instance.oidc_change", async (tx) => {
        const before = await deps.oidcRows.lock(tx);
        found(before.find((one) => one.id === was.id) ?? null, "provider");
        return stored(
          deps,
          tx,
          before.map((one) => (one.id === was.id ? next : one)),
          next,
        );
      });
    },
  });
}
function removeProvider(app: FastifyInstance, deps: OidcDeps): void {
  route(app, deps.auth, {
    ...base,
    method: "DELETE",
    url: "/instance/oidc/:id",
    fresh: true,
    summary: "Take a provider of sign-in away; who came by it keeps his sessions",
    params: OidcParams,
    status: 204,
    answer: NoContent,
    handle: async (call) => {
      await changeSettings(deps, call, "instance.oidc_remove", async (tx) => {
        const before = await deps.oidcRows.lock(tx);
        const gone = found(before.find((one) => one.id === call.params.id) ?? null, "provider");
        refuseManaged(call, gone);
        return stored(
          deps,
          tx,
          before.filter((one) => one !== gone),
          gone,
        );
      });
      return null;
    },
  });
}

async function stored(deps: OidcDeps, tx: Tx, all: readonly OidcRecord[], one: OidcRecord) {
  if (new Set(all.map((record) => `${record.issuer} ${record.clientId}`)).size < all.length)
    refuse("name_taken", "This client of this issuer is a provider already.", { field: "client_id" });
  await deps.oidcRows.set(tx, all);
  return { result: wire(one), changed: [{ kind: "instance" as const, id: null }], target: `${one.name}: ${one.issuer}` };
}

/**
 * Validates a provider and builds its record: the issuer responds as one, and new operators get an
 * account and a role.
 */
async function recordOf(deps: OidcDeps, body: Static<typeof NewOidcProvider>, was: OidcRecord | null): Promise<OidcRecord> {
  const { role = null, account_id: accountId = null, client_secret: given } = body;
  const issuer = body.issuer.replace(/\/+$/, "");
  if (!URL.canParse(issuer)) refuse("invalid_request", "issuer is not an address.", { field: "issuer" });
  if (role !== null && accountId === null)
    refuse("invalid_request", "New people need an account: choose which one.", { field: "account_id" });
  if (accountId !== null && (await deps.accounts.find(accountId)) === null)
    refuse("invalid_request", `${accountId} is no account of this installation.`, { field: "account_id" });
  const isSame = was !== null && was.issuer === issuer && was.clientId === body.client_id;
  const record: OidcRecord = {
    id: was?.id ?? generateOidcId(),
    name: filled(body.name, "name"),
    issuer,
    clientId: filled(body.client_id, "client_id"),
    // A stored secret is sent only to the issuer and client for which it was entered.
    secret: given === undefined ? (isSame ? was.secret : null) : given === null ? null : deps.oidcRows.seal(given),
    domains: [...new Set((body.domains ?? []).map((domain) => domain.toLowerCase()))],
    role,
    accountId: role === null ? null : accountId,
    managed: false,
  };
  if (!isSame) {
    const fault = await deps.auth.oidc.validateIssuer(record);
    if (fault !== null) refuse("invalid_request", fault, { field: "issuer" });
  }
  return record;
}

const bodyOf = ({ name, issuer, clientId, domains, role, accountId }: OidcRecord): Static<typeof NewOidcProvider> => ({
  name,
  issuer,
  client_id: clientId,
  domains: [...domains],
  role,
  account_id: accountId,
});
const wire = (row: OidcRecord): OidcProvider => ({
  id: row.id,
  ...bodyOf(row),
  domains: [...row.domains],
  role: row.role,
  account_id: row.accountId,
  has_secret: row.secret !== null,
  managed: row.managed,
});
