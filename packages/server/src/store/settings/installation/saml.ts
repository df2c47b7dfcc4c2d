import { saml } from "@parlour/protocol/settings/kinds/people/saml";
import { createDocumentList, type DocumentRow } from "./document-list.ts";

/** A SAML provider for sign-in (SSO-001). */
export type SamlRecord = DocumentRow<(typeof saml)["fields"]> & {
  /** Id of the provider. It is public, because the sign-in page and its requests contain it. */
  readonly id: string;
};

export const samlList = createDocumentList<(typeof saml)["fields"], SamlRecord>(
  "saml",
  saml.fields,
  {},
);
