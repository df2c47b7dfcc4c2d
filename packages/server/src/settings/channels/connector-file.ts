import {
  listCredentials,
  isConnectorKind,
  type ConnectorKind,
} from "@parlour/protocol/settings/connectors";
import type { ConfigFile } from "@parlour/protocol/config";
import type { ConnectorCredentials } from "../../core/channel/connector-settings.ts";
import { Refusal } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import {
  createChannel,
  deleteChannel,
  updateChannel,
} from "../../store/settings/channels/channel-changes.ts";
import {
  findChannel,
  listChannels,
  type ChannelRecord,
} from "../../store/settings/channels/channel.ts";
import type { RowKey } from "../../store/settings/rows.ts";
import type { FileHelpers, StoredResource } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";
import {
  compareEmails,
  listOperators,
  readChannelValues,
  toChannelValues,
  type ChannelEntry,
} from "./channel-entry.ts";
import { claimAddress } from "./connector-address.ts";
import {
  mergeConnectorSettings,
  openConnectorSettings,
  sealConnectorSettings,
} from "./connector.ts";

/** A channel of an external service in a file (CON-012). */
interface ConnectorEntry extends ChannelEntry, ConnectorCredentials {
  readonly kind: ConnectorKind;
}
interface ConnectorFields extends ConnectorCredentials {
  readonly kind: ConnectorKind;
  readonly name: string;
  readonly public_id: string;
  readonly enabled: boolean;
  readonly operators: readonly number[];
}

/** Connectors in the file (CON-012). A start must not depend on the service. */
export const connectorResource: StoredResource<{
  fields: ConnectorFields;
  row: ChannelRecord;
  body: object;
  api: object;
  entry: ConnectorEntry;
}> = {
  shape: { kind: "channel", path: "channels", texts: {} },
  store: {
    list: async (reader, account) =>
      (await listChannels(reader, account)).filter(({ kind }) => isConnectorKind(kind)),
    async create(tx, account, { settings, secrets, ...fields }, context) {
      const connector = sealConnectorSettings({ settings, secrets, info: {} }, context);
      const id = await createChannel(tx, account, { ...fields, connector }, context);
      if (id !== null)
        await claimFileAddress(tx, { account, id }, { ...fields, settings }, context.now);
      return id;
    },
    async update(tx, key, change, context) {
      const row = await findChannel(createTransactionReader(tx), key.account, key.id);
      const { settings = {}, secrets = {}, kind: _, ...fields } = change;
      const info = row?.facts.connector?.info ?? {};
      const connector = sealConnectorSettings({ settings, secrets, info }, context);
      if (!(await updateChannel(tx, key, { ...fields, connector }, context))) return "not_found";
      await claimFileAddress(tx, key, { ...change, settings }, context.now);
      return "done";
    },
    remove: (tx, account, id, { now }) => deleteChannel(tx, account, id, now),
  },
  newFields: () => ({}),
  file: {
    part: "channels",
    indexOf: ({ n }) => n,
    read: readConnectors,
    write: ({ kind, values, settings }, variable) => ({
      kind,
      ...values,
      settings: {
        ...settings,
        ...Object.fromEntries(
          listCredentials(kind).map((name) => [
            `${name}_env`,
            variable(name.toUpperCase(), values.name),
          ]),
        ),
      },
    }),
    keyOf: ({ key }) => key,
    subject: ({ kind, values }) => `${kind} ${values.name}`,
    compared: ({ values: { name, enabled, operators }, settings }) =>
      sortKeys({ name, enabled, operators: compareEmails(operators), settings }),
    changedSecrets({ kind, secrets }, { facts: { connector } }, unseal) {
      const stored = connector && openConnectorSettings(connector, { open: unseal }).secrets;
      return listCredentials(kind).filter((name) => stored?.[name] !== secrets[name]);
    },
    toEntry: (row, names) => ({
      n: -1,
      key: row.values.public_id,
      kind: row.kind as ConnectorKind,
      values: toChannelValues(row, names),
      settings: row.facts.connector?.settings ?? {},
      secrets: {},
    }),
    toFields: ({ kind, values, key, settings, secrets }, ids) => ({
      kind,
      name: values.name,
      public_id: key,
      enabled: values.enabled,
      operators: values.operators.map(ids.operator),
      settings,
      secrets,
    }),
    references: listOperators,
  },
};

/** Reads the entries. Secrets come from the file or from environment variables. */
function readConnectors(
  { channels = [] }: ConfigFile,
  { reportError, secret }: FileHelpers,
): readonly ConnectorEntry[] {
  return channels.flatMap((channel, n): ConnectorEntry[] => {
    const { kind } = channel;
    if (!isConnectorKind(kind) || !("settings" in channel)) return [];
    const at = ["channels", n, "settings"] as const;
    const given: Record<string, unknown> = { ...channel.settings };
    for (const field of listCredentials(kind)) {
      const clear = given[field] as string | undefined;
      const value = secret(at, field, clear, given[`${field}_env`] as string | undefined);
      delete given[`${field}_env`];
      if (value !== null) given[field] = value;
    }
    try {
      const { settings, secrets } = mergeConnectorSettings(kind, null, given);
      const values = readChannelValues(channel, channel.operators);
      return [{ n, key: String(values.public_id), kind, values, settings, secrets }];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reportError(at, error.failure.message, "CON-010");
      return [];
    }
  });
}

/** Gives a channel its address. The file belongs to the owner of the installation (CON-067). */
async function claimFileAddress(
  tx: Sql,
  key: RowKey,
  { kind, name, settings = {} }: Partial<ConnectorFields>,
  now: number,
): Promise<void> {
  const by = { isOwnerOfInstallation: true, now };
  if (kind !== undefined && !(await claimAddress(tx, key, { kind, settings }, by)))
    throw new Error(`another channel has the address of ${name}`);
}
