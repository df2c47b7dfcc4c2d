import type { BotPatch, NewBot } from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { BotAuthorization, BotChange, BotRecord, ProviderRecord } from "../../core/record/bot.ts";
import type { Deps } from "./deps.ts";
import { checkAddress } from "./endpoint-input.ts";
import { photoOf } from "./operator-input.ts";
import { filled } from "./settings.ts";

type Sent = NonNullable<NonNullable<NewBot["authorization"]>>;

/**
 * Returns the provider of a new connection. Throws if the account may not use it or it is not
 * active.
 */
export async function chosenProvider(deps: Pick<Deps, "botProviders">, account: number, id: string): Promise<ProviderRecord> {
  const provider = await deps.botProviders.find(account, id);
  if (provider === null) refuse("invalid_request", `There is no bot provider ${id} for this account.`, { field: "provider_id" });
  if (provider.state !== "active")
    refuse("invalid_request", `The bot provider ${id} is ${provider.state}; it cannot be connected.`, { field: "provider_id" });
  return provider;
}

/** Checks the URLs of a connection that are given (BOT-013, CORE-123). */
export async function checkBotAddresses(
  deps: Pick<Deps, "endpoints" | "rights">,
  principal: Principal,
  sent: { readonly endpointUrl: string | undefined; readonly authorization: { readonly token_url: string } | null | undefined },
): Promise<void> {
  if (sent.endpointUrl !== undefined) await checkAddress(deps, principal, sent.endpointUrl, "endpoint_url", "https");
  if (sent.authorization) await checkAddress(deps, principal, sent.authorization.token_url, "authorization.token_url", "https");
}

/**
 * Parses the authorization of BOT-031 with its defaults. `hasStoredSecret`: an absent client secret
 * keeps the stored one.
 */
export function authorizationOf(sent: Sent, stored: boolean): BotAuthorization {
  if (sent.client_secret === undefined && !stored)
    refuse("invalid_request", "authorization.client_secret is missing: one that is stored is sent to the host it was given for alone.", {
      field: "authorization.client_secret",
    });
  return {
    tokenUrl: sent.token_url,
    clientId: sent.client_id,
    clientSecret: sent.client_secret ?? null,
    scope: sent.scope ?? null,
    clientAuth: sent.client_auth ?? "basic",
  };
}

/** Parses the authorization of a new connection, which has no stored secret. */
export function newAuthorization(sent: Sent | null | undefined): (BotAuthorization & { readonly clientSecret: string }) | null {
  return sent ? { ...authorizationOf(sent, false), clientSecret: sent.client_secret ?? "" } : null;
}

/** Converts a patch for the store. Absent fields stay unchanged. */
export function botChange(body: BotPatch, before: BotRecord): BotChange {
  return {
    name: body.name === undefined ? undefined : filled(body.name, "name"),
    photo: photoOf(body.photo),
    enabled: body.enabled,
    token: body.token,
    endpointUrl: body.endpoint_url,
    channels: body.channels,
    inviteWaitS: body.invite_wait_s,
    silentS: body.silent_s,
    sendsChatClosed: body.sends_chat_closed,
    answersSettle: body.answers_settle,
    appendToken: body.append_token,
    authorization: body.authorization ? authorizationOf(body.authorization, keepsSecret(body.authorization, before)) : body.authorization,
  };
}

/** The stored client secret is not readable (CORE-125), so it must not be sent to another host. */
function keepsSecret({ token_url: url }: Sent, { authorization }: Pick<BotRecord, "authorization">): boolean {
  return authorization !== null && URL.parse(authorization.tokenUrl)?.origin === URL.parse(url)?.origin;
}
