import { Type, type Static } from "typebox";
import { Id, Time } from "../../entity/index.ts";
import { saml } from "../../settings/kinds/people/saml.ts";
import { createFieldSchemas, listProperties } from "../settings/shapes/list-schemas.ts";

/** Identity providers for sign-in with SAML 2.0 (SSO-001 – SSO-007). */

const schemas = createFieldSchemas(saml.fields, { account_id: { answer: Id, sent: Id } });
export const SamlProvider = Type.Unsafe<
  { id: string } & Static<typeof schemas.answer> & { certificates_end: string; managed: boolean }
>(
  Type.Object({
    id: Type.String(),
    ...listProperties(schemas.answer),
    /** When the last certificate ends. */
    certificates_end: Time,
    managed: Type.Boolean(),
  }),
);
export type SamlProvider = Static<typeof SamlProvider>;
export const SamlProviders = Type.Object({
  items: Type.Array(SamlProvider),
  /** What to register at each provider. */
  entity_id: Type.String(),
  acs_url: Type.String(),
});
export type SamlProviders = Static<typeof SamlProviders>;
export const NewSamlProvider = schemas.create;
export type NewSamlProvider = Static<typeof NewSamlProvider>;
export const SamlProviderPatch = schemas.patch;
export const SamlFile = schemas.file;
export const SamlParams = Type.Object({ id: Type.String({ pattern: "^[a-z0-9]{8}$" }) });

/** Metadata of a provider: XML, or the address of it. */
export const SamlMetadataSource = Type.Object(
  { metadata: Type.String({ minLength: 1, maxLength: 200_000 }) },
  { additionalProperties: false },
);
export const SamlMetadata = Type.Object({
  entity_id: Type.String(),
  sso_url: Type.String(),
  certificates: Type.Array(Type.String()),
});
export type SamlMetadata = Static<typeof SamlMetadata>;
