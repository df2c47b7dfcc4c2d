import type { ApiChannelConfigFile } from "@parlour/protocol/config";
import {
  generatePublicId,
  generateRandomString,
  generateSigningSecret,
} from "../../auth/secrets.ts";
import {
  createChannel,
  rotateChannelAddress,
  rotateChannelSecret,
  updateChannel,
} from "../../store/settings/channels/channel-changes.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import {
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
      channel.publicId === null ? p.name === channel.name : p.publicId === channel.publicId,
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
      const id = await createChannel(
        context.tx,
        context.account,
        {
          ...toChannelSettings(channel),
          kind: "api",
          publicId,
          randomString,
          secret,
          managed: true,
          createdBy: null,
          now: context.now,
          operators: channel.operators.map((email) => getOperatorId(context, email)),
        },
        context.secrets.seal,
      );
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
  const isNew = (secret: string | null, stored: Buffer | null): boolean =>
    secret !== null && (stored === null || unseal(stored) !== secret);
  const newAddress = isNew(channel.randomString, existing.sealedString);
  const newSecret = isNew(channel.secret, existing.sealedSecret);
  const detail = joinDetails(
    existing,
    describeChanges(
      { ...existing, operators: toOperatorEmails(existing, current) },
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
      await updateChannel(context.tx, context.account, existing.id, {
        ...toChannelSettings(channel),
        managed: true,
        operators: channel.operators.map((email) => getOperatorId(context, email)),
      });
      if (newAddress && channel.randomString !== null)
        await rotateChannelAddress(
          context.tx,
          { account: context.account, id: existing.id },
          channel.randomString,
          { seal: context.secrets.seal, now: context.now },
        );
      if (newSecret && channel.secret !== null)
        await rotateChannelSecret(
          context.tx,
          { account: context.account, id: existing.id },
          channel.secret,
          { seal: context.secrets.seal, now: context.now },
        );
      return existing.id;
    },
  };
}

function toChannelSettings(
  channel: DesiredChannel,
): Pick<
  DesiredChannel,
  "name" | "enabled" | "endpointUrl" | "chunked" | "appendPublicId" | "mediaAs" | "botAvailable"
> {
  const { name, enabled, endpointUrl, chunked, appendPublicId, mediaAs, botAvailable } = channel;
  return { name, enabled, endpointUrl, chunked, appendPublicId, mediaAs, botAvailable };
}

/**
 * Exports the API channels of the account (CFG-024). `variable` returns the environment variable of
 * a secret.
 */
export function exportChannels(
  current: CurrentSettings,
  variable: (kind: string, name: string, n: number) => string,
  emailsOf: (ids: readonly number[]) => string[],
): ApiChannelConfigFile[] {
  return current.channels.map((c, n) => ({
    kind: "api",
    name: c.name,
    public_id: c.publicId,
    random_string_env: variable("RANDOM_STRING", c.name, n),
    secret_env: variable("CHANNEL_SECRET", c.name, n),
    endpoint_url: c.endpointUrl,
    chunked: c.chunked,
    append_public_id: c.appendPublicId,
    media_as: c.mediaAs,
    ...(c.botAvailable ? { bot_available: true } : {}),
    enabled: c.enabled,
    operators: emailsOf(c.operators),
  }));
}
