import { oauthClient, type OwnProvider } from "@parlour/protocol/settings/kinds/oauth-client";
import { isUrl } from "@parlour/protocol/settings/problems";
import {
  oauthClientList,
  type OAuthClientRecord,
} from "../../store/settings/installation/oauth-clients.ts";
import type { DocumentListFile } from "../kind/document-list-file.ts";
import type { FileHelpers } from "../resource.ts";

type ClientFields = (typeof oauthClient)["fields"];

/** The clients at providers of mailboxes in the file (CFG-136). */
export const oauthClientFile: DocumentListFile<ClientFields, OAuthClientRecord> = {
  ...oauthClient,
  list: oauthClientList,
  custom: { own: { read: readOwn, write: (own: OwnProvider) => own } },
  keyOf: ({ provider }) => provider,
  subject: ({ provider }) => `oauth client ${provider}`,
  checkEntry({ provider, own, tenant }, report) {
    if ((provider === "own") !== (own !== null))
      report([], "must have own if provider is own, and only then", "CFG-136");
    if (tenant !== null && provider !== "microsoft")
      report(["tenant"], "is only for microsoft", "CFG-136");
  },
};

function readOwn(
  own: OwnProvider,
  at: readonly (string | number)[],
  { reportError }: FileHelpers,
): OwnProvider {
  for (const name of ["authorization_url", "token_url"] as const)
    if (!isUrl(own[name]))
      reportError([...at, name], "must be an http or https URL without user", "CFG-136");
  return toOwn(own);
}
/** Returns the endpoints with their keys in one order, so that they can be compared. */
export const toOwn = ({
  name,
  authorization_url,
  token_url,
  scopes,
}: OwnProvider): OwnProvider => ({
  name,
  authorization_url,
  token_url,
  scopes,
});
