import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Claims that the provider makes about a person. */
export interface OidcClaims {
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
  close(): Promise<void>;
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
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...accounts[id] }),
    }),
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  requestHandler = provider.callback() as RequestListener;
  return {
    issuer,
    host,
    client,
    accounts,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
