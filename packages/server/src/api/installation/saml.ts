import type { FastifyInstance } from "fastify";
import { NoContent } from "@parlour/protocol/api";
import {
  NewSamlProvider,
  SamlMetadata,
  SamlMetadataSource,
  SamlParams,
  SamlProvider,
  SamlProviderPatch,
  SamlProviders,
} from "@parlour/protocol/api/people/saml";
import { saml } from "@parlour/protocol/settings/kinds/people/saml";
import { assertRolesNotAbovePrincipal } from "../../auth/index.ts";
import { getCertificateEnd, normalizeCertificate } from "../../auth/sign-in/saml/certificates.ts";
import { refuse } from "../../core/failure.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { parseWholeBody, toAnswer } from "../../settings/kind/values.ts";
import { samlList, type SamlRecord } from "../../store/settings/installation/saml.ts";
import { requireFound } from "../kit/ids.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { findAccount } from "../../store/settings/account/account.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

/** Registers the SAML providers of the installation for single sign-on (SSO-001, SSO-006). */
export function samlRoutes(app: FastifyInstance, deps: RouteDeps): void {
  listProvidersRoute(app, deps);
  readMetadataRoute(app, deps);
  addProviderRoute(app, deps);
  changeProviderRoute(app, deps);
  removeProviderRoute(app, deps);
}

const routeDefaults = { action: "instance.manage", tag: "instance" } as const;

function listProvidersRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/instance/saml",
    summary: "List SAML providers",
    status: 200,
    answer: SamlProviders,
    handle: async () => ({
      items: (await samlList.read(deps.sql)).map(serializeProvider),
      ...deps.auth.saml.addresses(),
    }),
  });
}
function readMetadataRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/instance/saml/metadata",
    summary: "Read the metadata of a SAML provider",
    body: SamlMetadataSource,
    status: 200,
    answer: SamlMetadata,
    handle: async ({ body }) => {
      const metadata = await deps.auth.saml.readMetadata(body.metadata);
      return { ...metadata, certificates: [...metadata.certificates] };
    },
  });
}
function addProviderRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "POST",
    url: "/instance/saml",
    fresh: true,
    summary: "Create a SAML provider",
    body: NewSamlProvider,
    status: 201,
    answer: SamlProvider,
    handle: async (context) => {
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      const created = await toProviderRecord(deps, context.body, null);
      return changeSettings(deps, context, "instance.saml_add", async (tx) => {
        const before = await samlList.lock(tx);
        if (before.length >= saml.max)
          refuse(
            "at_limit",
            `An installation has at most ${saml.max} providers. Remove one first.`,
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
    url: "/instance/saml/:id",
    fresh: true,
    summary: "Update a SAML provider",
    params: SamlParams,
    body: SamlProviderPatch,
    status: 200,
    answer: SamlProvider,
    handle: async (context) => {
      // An identity provider can sign in every operator, including owners.
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      return changeSettings(deps, context, "instance.saml_change", async (tx) => {
        const before = await samlList.lock(tx);
        const previous = findById(before, context.params.id);
        assertNotManagedByFile(context, previous);
        const body = { ...toAnswer(saml.fields, previous), ...context.body };
        const next = await toProviderRecord(deps, body, previous);
        return saveProviders(
          tx,
          before.map((candidate) => (candidate === previous ? next : candidate)),
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
    url: "/instance/saml/:id",
    fresh: true,
    summary: "Delete a SAML provider",
    params: SamlParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      await changeSettings(deps, context, "instance.saml_remove", async (tx) => {
        const before = await samlList.lock(tx);
        const removed = findById(before, context.params.id);
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

const findById = (providers: readonly SamlRecord[], id: string): SamlRecord =>
  requireFound(providers.find((candidate) => candidate.id === id) ?? null, "provider");

async function saveProviders(tx: Sql, providers: readonly SamlRecord[], candidate: SamlRecord) {
  if (new Set(providers.map(({ entity_id }) => entity_id)).size < providers.length)
    refuse("name_taken", "A provider with this entity ID already exists.", { field: "entity_id" });
  await samlList.write(tx, providers);
  return {
    result: serializeProvider(candidate),
    changed: [{ kind: "instance" as const, id: null }],
    target: `${candidate.name}: ${candidate.entity_id}`,
  };
}

/** Checks the certificates, and that new operators get a role and an account. */
async function toProviderRecord(
  deps: RouteDeps,
  body: NewSamlProvider,
  previous: SamlRecord | null,
): Promise<SamlRecord> {
  const { values } = parseWholeBody(saml.fields, body);
  const account = values.account_id;
  if (values.role !== null && account === null)
    refuse("invalid_request", "Choose the account for new users.", { field: "account_id" });
  if (account !== null && (await findAccount(deps.reader, account)) === null)
    refuse("invalid_request", `${account} is not an account of this installation.`, {
      field: "account_id",
    });
  const certificates = values.certificates.map(
    (text) =>
      normalizeCertificate(text) ??
      refuse("invalid_request", "This is not a certificate in PEM or base64.", {
        field: "certificates",
      }),
  );
  return {
    id: previous?.id ?? generateOidcId(),
    ...values,
    certificates: [...new Set(certificates)],
    account_id: values.role === null ? null : account,
    managed: false,
  };
}

const serializeProvider = (row: SamlRecord): SamlProvider => ({
  id: row.id,
  ...toAnswer(saml.fields, row),
  certificates_end: new Date(Math.max(...row.certificates.map(getCertificateEnd))).toISOString(),
  managed: row.managed,
});
