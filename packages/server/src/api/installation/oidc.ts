import type { FastifyInstance } from "fastify";
import {
  NewOidcProvider,
  OidcParams,
  OidcProvider,
  OidcProviderPatch,
  OidcProviders,
} from "@parlour/protocol/api/people/session";
import { oidc } from "@parlour/protocol/settings/kinds/oidc";
import { omitFields } from "@parlour/protocol/omit-fields";
import { refuse } from "../../core/failure.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { toProviderKey } from "../../settings/installation/oidc.ts";
import { parseWholeBody, sealCredentials, toAnswer } from "../../settings/kind/values.ts";
import { oidcList, type OidcRecord } from "../../store/settings/installation/oidc.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { providerRoutes, resolveProviderAccount } from "./provider-routes.ts";

/** Registers the identity providers of the installation for single sign-on (API-206, CFG-034). */
export function oidcRoutes(app: FastifyInstance, deps: RouteDeps): void {
  providerRoutes<OidcRecord>(app, deps, {
    path: oidc.path,
    summary: "an OIDC provider",
    max: oidc.max,
    list: oidcList,
    schemas: {
      params: OidcParams,
      entity: OidcProvider,
      page: OidcProviders,
      create: NewOidcProvider,
      patch: OidcProviderPatch,
    },
    actions: {
      add: "instance.oidc_add",
      change: "instance.oidc_change",
      remove: "instance.oidc_remove",
    },
    page: () => ({ redirect_uri: deps.auth.oidc.redirectUri() }),
    serialize: (row): OidcProvider => ({
      id: row.id,
      ...toAnswer(oidc.fields, row),
      managed: row.managed,
    }),
    toBody: (row) => omitFields(toAnswer(oidc.fields, row), "has_secret"),
    build: (body, previous) => buildProvider(deps, body as NewOidcProvider, previous),
    keyOf: toProviderKey,
    conflict: {
      message: "A provider with this issuer and client ID already exists.",
      field: "client_id",
    },
    target: ({ name, issuer }) => `${name}: ${issuer}`,
  });
}

/** Checks the account of new operators, and that a new issuer responds. */
async function buildProvider(
  deps: RouteDeps,
  body: NewOidcProvider,
  previous: OidcRecord | null,
): Promise<OidcRecord> {
  const { values, given } = parseWholeBody(oidc.fields, body);
  const account = await resolveProviderAccount(deps, values);
  // A stored secret is sent only to the issuer and client that it was entered for.
  const sealed = sealCredentials(oidc.fields, { values, given }, previous, deps.secrets.seal);
  const record: OidcRecord = {
    id: previous?.id ?? generateOidcId(),
    ...values,
    account_id: account,
    client_secret: sealed["client_secret"] ?? null,
    managed: false,
  };
  const isChecked = previous !== null && toProviderKey(previous) === toProviderKey(record);
  const fault = isChecked ? null : await deps.auth.oidc.validateIssuer(record);
  if (fault !== null) refuse("invalid_request", fault, { field: "issuer" });
  return record;
}
