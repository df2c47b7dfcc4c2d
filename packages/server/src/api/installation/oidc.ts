import type { FastifyInstance } from "fastify";
import { NoContent } from "@parlour/protocol/api";
import {
  NewOidcProvider,
  OidcParams,
  OidcProvider,
  OidcProviderPatch,
  OidcProviders,
} from "@parlour/protocol/api/people/session";
import { oidc } from "@parlour/protocol/settings/kinds/oidc";
import { omitFields } from "@parlour/protocol/omit-fields";
import { assertRolesNotAbovePrincipal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { toProviderKey } from "../../settings/installation/oidc.ts";
import { parseWholeBody, sealCredentials, toAnswer } from "../../settings/kind/values.ts";
import { oidcList, type OidcRecord } from "../../store/settings/installation/oidc.ts";
import { requireFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

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
      items: (await oidcList.read(deps.sql)).map(serializeProvider),
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
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      const created = await toProviderRecord(deps, context.body, null);
      return changeSettings(deps, context, "instance.oidc_add", async (tx) => {
        const before = await oidcList.lock(tx);
        if (before.length >= oidc.max)
          refuse(
            "at_limit",
            `An installation has at most ${oidc.max} providers. Remove one first.`,
            { limit: "providers" },
          );
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
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      const previous = requireFound(
        (await oidcList.read(deps.sql)).find((candidate) => candidate.id === context.params.id) ??
          null,
        "provider",
      );
      assertNotManagedByFile(context, previous);
      const next = await toProviderRecord(deps, { ...toBody(previous), ...context.body }, previous);
      return changeSettings(deps, context, "instance.oidc_change", async (tx) => {
        const before = await oidcList.lock(tx);
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
        const before = await oidcList.lock(tx);
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
  if (new Set(providers.map(toProviderKey)).size < providers.length)
    refuse("name_taken", "A provider with this issuer and client ID already exists.", {
      field: "client_id",
    });
  await oidcList.write(tx, providers);
  return {
    result: serializeProvider(candidate),
    changed: [{ kind: "instance" as const, id: null }],
    target: `${candidate.name}: ${candidate.issuer}`,
  };
}

/** Checks that new operators get a role and an account, and that a new issuer responds. */
async function toProviderRecord(
  deps: RouteDeps,
  body: NewOidcProvider,
  previous: OidcRecord | null,
): Promise<OidcRecord> {
  const { values, given } = parseWholeBody(oidc.fields, body);
  const account = values.account_id;
  if (values.role !== null && account === null)
    refuse("invalid_request", "Choose the account for new users.", { field: "account_id" });
  if (account !== null && (await findAccount(deps.reader, account)) === null)
    refuse("invalid_request", `${account} is not an account of this installation.`, {
      field: "account_id",
    });
  // A stored secret is sent only to the issuer and client that it was entered for.
  const sealed = sealCredentials(oidc.fields, { values, given }, previous, deps.secrets.seal);
  const record: OidcRecord = {
    id: previous?.id ?? generateOidcId(),
    ...values,
    account_id: values.role === null ? null : account,
    client_secret: sealed["client_secret"] ?? null,
    managed: false,
  };
  const isChecked = previous !== null && toProviderKey(previous) === toProviderKey(record);
  const fault = isChecked ? null : await deps.auth.oidc.validateIssuer(record);
  if (fault !== null) refuse("invalid_request", fault, { field: "issuer" });
  return record;
}

const toBody = (row: OidcRecord): NewOidcProvider =>
  omitFields(toAnswer(oidc.fields, row), "has_secret");
const serializeProvider = (row: OidcRecord): OidcProvider => ({
  id: row.id,
  ...toAnswer(oidc.fields, row),
  managed: row.managed,
});
