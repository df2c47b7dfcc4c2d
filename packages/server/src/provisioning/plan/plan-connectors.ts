import type { ConnectorConfigFile } from "@parlour/protocol/config";
import {
  getConnectorSettings,
  isConnectorKind,
} from "@parlour/protocol/entity/channel-kinds/settings";
import { generatePublicId } from "../../auth/secrets.ts";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";
import { claimAddress } from "../../settings/channels/connector-address.ts";
import { openConnectorSettings, sealConnectorSettings } from "../../settings/channels/connector.ts";
import { sortKeys } from "../../settings/sort-keys.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import { createChannel, updateChannel } from "../../store/settings/channels/channel-changes.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import type { DesiredConnector } from "./parse-connectors.ts";
import {
  joinDetails,
  normalizeEmails,
  planChannelRemoval,
  planNamedResources,
  toOperatorEmails,
} from "./plan-named-resources.ts";
import {
  createStoreContext,
  describeChanges,
  getOperatorId,
  type ApplyContext,
  type PlannedChange,
} from "./planned-change.ts";

/**
 * Plans the channels of external services (CON-012). They are matched by public id, or by kind and
 * name if the file contains no public id.
 */
export function planConnectors(
  desired: readonly DesiredConnector[],
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  return planNamedResources(desired, current.connectors, {
    isSame: (channel, p) =>
      p.kind === channel.kind &&
      (channel.publicId === null
        ? p.values.name === channel.name
        : p.values.public_id === channel.publicId),
    planCreation,
    planUpdate: (channel, existing) => planUpdate(channel, existing, current, unseal),
    planRemoval: (existing) => planChannelRemoval(existing.kind, existing),
  });
}

function planCreation(channel: DesiredConnector): PlannedChange {
  const publicId = channel.publicId ?? generatePublicId();
  const { kind, name, enabled, operators, settings, secrets } = channel;
  return {
    sign: "+",
    subject: `${kind} ${name}`,
    detail: "",
    kind: "channel",
    run: async (context) => {
      const row = {
        kind,
        name,
        public_id: publicId,
        enabled,
        connector: sealConnectorSettings({ settings, secrets, info: {} }, context.secrets),
        managed: true,
        operators: operators.map((email) => getOperatorId(context, email)),
      };
      const id = await createChannel(context.tx, context.account, row, createStoreContext(context));
      if (id === null) throw new Error(`the public ID ${publicId} was taken in the meantime`);
      await claimFileAddress(context, id, channel);
      context.ids.channel.set(publicId, id);
      return id;
    },
  };
}

function planUpdate(
  channel: DesiredConnector,
  existing: ChannelRecord,
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): PlannedChange | null {
  const { name, enabled, operators, settings, secrets } = channel;
  const { connector } = existing.facts;
  const stored: ConnectorSettings =
    connector === null
      ? { settings: {}, secrets: {}, info: {} }
      : openConnectorSettings(connector, { open: unseal });
  const changedSecrets = Object.keys(getConnectorSettings(channel.kind).secrets.properties).filter(
    (field) => stored.secrets[field] !== secrets[field],
  );
  const detail = joinDetails(
    existing,
    describeChanges(
      sortKeys({
        name: existing.values.name,
        enabled: existing.values.enabled,
        operators: toOperatorEmails(existing.values, current),
        settings: sortKeys(stored.settings),
      }),
      sortKeys({
        name,
        enabled,
        operators: normalizeEmails(operators, current),
        settings: sortKeys(settings),
      }),
    ),
    changedSecrets.join(", "),
  );
  if (detail === "") return null;
  return {
    sign: "~",
    subject: `${channel.kind} ${name}`,
    detail,
    kind: "channel",
    run: async (context) => {
      const { info } = stored;
      const change = {
        name,
        enabled,
        connector: sealConnectorSettings({ settings, secrets, info }, context.secrets),
        managed: true,
        operators: operators.map((email) => getOperatorId(context, email)),
      };
      const key = { account: context.account, id: existing.id };
      await updateChannel(context.tx, key, change, createStoreContext(context));
      await claimFileAddress(context, existing.id, channel);
      return existing.id;
    },
  };
}

/** Gives a channel its address. The file belongs to the owner of the installation (CON-067). */
async function claimFileAddress(
  { tx, account, now }: ApplyContext,
  id: number,
  channel: DesiredConnector,
): Promise<void> {
  const by = { isOwnerOfInstallation: true, now };
  if (!(await claimAddress(tx, { account, id }, channel, by)))
    throw new Error(`another channel has the address of ${channel.name}`);
}

/**
 * Exports the channels of external services (CFG-024). `variable` returns the environment variable
 * for a secret.
 */
export function exportConnectors(
  current: CurrentSettings,
  variable: (kind: string, name: string, n: number) => string,
  emailsOf: (ids: readonly number[]) => string[],
): ConnectorConfigFile[] {
  return current.connectors.flatMap(({ kind, values, facts: { connector } }, n) => {
    const { name, enabled } = values;
    if (!isConnectorKind(kind) || connector === null) return [];
    const secrets = Object.keys(getConnectorSettings(kind).secrets.properties).map(
      (field) => [`${field}_env`, variable(field.toUpperCase(), name, n)] as const,
    );
    return [
      {
        kind,
        name,
        public_id: values.public_id,
        enabled,
        operators: emailsOf(values.operators),
        settings: { ...connector.settings, ...Object.fromEntries(secrets) },
      },
    ];
  });
}
