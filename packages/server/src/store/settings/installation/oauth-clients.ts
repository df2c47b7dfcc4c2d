import { oauthClient } from "@parlour/protocol/settings/kinds/oauth-client";
import type { Sql } from "../../database/sql.ts";
import { createDocumentList, type DocumentList, type DocumentRow } from "./document-list.ts";

type ClientFields = (typeof oauthClient)["fields"];
/** The registration of this installation at a provider of mailboxes (CFG-134). */
export type OAuthClientRecord = DocumentRow<ClientFields>;

const stored = createDocumentList<ClientFields, OAuthClientRecord>(
  "oauth_clients",
  oauthClient.fields,
  { client_id: "clientId", client_secret: "secret" },
);
const read = async (sql: Sql): Promise<readonly OAuthClientRecord[]> =>
  (await stored.read(sql)).map((client) => ({ ...client, own: readOwn(client.own) }));
/** The clients, which are stored by the name of their provider. */
export const oauthClientList: DocumentList<OAuthClientRecord> = {
  read,
  async lock(tx) {
    await stored.lock(tx);
    return read(tx);
  },
  write: (tx, clients) =>
    stored.write(
      tx,
      clients
        .toSorted((a, b) => a.provider.localeCompare(b.provider))
        .map((client) => ({ ...client, own: writeOwn(client.own) })),
    ),
};

export async function findOAuthClient(
  sql: Sql,
  provider: string,
): Promise<OAuthClientRecord | null> {
  return (await read(sql)).find((client) => client.provider === provider) ?? null;
}

type OwnProvider = OAuthClientRecord["own"];
/** The endpoints as they are stored. */
interface StoredOwn {
  readonly name: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly scopes: string;
}
function readOwn(own: OwnProvider): OwnProvider {
  if (own === null) return null;
  const stored = own as unknown as StoredOwn;
  return {
    name: stored.name,
    authorization_url: stored.authorizationUrl,
    token_url: stored.tokenUrl,
    scopes: stored.scopes,
  };
}
const writeOwn = (own: OwnProvider): OwnProvider =>
  own &&
  ({
    name: own.name,
    authorizationUrl: own.authorization_url,
    tokenUrl: own.token_url,
    scopes: own.scopes,
  } as unknown as OwnProvider);
