import type { FastifyInstance } from "fastify";
import { NoContent } from "@parlour/protocol/api";
import {
  NewOidcProvider,
  OidcParams,
  OidcProvider,
  OidcProviderPatch,
  OidcProviders,
} from "@parlour/protocol/api/people/session";
import type { Static } from "typebox";
import { refuse } from "../../core/failure.ts";
import {
  type OidcRecord,
  readOidc,
  lockOidc,
  setOidc,
} from "../../store/settings/installation/oidc.ts";
import { requireFound } from "../kit/ids.ts";
import { assertRolesNotAbovePrincipal } from "../operators/owner-rules.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { requireText } from "../../settings/texts.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Maximum number of identity providers. The sign-in page shows a button for each. */
const maxProviders = 10;

/** Registers the identity providers of the installation for single sign-on (API-206, CFG-034). */
export function oidcRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listProvidersRoute(app, deps);
  addProviderRoute(app, deps);
  changeProviderRoute(app, deps);
  removeProviderRoute(app, deps);
}

const routeDefaults = { action: "instance.manage", tag: "instance" } as const;

function listProvidersRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/instance/oidc",
    summary: "List OIDC providers",
    status: 200,
    answer: OidcProviders,
    handle: async () => ({
      items: (await readOidc(deps.sql)).map(serializeProvider),
      redirect_uri: deps.auth.oidc.redirectUri(),
    }),
  });
}
function addProviderRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/instance/oidc",
    fresh: true,
    summary: "Create an OIDC provider",
    body: NewOidcProvider,
    status: 201,
    answer: OidcProvider,
    handle: async (context) => {
      assertRolesNotAbovePrincipal(context.principal, "owner");
      const created = await toProviderRecord(deps, context.body, null);
      return changeSettings(deps, context, "instance.oidc_add", async (tx) => {
        const before = await lockOidc(tx);
        if (before.length >= maxProviders)
          refuse("at_limit", `${maxProviders} providers are enough. Remove one first.`);
        return saveProviders(tx, [...before, created], created);
      });
    },
  });
}
function changeProviderRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "PATCH",
    url: "/instance/oidc/:id",
    fresh: true,
    summary: "Update an OIDC provider",
    params: OidcParams,
    body: OidcProviderPatch,
    status: 200,
    answer: OidcProvider,
    handle: async (context) => {
      // An identity provider can sign in every operator, including owners.
      assertRolesNotAbovePrincipal(context.principal, "owner");
      const previous = requireFound(
        (await readOidc(deps.sql)).find((candidate) => candidate.id === context.params.id) ?? null,
        "provider",
      );
      assertNotManagedByFile(context, previous);
      const next = await toProviderRecord(deps, { ...toBody(previous), ...context.body }, previous);
      return changeSettings(deps, context, "instance.oidc_change", async (tx) => {
        const before = await lockOidc(tx);
        requireFound(before.find((candidate) => candidate.id === previous.id) ?? null, "provider");
        return saveProviders(
          tx,
          before.map((candidate) => (candidate.id === previous.id ? next : candidate)),
          next,
        );
      });
    },
  });
}
function removeProviderRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/instance/oidc/:id",
    fresh: true,
    summary: "Delete an OIDC provider",
    params: OidcParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      await changeSettings(deps, context, "instance.oidc_remove", async (tx) => {
        const before = await lockOidc(tx);
        const removed = requireFound(
          before.find((candidate) => candidate.id === context.params.id) ?? null,
          "provider",
        );
        assertNotManagedByFile(context, removed);
        return saveProviders(
          tx,
          before.filter((candidate) => candidate !== removed),
          removed,
        );
      });
      return null;
    },
  });
}

async function saveProviders(tx: Sql, providers: readonly OidcRecord[], candidate: OidcRecord) {
  if (
    new Set(providers.map((record) => `${record.issuer} ${record.clientId}`)).size <
    providers.length
  )
    refuse("name_taken", "A provider with this issuer and client ID already exists.", {
      field: "client_id",
    });
  await setOidc(tx, providers);
  return {
    result: serializeProvider(candidate),
    changed: [{ kind: "instance" as const, id: null }],
    target: `${candidate.name}: ${candidate.issuer}`,
  };
}

/**
 * Validates an identity provider and builds its record. Checks that the issuer responds as an
 * identity provider, and that new operators get an account and a role.
 */
async function toProviderRecord(
  deps: RouteDeps,
  body: Static<typeof NewOidcProvider>,
  previous: OidcRecord | null,
): Promise<OidcRecord> {
  const { role = null, account_id: accountId = null, client_secret: secretInput } = body;
  const issuer = body.issuer.replace(/\/+$/, "");
  if (!URL.canParse(issuer))
    refuse("invalid_request", "issuer is not an address.", { field: "issuer" });
  if (role !== null && accountId === null)
    refuse("invalid_request", "Choose the account for new users.", { field: "account_id" });
  if (accountId !== null && (await findAccount(deps.reader, accountId)) === null)
    refuse("invalid_request", `${accountId} is not an account of this installation.`, {
      field: "account_id",
    });
  const isSame =
    previous !== null && previous.issuer === issuer && previous.clientId === body.client_id;
  const record: OidcRecord = {
    id: previous?.id ?? generateOidcId(),
    name: requireText(body.name, "name"),
    issuer,
    clientId: requireText(body.client_id, "client_id"),
    // A stored secret is sent only to the issuer and client that it was entered for.
    secret:
      secretInput === undefined
        ? isSame
          ? previous.secret
          : null
        : secretInput === null
          ? null
          : deps.secrets.seal(secretInput),
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

const toBody = ({
  name,
  issuer,
  clientId,
  domains,
  role,
  accountId,
}: OidcRecord): Static<typeof NewOidcProvider> => ({
  name,
  issuer,
  client_id: clientId,
  domains: [...domains],
  role,
  account_id: accountId,
});
const serializeProvider = (row: OidcRecord): OidcProvider => ({
  id: row.id,
  ...toBody(row),
  domains: [...row.domains],
  role: row.role,
  account_id: row.accountId,
  has_secret: row.secret !== null,
  managed: row.managed,
});
