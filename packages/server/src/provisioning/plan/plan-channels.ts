import { randomBytes } from "node:crypto";
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
  generateRandomText,
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
import type { DesiredChannel } from "../read.ts";

/** Plans the API channels, matched by public id or, without one, by name. */
export function planChannels(
  desired: readonly DesiredChannel[],
  current: CurrentSettings,
  unseal: (sealed: Buffer) => string,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  return planNamedResources(desired, current.channels, {
    isSame: (channel, p) =>
      channel.publicId === null
        ? p.name === channel.name
        : p.publicId === channel.publicId,
    planCreation,
    planUpdate: (channel, existing) => planUpdate(channel, existing, current, unseal),
    planRemoval: (existing) => planChannelRemoval("channel", existing),
  });
}

function planCreation(channel: DesiredChannel): PlannedChange {
  const publicId = channel.publicId ?? generateRandomText(10);
  const randomString = channel.randomString ?? generateRandomText(24);
  const secret = channel.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
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
      { ...toChannelSettings(channel), operators: normalizeEmails(channel.operators) },
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
          context.account,
          existing.id,
          channel.randomString,
          context.secrets.seal,
          context.now,
        );
      if (newSecret && channel.secret !== null)
        await rotateChannelSecret(
          context.tx,
          context.account,
          existing.id,
          channel.secret,
          context.secrets.seal,
          context.now,
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
