import { valueOf } from "../field.ts";
import { listKind } from "../kind.ts";

/** A provider of mailboxes whose endpoints the owner of the installation enters. */
export interface OwnProvider {
  readonly name: string;
  readonly authorization_url: string;
  readonly token_url: string;
  readonly scopes: string;
}

/** Clients of the installation at providers of mailboxes (CFG-134, API-482). */
export const oauthClient = listKind({
  kind: "oauth",
  path: "instance/oauth-clients",
  label: "oauth client",
  part: "oauth_clients",
  key: "provider",
  fields: {
    provider: { type: "choice", values: ["google", "microsoft", "own"], rule: "CFG-136" },
    client_id: { type: "text", min: 1, max: 300 },
    tenant: { type: "text", pattern: "^[A-Za-z0-9.-]{1,100}$", default: null },
    own: { type: "custom", value: valueOf<OwnProvider>(), default: null },
    client_secret: {
      type: "credential",
      min: 1,
      max: 1000,
      default: null,
      presence: "has_secret",
      boundTo: ["client_id", "own.token_url"],
    },
  },
});
