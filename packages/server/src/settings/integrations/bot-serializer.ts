import type { Bot } from "@parlour/protocol/api";
import { can, type Principal } from "../../auth/index.ts";
import type { BotRecord } from "../../store/settings/integrations/bot-record.ts";

/** What the addresses of a connection are built from. */
export interface BotAddressPorts {
  readonly urls: { readonly botBase: () => string };
  readonly secrets: { readonly open: (sealed: Buffer) => string };
}

/**
 * Serializes a bot connection for this principal. Only principals who manage bots receive its URLs,
 * because they contain the token.
 */
export function serializeBot(
  { urls, secrets }: BotAddressPorts,
  principal: Principal,
  row: BotRecord,
): Bot {
  const { endpoint } = row;
  const canManage = can(principal, "bots.manage");
  const address = (kind: string): string | null =>
    canManage
      ? `${urls.botBase()}/${kind}/${row.provider.id}/${encodeURIComponent(secrets.open(row.sealedToken))}`
      : null;
  return {
    id: row.id,
    endpoint_id: endpoint.endpointId,
    provider: { ...row.provider },
    name: row.name,
    photo: row.photo,
    enabled: row.enabled,
    endpoint_url: endpoint.url,
    channels: row.channels === null ? null : [...row.channels],
    invite_wait_s: row.inviteWaitS,
    silent_s: row.silentS,
    sends_chat_closed: row.sendsChatClosed,
    sends_button_text: row.sendsButtonText,
    answers_settle: row.answersSettle,
    append_token: row.appendToken,
    authorization: serializeAuthorization(row.authorization),
    token_short: row.tokenShort,
    address: address("webhooks"),
    address_with_authorization: address("providers"),
    secret_hint: canManage ? endpoint.secretHint : "",
    secret_created_at: endpoint.secretCreatedAt,
    last_used_at: endpoint.lastUsedAt,
    last_success_at: endpoint.lastSuccessAt,
    last_failure: endpoint.lastFailure === null ? null : { ...endpoint.lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
  };
}

function serializeAuthorization(authorization: BotRecord["authorization"]): Bot["authorization"] {
  return (
    authorization && {
      token_url: authorization.tokenUrl,
      client_id: authorization.clientId,
      scope: authorization.scope,
      client_auth: authorization.clientAuth,
    }
  );
}
