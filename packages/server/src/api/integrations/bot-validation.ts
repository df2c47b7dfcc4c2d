import type { BotPatch, NewBot } from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type {
  BotAuthorization,
  BotChange,
  BotRecord,
  ProviderRecord,
} from "../../store/settings/integrations/bot-record.ts";
import { assertAllowedUrl } from "./endpoint-validation.ts";
import { parsePhoto } from "../operators/operator-validation.ts";
import { requireText } from "../../settings/texts.ts";
import { findProvider } from "../../store/settings/integrations/bot-provider.ts";
import type { OutboundPort } from "../kit/outbound-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

type AuthorizationInput = NonNullable<NonNullable<NewBot["authorization"]>>;

/**
 * Returns the provider of a new connection. Throws if the account may not use it or it is not
 * active.
 */
export async function requireProvider(
  deps: Pick<RouteDeps, "sql">,
  account: number,
  id: string,
): Promise<ProviderRecord> {
  const provider = await findProvider(deps.sql, account, id);
  if (provider === null)
    refuse("invalid_request", `There is no bot provider ${id} for this account.`, {
      field: "provider_id",
    });
  if (provider.state !== "active")
    refuse(
      "invalid_request",
      `The bot provider ${id} is ${provider.state}; it cannot be connected.`,
      { field: "provider_id" },
    );
  return provider;
}

/** Checks the URLs of a connection that are given (BOT-013, CORE-123). */
export async function assertBotUrls(
  deps: { readonly outbound: OutboundPort },
  principal: Principal,
  input: {
    readonly endpointUrl: string | undefined;
    readonly authorization: { readonly token_url: string } | null | undefined;
  },
): Promise<void> {
  if (input.endpointUrl !== undefined)
    await assertAllowedUrl(deps, principal, input.endpointUrl, "endpoint_url", "https");
  if (input.authorization)
    await assertAllowedUrl(
      deps,
      principal,
      input.authorization.token_url,
      "authorization.token_url",
      "https",
    );
}

/**
 * Parses the authorization of BOT-031 with its defaults. `hasStoredSecret`: an absent client secret
 * keeps the stored one.
 */
export function parseAuthorization(
  input: AuthorizationInput,
  hasStoredSecret: boolean,
): BotAuthorization {
  if (input.client_secret === undefined && !hasStoredSecret)
    refuse(
      "invalid_request",
      "authorization.client_secret is missing: one that is stored is sent to the host it was given for alone.",
      {
        field: "authorization.client_secret",
      },
    );
  return {
    tokenUrl: input.token_url,
    clientId: input.client_id,
    clientSecret: input.client_secret ?? null,
    scope: input.scope ?? null,
    clientAuth: input.client_auth ?? "basic",
  };
}

/** Parses the authorization of a new connection, which has no stored secret. */
export function parseNewAuthorization(
  input: AuthorizationInput | null | undefined,
): (BotAuthorization & { readonly clientSecret: string }) | null {
  return input
    ? { ...parseAuthorization(input, false), clientSecret: input.client_secret ?? "" }
    : null;
}

/** Converts a patch for the store. Absent fields stay unchanged. */
export function toBotChange(body: BotPatch, before: BotRecord): BotChange {
  return {
    name: body.name === undefined ? undefined : requireText(body.name, "name"),
    photo: parsePhoto(body.photo),
    enabled: body.enabled,
    token: body.token,
    endpointUrl: body.endpoint_url,
    channels: body.channels,
    inviteWaitS: body.invite_wait_s,
    silentS: body.silent_s,
    sendsChatClosed: body.sends_chat_closed,
    answersSettle: body.answers_settle,
    appendToken: body.append_token,
    authorization: body.authorization
      ? parseAuthorization(body.authorization, canReuseStoredSecret(body.authorization, before))
      : body.authorization,
  };
}

/** The stored client secret is not readable (CORE-125), so it must not be sent to another host. */
function canReuseStoredSecret(
  { token_url: url }: AuthorizationInput,
  { authorization }: Pick<BotRecord, "authorization">,
): boolean {
  return (
    authorization !== null && URL.parse(authorization.tokenUrl)?.origin === URL.parse(url)?.origin
  );
}
