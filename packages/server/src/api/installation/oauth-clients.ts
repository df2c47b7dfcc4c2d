import type { FastifyInstance } from "fastify";
import { NoContent } from "@parlour/protocol/api";
import {
  NewOAuthClient,
  OAuthClient,
  OAuthClients,
  OAuthProviderParams,
  type OAuthProvider,
} from "@parlour/protocol/api/operations/oauth";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { requireText } from "../../settings/texts.ts";
import {
  lockOAuthClients,
  readOAuthClients,
  setOAuthClient,
  toOwnProvider,
  type OAuthClientRecord,
} from "../../store/settings/installation/oauth-clients.ts";
import type { MailSignInPort } from "../channels/connectors/connector-port.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { assertNotManagedByFile, changeSettings } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { assertRolesNotAbovePrincipal } from "../operators/owner-rules.ts";

interface ClientDeps extends RouteDeps {
  readonly outbound: OutboundPort;
  readonly connectors: { readonly signIns: MailSignInPort };
}

const routeDefaults = { action: "instance.manage", tag: "instance" } as const;

/** Registers the clients of the installation at providers of mailboxes (API-482, CFG-134). */
export function oauthClientRoutes(app: FastifyInstance, deps: ClientDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "GET",
    url: "/instance/oauth-clients",
    summary: "List the clients at providers of mailboxes",
    status: 200,
    answer: OAuthClients,
    handle: async () => ({
      items: (await readOAuthClients(deps.sql)).map(serializeClient),
      redirect_uri: deps.connectors.signIns.redirectUri(),
    }),
  });
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "PUT",
    url: "/instance/oauth-clients/:provider",
    fresh: true,
    summary: "Set the client at a provider of mailboxes",
    params: OAuthProviderParams,
    body: NewOAuthClient,
    status: 200,
    answer: OAuthClient,
    handle: async (context) => {
      // Who sets the endpoints receives the sign-ins to mailboxes.
      assertRolesNotAbovePrincipal(context.principal, "owner");
      const { provider } = context.params;
      await assertValidClient(deps, context.principal, provider, context.body);
      return changeSettings(deps, context, "instance.oauth_client", async (tx) => {
        const before = (await lockOAuthClients(tx)).find((one) => one.provider === provider);
        if (before !== undefined) assertNotManagedByFile(context, before);
        const client = toRecord(deps, provider, context.body, before ?? null);
        await setOAuthClient(tx, provider, client);
        return {
          result: serializeClient(client),
          changed: [{ kind: "instance" as const, id: null }],
          target: `client at ${provider}: ${client.clientId}`,
        };
      });
    },
  });
  removeClientRoute(app, deps);
}

function removeClientRoute(app: FastifyInstance, deps: ClientDeps): void {
  declareRoute(app, deps.auth, {
    ...routeDefaults,
    method: "DELETE",
    url: "/instance/oauth-clients/:provider",
    fresh: true,
    summary: "Remove the client at a provider of mailboxes",
    params: OAuthProviderParams,
    status: 204,
    answer: NoContent,
    handle: async (context) => {
      const { provider } = context.params;
      await changeSettings(deps, context, "instance.oauth_client_remove", async (tx) => {
        const before = (await lockOAuthClients(tx)).find((one) => one.provider === provider);
        assertNotManagedByFile(context, requireFound(before ?? null, "client"));
        await setOAuthClient(tx, provider, null);
        return {
          result: null,
          changed: [{ kind: "instance" as const, id: null }],
          target: `client at ${provider}`,
        };
      });
      return null;
    },
  });
}

/**
 * Throws `invalid_request` if fields do not belong to the provider, and `private_address` if an
 * address is refused.
 */
async function assertValidClient(
  deps: ClientDeps,
  principal: Principal,
  provider: OAuthProvider,
  { own = null, tenant = null }: NewOAuthClient,
): Promise<void> {
  if ((provider === "own") !== (own !== null))
    refuse("invalid_request", "own belongs to the provider `own`, and is required there.", {
      field: "own",
    });
  if (tenant !== null && provider !== "microsoft")
    refuse("invalid_request", "Only Microsoft has tenants.", { field: "tenant" });
  for (const field of ["authorization_url", "token_url"] as const)
    if (own !== null)
      await assertAllowedUrl(deps, principal, {
        url: own[field],
        field: `own.${field}`,
        secure: "https",
      });
}

/** A stored secret is kept only for the client and the token endpoint it was entered for. */
function toRecord(
  { secrets }: ClientDeps,
  provider: OAuthProvider,
  body: NewOAuthClient,
  before: OAuthClientRecord | null,
): OAuthClientRecord {
  const { client_secret: secret, own = null, tenant = null } = body;
  const clientId = requireText(body.client_id, "client_id");
  const isSame =
    before?.clientId === clientId && before.own?.tokenUrl === (own?.token_url ?? undefined);
  const kept = isSame ? before.secret : null;
  const entered = typeof secret === "string" ? secrets.seal(secret) : null;
  return {
    provider,
    clientId,
    secret: secret === undefined ? kept : entered,
    tenant,
    own:
      own === null
        ? null
        : toOwnProvider({
            ...own,
            name: requireText(own.name, "own.name"),
            scopes: requireText(own.scopes, "own.scopes"),
          }),
    managed: before?.managed ?? false,
  };
}

const serializeClient = ({
  provider,
  clientId,
  secret,
  tenant,
  own,
  managed,
}: OAuthClientRecord): OAuthClient => ({
  provider,
  client_id: clientId,
  tenant,
  own: own && {
    name: own.name,
    authorization_url: own.authorizationUrl,
    token_url: own.tokenUrl,
    scopes: own.scopes,
  },
  has_secret: secret !== null,
  managed,
});
