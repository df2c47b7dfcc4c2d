import type { OAuthClientRecord } from "../../store/settings/installation/oauth-clients.ts";

/** Where a provider asks people for access to their mailbox, and where tokens come from. */
export interface OAuthEndpoints {
  readonly name: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly scopes: string;
  /** Further parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
}

const microsoftScopes = [
  "https://outlook.office.com/IMAP.AccessAsUser.All",
  "https://outlook.office.com/SMTP.Send",
  "offline_access",
];

/** Returns the endpoints of a client (CFG-134). */
export function getEndpoints({ provider, tenant, own }: OAuthClientRecord): OAuthEndpoints {
  if (provider === "microsoft") {
    const base = `https://login.microsoftonline.com/${tenant ?? "common"}/oauth2/v2.0`;
    return {
      name: "Microsoft",
      authorizationUrl: `${base}/authorize`,
      tokenUrl: `${base}/token`,
      scopes: microsoftScopes.join(" "),
      parameters: { prompt: "select_account" },
    };
  }
  if (provider === "own" && own !== null)
    // OpenID Connect requires the consent for a refresh token.
    return {
      name: own.name,
      authorizationUrl: own.authorization_url,
      tokenUrl: own.token_url,
      scopes: own.scopes,
      parameters: { prompt: "consent" },
    };
  return {
    name: "Google",
    authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    scopes: "https://mail.google.com/",
    // Google gives a refresh token only with both.
    parameters: { access_type: "offline", prompt: "consent" },
  };
}
