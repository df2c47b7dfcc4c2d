import type { Channel } from "@parlour/protocol";
import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import { showsChanges } from "@parlour/protocol/entity/channel-kinds/change-deadline";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { getConnectorSettings, isConnectorKind } from "@parlour/protocol/settings/connectors";
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

/** Shows the inbound URL and the secret hint only to principals who manage channels. */
export function serializeChannel(
  deps: ChannelSerializerDeps,
  principal: Principal,
  config: AccountConfig,
  row: ChannelRecord,
): Channel {
  const canManage = can(principal, "channels.manage");
  const isOnline = (account: number, id: number): boolean =>
    deps.realtime.presence.of(account, id) === "online";
  const { id, kind, values, secrets, facts } = row;
  const { widget, ...settings } = values;
  const { random_string, secret, identity_secret } = secrets;
  const { active, connector, addressState, lastFailure } = facts;
  const operators = [...active];
  const status = { id, enabled: settings.enabled, operators, botAvailable: settings.bot_available };
  return {
    id,
    kind,
    ...settings,
    operators,
    inbound_url:
      canManage && random_string !== undefined
        ? `${deps.urls.channelBase()}/${deps.secrets.open(random_string.stored)}/${settings.public_id}`
        : null,
    secret_hint: (canManage && secret?.hint) || "",
    status: getChannelStatus(config, status, isOnline, deps.clock.now()),
    last_inbound_at: facts.lastInboundAt,
    last_success_at: facts.lastSuccessAt,
    last_failure: lastFailure === null ? null : { ...lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
    capabilities: {
      ...getCapabilities(kind),
      operator_edits: showsChanges({ kind, message_changes: settings.message_changes }),
    },
    ...(connector === null
      ? {}
      : {
          settings: connector.settings,
          info: connector.info,
          problem: facts.problem,
          ...omitAbsent({
            address_state: addressState ?? undefined,
            secret_hints: canManage ? getSecretHints(deps, kind, connector) : undefined,
          }),
        }),
    ...(widget === null
      ? {}
      : {
          widget,
          snippet: buildSnippet(
            deps.urls.widgetBase(),
            settings.public_id,
            widget.prefixes[0] ?? "widget",
          ),
          has_identity_secret: identity_secret !== undefined,
        }),
  };
}

/** Returns the last four characters of each secret. Short ones and passwords have no hint. */
function getSecretHints(
  { secrets }: ChannelSerializerDeps,
  kind: ChannelKind,
  connector: StoredConnector,
): Record<string, string> {
  const fields = isConnectorKind(kind) ? getConnectorSettings(kind).fields : {};
  const isPassword = (name: string): boolean => {
    const field = fields[name];
    return field?.type === "credential" && field.password === true;
  };
  return Object.fromEntries(
    Object.entries(openConnectorSettings(connector, secrets).secrets).map(([name, secret]) => [
      name,
      secret.length > 8 && !isPassword(name) ? toSecretHint(secret) : "",
    ]),
  );
}
