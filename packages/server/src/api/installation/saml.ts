import type { FastifyInstance } from "fastify";
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
import { getCertificateEnd, normalizeCertificate } from "../../auth/sign-in/saml/certificates.ts";
import { refuse } from "../../core/failure.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { parseWholeBody, toAnswer } from "../../settings/kind/values.ts";
import { samlList, type SamlRecord } from "../../store/settings/installation/saml.ts";
import { declareRoute } from "../kit/declare-route.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { providerRoutes, resolveProviderAccount } from "./provider-routes.ts";

/** Registers the SAML providers of the installation for single sign-on (SSO-001, SSO-006). */
export function samlRoutes(app: FastifyInstance, deps: RouteDeps): void {
  providerRoutes<SamlRecord>(app, deps, {
    path: saml.path,
    summary: "a SAML provider",
    max: saml.max,
    list: samlList,
    schemas: {
      params: SamlParams,
      entity: SamlProvider,
      page: SamlProviders,
      create: NewSamlProvider,
      patch: SamlProviderPatch,
    },
    actions: {
      add: "instance.saml_add",
      change: "instance.saml_change",
      remove: "instance.saml_remove",
    },
    page: () => deps.auth.saml.addresses(),
    serialize: (row): SamlProvider => ({
      id: row.id,
      ...toAnswer(saml.fields, row),
      certificates_end: new Date(
        Math.max(...row.certificates.map(getCertificateEnd)),
      ).toISOString(),
      managed: row.managed,
    }),
    toBody: (row) => toAnswer(saml.fields, row),
    build: (body, previous) => buildProvider(deps, body as NewSamlProvider, previous),
    keyOf: ({ entity_id }) => entity_id,
    conflict: { message: "A provider with this entity ID already exists.", field: "entity_id" },
    target: ({ name, entity_id }) => `${name}: ${entity_id}`,
  });
  readMetadataRoute(app, deps);
}

function readMetadataRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    action: "instance.manage",
    tag: "instance",
    method: "POST",
    url: "/instance/saml/metadata",
    summary: "Read the metadata of a SAML provider",
    body: SamlMetadataSource,
    status: 200,
    answer: SamlMetadata,
    once: { because: "It changes nothing." },
    handle: async ({ body }) => {
      const metadata = await deps.auth.saml.readMetadata(body.metadata);
      return { ...metadata, certificates: [...metadata.certificates] };
    },
  });
}

/** Checks the account of new operators, and the certificates. */
async function buildProvider(
  deps: RouteDeps,
  body: NewSamlProvider,
  previous: SamlRecord | null,
): Promise<SamlRecord> {
  const { values } = parseWholeBody(saml.fields, body);
  const account = await resolveProviderAccount(deps, values);
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
    account_id: account,
    managed: false,
  };
}
