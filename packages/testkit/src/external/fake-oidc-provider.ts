import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Claims that the provider makes about a person. */
interface OidcClaims {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}
/** A certified OpenID provider on this machine, with its own sign-in and consent pages. */
export interface FakeOidcProvider {
  readonly issuer: string;
  /** `host:port` for the list of allowed private addresses. */
  readonly host: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** Accounts that can sign in, by login. */
  readonly accounts: Record<string, OidcClaims>;
  /** Returns the login to which a valid access token belongs, or null. */
  findTokenOwner(accessToken: string): Promise<string | null>;
  /** Number of tokens that were issued for a refresh token. */
  readonly refreshCount: () => number;
  /** All access and refresh tokens that were issued. */
  readonly issuedTokens: readonly string[];
  /** Ends all access that was given, so that each refresh token is refused. */
  revokeAll(): Promise<void>;
  close(): Promise<void>;
}

interface GrantContext {
  readonly body: { readonly access_token?: string; readonly refresh_token?: string };
  readonly oidc: {
    readonly params: { readonly grant_type: string };
    readonly entities: { readonly AccessToken?: { readonly grantId: string } };
  };
}

/** Starts a provider. `getRedirectUri` is called once at the start. */
export async function startOidcProvider(getRedirectUri: () => string): Promise<FakeOidcProvider> {
  // Loaded here, because few test files need it. The package has no types.
  // @ts-expect-error
  const { default: Provider } = await import("oidc-provider");
  const accounts: Record<string, OidcClaims> = {};
  const client = { client_id: "parlour", client_secret: "a secret of the client" };
  let requestHandler: RequestListener = () => undefined;
  const server = createServer((request, response) => requestHandler(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [getRedirectUri()],
        token_endpoint_auth_method: "client_secret_post",
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...accounts[id] }),
    }),
    pkce: { required: () => true },
    // Each refresh token works once. A second use ends the access.
    rotateRefreshToken: true,
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      RefreshToken: 600,
    },
  });
  requestHandler = provider.callback() as RequestListener;
  let refreshes = 0;
  const grants = new Set<string>();
  const issuedTokens: string[] = [];
  provider.on("grant.success", ({ oidc, body }: GrantContext) => {
    issuedTokens.push(...[body.access_token, body.refresh_token].filter((token) => token != null));
    if (oidc.params.grant_type === "refresh_token") refreshes += 1;
    if (oidc.entities.AccessToken !== undefined) grants.add(oidc.entities.AccessToken.grantId);
  });
  return {
    issuer,
    host,
    client,
    accounts,
    async findTokenOwner(accessToken) {
      const found = (await provider.AccessToken.find(accessToken)) as
        | { readonly accountId: string }
        | undefined;
      return found?.accountId ?? null;
    },
    refreshCount: () => refreshes,
    issuedTokens,
    async revokeAll() {
      for (const id of grants) {
        await provider.AccessToken.revokeByGrantId(id);
        await provider.RefreshToken.revokeByGrantId(id);
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
