import { oidc } from "@parlour/protocol/settings/kinds/oidc";
import { generateOidcId } from "../../auth/secrets.ts";
import { oidcList, type OidcRecord } from "../../store/settings/installation/oidc.ts";
import type { DocumentListFile } from "../kind/document-list-file.ts";

/**
 * The identity providers of the file (CFG-034). A provider is found by its issuer and client. New
 * operators are created in the account of the file.
 */
export const oidcFile: DocumentListFile<(typeof oidc)["fields"], OidcRecord> = {
  ...oidc,
  list: oidcList,
  keyOf: toProviderKey,
  subject: ({ name }) => `oidc ${name}`,
  complete: ({ role }, account) => ({ account_id: role === null ? null : account }),
  newRow: () => ({ id: generateOidcId() }),
};

/** Returns what no two providers have in common. */
export function toProviderKey(provider: {
  readonly issuer: string;
  readonly client_id: string;
}): string {
  return `${provider.issuer} ${provider.client_id}`;
}
