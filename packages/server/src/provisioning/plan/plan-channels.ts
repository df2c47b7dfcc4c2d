import type { ApiChannelConfigFile } from "@parlour/protocol/config";
import {
  generatePublicId,
  generateRandomString,
  generateSigningSecret,
} from "../../auth/secrets.ts";
import { createChannel, updateChannel } from "../../store/settings/channels/channel-changes.ts";
import type { StoredSecret } from "../../store/settings/kind-store.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import {
  createStoreContext,
  describeChanges,
  getOperatorId,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import {
  joinDetails,
  planChannelRemoval,
  toOperatorEmails,
  planNamedResources,
  normalizeEmails,
} from "./plan-named-resources.ts";
import type { DesiredChannel } from "./parse-channels.ts";

/**
 * Plans the chat API channels. They are matched by public id, or by name if the file contains no
 * public id.
 */
export function planChannels(
  desired: readonly DesiredChannel[],
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  return planNamedResources(desired, current.channels, {
    isSame: (channel, p) =>
      channel.publicId === null
        ? p.values.name === channel.name
        : p.values.public_id === channel.publicId,
    planCreation,
    planUpdate: (channel, existing) => planUpdate(channel, existing, current, unseal),
    planRemoval: (existing) => planChannelRemoval("channel", existing),
  });
}

function planCreation(channel: DesiredChannel): PlannedChange {
  const publicId = channel.publicId ?? generatePublicId();
  const randomString = channel.randomString ?? generateRandomString();
  const secret = channel.secret ?? generateSigningSecret();
  return {
    sign: "+",
    subject: `channel ${channel.name}`,
    detail: "",
    kind: "channel",
    run: async (context) => {
      const row = {
        ...toChannelSettings(channel),
        kind: "api" as const,
        public_id: publicId,
        random_string: randomString,
        secret,
        managed: true,
        operators: channel.operators.map((email) => getOperatorId(context, email)),
      };
      const id = await createChannel(context.tx, context.account, row, createStoreContext(context));
      if (id === null) throw new Error(`the public ID ${publicId} was taken in the meantime`);
      context.ids.channel.set(publicId, id);
      context.created.channels.push({
        name: channel.name,
        publicId,
        randomString: channel.randomString === null ? randomString : null,
        secret: channel.secret === null ? secret : null,
      });
      return id;
    },
  };
}

function planUpdate(
  channel: DesiredChannel,
  existing: ChannelRecord,
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): PlannedChange | null {
  const isNew = (secret: string | null, stored: StoredSecret | undefined): boolean =>
    secret !== null && (stored === undefined || unseal(stored.stored) !== secret);
  const newAddress = isNew(channel.randomString, existing.secrets["random_string"]);
  const newSecret = isNew(channel.secret, existing.secrets["secret"]);
  const detail = joinDetails(
    existing,
    describeChanges(
      { ...existing.values, operators: toOperatorEmails(existing.facts, current) },
      { ...toChannelSettings(channel), operators: normalizeEmails(channel.operators, current) },
    ),
    newAddress ? "random_string" : "",
    newSecret ? "secret" : "",
  );
  if (detail === "") return null;
  return {
    sign: "~",
    subject: `channel ${channel.name}`,
    detail,
    kind: "channel",
    run: async (context: ApplyContext) => {
      const change = {
        ...toChannelSettings(channel),
        managed: true,
        operators: channel.operators.map((email) => getOperatorId(context, email)),
        random_string: newAddress ? (channel.randomString ?? undefined) : undefined,
        secret: newSecret ? (channel.secret ?? undefined) : undefined,
      };
      const key = { account: context.account, id: existing.id };
      await updateChannel(context.tx, key, change, createStoreContext(context));
      return existing.id;
    },
  };
}

const toChannelSettings = (channel: DesiredChannel) => ({
  name: channel.name,
  enabled: channel.enabled,
  endpoint_url: channel.endpointUrl,
  chunked: channel.chunked,
  append_public_id: channel.appendPublicId,
  media_as: channel.mediaAs,
  bot_available: channel.botAvailable,
});

/**
 * Exports the API channels of the account (CFG-024). `variable` returns the environment variable of
 * a secret.
 */
export function exportChannels(
  current: CurrentSettings,
  variable: (kind: string, name: string, n: number) => string,
  emailsOf: (ids: readonly number[]) => string[],
): ApiChannelConfigFile[] {
  return current.channels.map(({ values }, n) => ({
    kind: "api",
    name: values.name,
    public_id: values.public_id,
    random_string_env: variable("RANDOM_STRING", values.name, n),
    secret_env: variable("CHANNEL_SECRET", values.name, n),
    endpoint_url: values.endpoint_url,
    chunked: values.chunked,
    append_public_id: values.append_public_id,
    media_as: values.media_as,
    ...(values.bot_available ? { bot_available: true } : {}),
    enabled: values.enabled,
    operators: emailsOf(values.operators),
  }));
}
