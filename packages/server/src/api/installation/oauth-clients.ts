import type { FastifyInstance } from "fastify";
import { NoContent } from "@parlour/protocol/api";
import {
  NewOAuthClient,
  OAuthClient,
  OAuthClients,
  OAuthProviderParams,
  type OAuthProvider,
} from "@parlour/protocol/api/operations/oauth";
import { oauthClient } from "@parlour/protocol/settings/kinds/oauth-client";
import { assertRolesNotAbovePrincipal, type Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { toOwn } from "../../settings/installation/oauth-clients.ts";
import { parseWholeBody, sealCredentials, toAnswer } from "../../settings/kind/values.ts";
import { requireText } from "../../settings/texts.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  oauthClientList,
  type OAuthClientRecord,
} from "../../store/settings/installation/oauth-clients.ts";
import type { MailSignInPort } from "../channels/connectors/connector-port.ts";
import { assertAllowedUrl } from "../integrations/endpoint-validation.ts";
import { assertNotManagedByFile, changeSettings } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { requireFound } from "../kit/ids.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

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
      items: (await oauthClientList.read(deps.sql)).map(serializeOAuthClient),
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
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      const { params, body } = context;
      const { provider } = params;
      // A wrong body is refused before its endpoints are looked up.
      createOAuthClient(provider, body, null, deps.secrets.seal);
      if (body.own) await assertAllowedEndpoints(deps, context.principal, body.own);
      return changeSettings(deps, context, "instance.oauth_client", async (tx) => {
        const before = (await oauthClientList.lock(tx)).find((one) => one.provider === provider);
        if (before !== undefined) assertNotManagedByFile(context, before);
        const client = createOAuthClient(provider, body, before ?? null, deps.secrets.seal);
        await saveClient(tx, provider, client);
        return {
          result: serializeOAuthClient(client),
          changed: [{ kind: "instance" as const, id: null }],
          target: `client at ${provider}: ${client.client_id}`,
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
        const before = (await oauthClientList.lock(tx)).find((one) => one.provider === provider);
        assertNotManagedByFile(context, requireFound(before ?? null, "client"));
        await saveClient(tx, provider, null);
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

async function assertAllowedEndpoints(
  deps: ClientDeps,
  principal: Principal,
  own: NonNullable<NewOAuthClient["own"]>,
): Promise<void> {
  for (const field of ["authorization_url", "token_url"] as const)
    await assertAllowedUrl(deps, principal, {
      url: own[field],
      field: `own.${field}`,
      secure: "https",
    });
}

async function saveClient(
  tx: Sql,
  provider: OAuthProvider,
  client: OAuthClientRecord | null,
): Promise<void> {
  const others = (await oauthClientList.lock(tx)).filter((one) => one.provider !== provider);
  await oauthClientList.write(tx, client === null ? others : [...others, client]);
}

/** Keeps a secret for its client and token endpoint only (CFG-135). Throws a `Refusal`. */
function createOAuthClient(
  provider: OAuthProvider,
  body: NewOAuthClient,
  before: OAuthClientRecord | null,
  seal: (text: string) => Buffer,
): OAuthClientRecord {
  const { own = null, tenant = null } = body;
  if ((provider === "own") !== (own !== null))
    refuse(
      "invalid_request",
      "own is required for the provider `own`, and not allowed for others.",
      {
        field: "own",
      },
    );
  if (tenant !== null && provider !== "microsoft")
    refuse("invalid_request", "Only Microsoft has tenants.", { field: "tenant" });
  const { fields } = oauthClient;
  const { values, given } = parseWholeBody(fields, { ...body, provider });
  const sealed = sealCredentials(fields, { values, given }, before, seal);
  return {
    ...values,
    own:
      own &&
      toOwn({
        ...own,
        name: requireText(own.name, "own.name"),
        scopes: requireText(own.scopes, "own.scopes"),
      }),
    client_secret: sealed["client_secret"] ?? null,
    managed: before?.managed ?? false,
  };
}

const serializeOAuthClient = (row: OAuthClientRecord): OAuthClient => ({
  ...toAnswer(oauthClient.fields, row),
  managed: row.managed,
});
