import type { Channel } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import {
  getConnectorSettings,
  isConnectorKind,
} from "@parlour/protocol/entity/channel-kinds/settings";
import { getChannelStatus } from "../../core/channel/status.ts";
import { openConnectorSettings } from "../../settings/channels/connector.ts";
import { toSecretHint } from "../../store/settings/channels/channel-changes.ts";
import type { ChannelRecord, StoredConnector } from "../../store/settings/channels/channel.ts";
import { type Principal, can } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { ChannelKind } from "../../core/entity.ts";
import { buildSnippet } from "./snippet.ts";
import type { BaseUrls, RouteDeps } from "../kit/route-deps.ts";
import type { PresenceDeps } from "../kit/realtime-port.ts";

export interface ChannelSerializerDeps extends PresenceDeps, Pick<RouteDeps, "secrets" | "clock"> {
  readonly urls: BaseUrls;
}

/**
 * Serializes a channel for this principal. Only principals who manage channels receive the inbound
 * URL and the secret hint.
 */
export function serializeChannel(
  deps: ChannelSerializerDeps,
  principal: Principal,
  config: AccountConfig,
  row: ChannelRecord,
): Channel {
  const canManage = can(principal, "channels.manage");
  const isOnline = (account: number, id: number): boolean =>
    deps.realtime.presence.of(account, id) === "online";
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    public_id: row.publicId,
    enabled: row.enabled,
    endpoint_url: row.endpointUrl,
    chunked: row.chunked,
    append_public_id: row.appendPublicId,
    media_as: row.mediaAs,
    bot_available: row.botAvailable,
    operators: [...row.operators],
    inbound_url:
      canManage && row.sealedString !== null
        ? `${deps.urls.channelBase()}/${deps.secrets.open(row.sealedString)}/${row.publicId}`
        : null,
    secret_hint: canManage ? row.secretHint : "",
    status: getChannelStatus(config, row, isOnline, deps.clock.now()),
    last_inbound_at: row.lastInboundAt,
    last_success_at: row.lastSuccessAt,
    last_failure: row.lastFailure === null ? null : { ...row.lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
    capabilities: getCapabilities(row.kind),
    ...(row.connector === null
      ? {}
      : {
          settings: row.connector.settings,
          info: row.connector.info,
          problem: row.problem,
          ...(row.addressState === null ? {} : { address_state: row.addressState }),
          ...(canManage ? { secret_hints: getSecretHints(deps, row.kind, row.connector) } : {}),
        }),
    ...(row.widget === null
      ? {}
      : {
          widget: row.widget,
          snippet: buildSnippet(
            deps.urls.widgetBase(),
            row.publicId,
            row.widget.prefixes[0] ?? "widget",
          ),
          has_identity_secret: row.sealedIdentitySecret !== null,
        }),
  };
}

/** Returns the last four characters of each secret. Short ones and passwords have no hint. */
function getSecretHints(
  { secrets }: Pick<ChannelSerializerDeps, "secrets">,
  kind: ChannelKind,
  connector: StoredConnector,
): Record<string, string> {
  const passwords = isConnectorKind(kind) ? (getConnectorSettings(kind).passwords ?? []) : [];
  return Object.fromEntries(
    Object.entries(openConnectorSettings(connector, secrets).secrets).map(([name, secret]) => [
      name,
      secret.length > 8 && !passwords.includes(name) ? toSecretHint(secret) : "",
    ]),
  );
}
