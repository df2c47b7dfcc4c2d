import type { ApiChannelConfigFile, ConfigFile } from "@parlour/protocol/config";
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
import type { FileHelpers } from "../../settings/resource.ts";

/** An API channel of a file (CFG-021). */
export interface DesiredChannel {
  /** Index in `channels` of the file. */
  readonly n: number;
  readonly name: string;
  /** Null means that the id is generated. The channel is then matched by name. */
  readonly publicId: string | null;
  readonly randomString: string | null;
  readonly secret: string | null;
  readonly endpointUrl: string;
  readonly chunked: boolean;
  readonly appendPublicId: boolean;
  readonly mediaAs: "media objects" | "text with link";
  readonly botAvailable: boolean;
  readonly enabled: boolean;
  readonly operators: readonly string[];
}

/** Parses the API channels of a file and fills defaults. */
export function parseChannels(
  config: ConfigFile,
  helpers: Pick<FileHelpers, "reportError" | "secret">,
): readonly DesiredChannel[] {
  return (config.channels ?? []).flatMap((c, n) =>
    c.kind === "api" ? [parseChannel(c, n, helpers)] : [],
  );
}
function parseChannel(
  c: ApiChannelConfigFile,
  n: number,
  { reportError, secret }: Pick<FileHelpers, "reportError" | "secret">,
): DesiredChannel {
  const at = ["channels", n] as const;
  const url = URL.parse(c.endpoint_url);
  if (!url || url.username !== "" || url.password !== "")
    reportError(
      [...at, "endpoint_url"],
      "must be an absolute http or https URL without user and password",
      "CH-001",
    );
  const randomString = secret(at, "random_string", c.random_string, c.random_string_env);
  if (randomString !== null && !/^[A-Za-z0-9_-]{22,64}$/.test(randomString))
    reportError(
      [...at, "random_string_env"],
      "must be 22 to 64 characters from A-Z a-z 0-9 _ -",
      "CH-002",
    );
  const signingSecret = secret(at, "secret", c.secret, c.secret_env);
  if (signingSecret !== null && !/^whsec_[A-Za-z0-9+/]{43}=$/.test(signingSecret))
    reportError([...at, "secret_env"], "must be whsec_ followed by 32 bytes in base64", "CORE-124");
  return {
    n,
    name: c.name,
    publicId: c.public_id ?? null,
    randomString,
    secret: signingSecret,
    endpointUrl: c.endpoint_url,
    chunked: c.chunked ?? false,
    appendPublicId: c.append_public_id ?? true,
    mediaAs: c.media_as ?? "media objects",
    botAvailable: c.bot_available ?? false,
    enabled: c.enabled ?? true,
    operators: c.operators,
  };
}

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
