import { randomBytes } from "node:crypto";
import { createChannel, rotateChannelAddress, rotateChannelSecret, updateChannel } from "../store/settings/channel.ts";
import type { Present, ProvisionedChannel } from "../store/settings/provision.ts";
import { changes, operatorId, randomText, type Difference, type Target } from "./difference.ts";
import { detailOf, leavingChannel, operatorEmails, planFound, sameEmails } from "./plan-found.ts";
import type { WantedChannel } from "./read.ts";

/** Plans the API channels, matched by public id or, without one, by name. */
export function planChannels(
  wanted: readonly WantedChannel[],
  present: Present,
  open: (sealed: Buffer) => string,
): { differences: Difference[]; gone: Difference[] } {
  return planFound(wanted, present.channels, {
    isFound: (channel, p) => (channel.publicId === null ? p.kind === "api" && p.name === channel.name : p.publicId === channel.publicId),
    coming,
    changing: (channel, found) => changing(channel, found, present, open),
    leaving: (found) => leavingChannel("channel", found),
  });
}

function coming(channel: WantedChannel): Difference {
  const publicId = channel.publicId ?? randomText(10);
  const randomString = channel.randomString ?? randomText(24);
  const secret = channel.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  return {
    sign: "+",
    subject: `channel ${channel.name}`,
    detail: "",
    kind: "channel",
    run: async (to) => {
      const id = await createChannel(
        to.tx,
        to.account,
        {
          ...settingsOf(channel),
          kind: "api",
          publicId,
          randomString,
          secret,
          managed: true,
          createdBy: null,
          now: to.now,
          operators: channel.operators.map((email) => operatorId(to, email)),
        },
        to.secrets.seal,
      );
      if (id === null) throw new Error(`the public id ${publicId} was taken meanwhile`);
      to.channels.set(publicId, id);
      to.made.channels.push({
        name: channel.name,
        publicId,
        randomString: channel.randomString === null ? randomString : null,
        secret: channel.secret === null ? secret : null,
      });
      return id;
    },
  };
}

function changing(
  channel: WantedChannel,
  found: ProvisionedChannel,
  present: Present,
  open: (sealed: Buffer) => string,
): Difference | null {
  const newAddress = channel.randomString !== null && (found.randomString === null || open(found.randomString) !== channel.randomString);
  const newSecret = channel.secret !== null && open(found.secret) !== channel.secret;
  const detail = detailOf(
    found,
    changes({ ...found, operators: operatorEmails(found, present) }, { ...settingsOf(channel), operators: sameEmails(channel.operators) }),
    newAddress ? "random_string" : "",
    newSecret ? "secret" : "",
  );
  if (detail === "") return null;
  return {
    sign: "~",
    subject: `channel ${channel.name}`,
    detail,
    kind: "channel",
    run: async (to: Target) => {
      await updateChannel(to.tx, to.account, found.id, {
        ...settingsOf(channel),
        managed: true,
        operators: channel.operators.map((email) => operatorId(to, email)),
      });
      if (newAddress && channel.randomString !== null)
        await rotateChannelAddress(to.tx, to.account, found.id, channel.randomString, to.secrets.seal, to.now);
      if (newSecret && channel.secret !== null)
        await rotateChannelSecret(to.tx, to.account, found.id, channel.secret, to.secrets.seal, to.now);
      return found.id;
    },
  };
}

function settingsOf(
  channel: WantedChannel,
): Pick<WantedChannel, "name" | "enabled" | "endpointUrl" | "chunked" | "appendPublicId" | "mediaAs" | "botAvailable"> {
  const { name, enabled, endpointUrl, chunked, appendPublicId, mediaAs, botAvailable } = channel;
  return { name, enabled, endpointUrl, chunked, appendPublicId, mediaAs, botAvailable };
}
