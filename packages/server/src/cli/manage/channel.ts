import {
  type ChannelRecord,
  findChannel,
  listChannels,
} from "../../store/settings/channels/channel.ts";
import { generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { StartError } from "../../embedded/start-error.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { locateChannel, type AccountLocation } from "../../store/database/locate.ts";
import { updateChannel } from "../../store/settings/channels/channel-changes.ts";
import type { Sql } from "../../store/database/sql.ts";
import { parseChoice } from "./input.ts";
import { resolveAccount, rejectManagedByFile, type Installation } from "./installation.ts";
import { createCommand, type CommandOutput, type Subcommand } from "./subcommands.ts";

const list: Subcommand = {
  name: "list",
  args: [],
  options: { account: { type: "string" } },
  help: "list the account's channels with their public IDs",
  run: (_args, options) => (installation) =>
    installation.read(async (tx) => {
      const account = await resolveAccount(tx, options["account"] ?? null);
      const channels = await listChannels(createTransactionReader(tx), account.id);
      return {
        json: { account: account.id, channels: channels.map(serializeChannel) },
        lines: channels.map(formatLine),
      };
    }),
};
const rotate: Subcommand = {
  name: "rotate",
  args: ["PUBLIC_ID", "address|secret"],
  help: "rotate the inbound URL or signing secret and print the new one once; the old one works for 24 hours (CH-004)",
  run: ([publicId = "", partArg = ""]) => {
    const part = parseChoice(partArg, ["address", "secret"] as const, "what to rotate");
    return async (installation) => {
      const { location, row } = await installation.read((tx) => findChannelRow(tx, publicId));
      rejectManagedByFile(row, `channel ${publicId}`);
      if (row.kind !== "api")
        throw new StartError(
          `channel ${publicId} is of kind ${row.kind}, which has no inbound URL or signing secret`,
        );
      return installation.change(location.account, `channel.rotate_${part}`, async (tx, now) => {
        const generated = part === "secret" ? generateSigningSecret() : generateRandomString();
        const change = part === "secret" ? { secret: generated } : { random_string: generated };
        await updateChannel(tx, { account: location.account, id: location.id }, change, {
          seal: (text) => installation.secrets.seal(text),
          now,
        });
        const shown =
          part === "secret"
            ? generated
            : `${installation.webhookBaseUrl}/${generated}/${row.values.public_id}`;
        const result: CommandOutput = {
          json: {
            ...serializeChannel(row),
            ...(part === "secret" ? { signing_secret: generated } : { inbound_url: shown }),
          },
          lines: [
            `${part === "secret" ? "signing secret" : "inbound URL"} ${shown} (shown once; the old one works for 24 hours)`,
          ],
        };
        return {
          result,
          changed: [{ kind: "channel", id: location.id }],
          target: `channel ${location.id}`,
        };
      });
    };
  },
};

const createEnableSubcommand = (name: "enable" | "disable", help: string): Subcommand => ({
  name,
  args: ["PUBLIC_ID"],
  help,
  run:
    ([publicId = ""]) =>
    (installation) =>
      setEnabled(installation, publicId, name === "enable"),
});
async function setEnabled(
  installation: Installation,
  publicId: string,
  enabled: boolean,
): Promise<CommandOutput> {
  const { location, row } = await installation.read((tx) => findChannelRow(tx, publicId));
  const describe = (outcome: string): CommandOutput => ({
    json: { ...serializeChannel(row), enabled },
    lines: [`channel ${row.values.public_id} ${row.values.name} is ${outcome}`],
  });
  const state = enabled ? "enabled" : "disabled";
  if (row.values.enabled === enabled) return describe(`already ${state}`);
  rejectManagedByFile(row, `channel ${publicId}`);
  return installation.change(location.account, "channel.change", async (tx, now) => {
    const seal = (text: string): Buffer => installation.secrets.seal(text);
    const key = { account: location.account, id: location.id };
    await updateChannel(tx, key, { enabled }, { seal, now });
    return {
      result: describe(`now ${state}`),
      changed: [{ kind: "channel", id: location.id }],
      target: `channel ${location.id}: enabled`,
    };
  });
}

async function findChannelRow(
  tx: Sql,
  publicId: string,
): Promise<{ location: AccountLocation; row: ChannelRecord }> {
  const location = await locateChannel(tx, publicId);
  const row =
    location === null
      ? null
      : await findChannel(createTransactionReader(tx), location.account, location.id);
  if (location === null || row === null)
    throw new StartError(
      `channel not found: ${publicId}; run parlour channel list to see all channels`,
    );
  return { location, row };
}

const serializeChannel = ({ id, kind, values, managed, createdAt }: ChannelRecord) => ({
  id,
  kind,
  name: values.name,
  public_id: values.public_id,
  enabled: values.enabled,
  endpoint_url: kind === "api" ? values.endpoint_url : null,
  managed,
  created_at: createdAt,
});
const formatLine = ({ kind, values }: ChannelRecord): string =>
  `${values.public_id}  ${kind}  ${values.enabled ? "enabled" : "disabled"}  ${values.name}`;

/** `parlour channel`: manages channels, which are selected by their public id (CFG-104). */
export const channelCommand = createCommand(
  "channel",
  "Lists, enables and disables channels, and rotates URLs and signing secrets.",
  [
    list,
    rotate,
    createEnableSubcommand("enable", "resume receiving and sending messages"),
    createEnableSubcommand("disable", "stop receiving and sending messages"),
  ],
);
