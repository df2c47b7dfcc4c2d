import { saml } from "@parlour/protocol/settings/kinds/people/saml";
import { normalizeCertificate } from "../../auth/sign-in/saml/certificates.ts";
import { generateOidcId } from "../../auth/secrets.ts";
import { samlList, type SamlRecord } from "../../store/settings/installation/saml.ts";
import type { DocumentListFile } from "../kind/document-list-file.ts";

/** The SAML providers of the file (SSO-007). A provider is found by its entity id. */
export const samlFile: DocumentListFile<(typeof saml)["fields"], SamlRecord> = {
  ...saml,
  list: samlList,
  keyOf: ({ entity_id }) => entity_id,
  subject: ({ name }) => `saml ${name}`,
  checkEntry: ({ certificates }, report) => {
    if (certificates.some((certificate) => normalizeCertificate(certificate) === null))
      report(["certificates"], "has a text that is not a certificate in PEM or base64", "SSO-001");
  },
  complete: ({ role }, account) => ({ account_id: role === null ? null : account }),
  newRow: () => ({ id: generateOidcId() }),
};
