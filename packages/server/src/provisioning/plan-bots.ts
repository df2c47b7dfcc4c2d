import { randomBytes } from "node:crypto";
import { createBot, deleteBot, rotateBotSecret, updateBot } from "../store/settings/bot.ts";
import { announceProvider, createProvider, deleteProvider, lockAccountsOf, updateProvider } from "../store/settings/bot-provider.ts";
import type { ProvisionedBot, ProvisionedProvider } from "../store/settings/provision-integrations.ts";
import type { Present } from "../store/settings/provision.ts";
import { channelId, changes, type Difference, type Target } from "./difference.ts";
import type { WantedBot, WantedProvider } from "./read-integrations.ts";

type Planned = { differences: Difference[]; gone: Difference[] };
type Open = (sealed: Buffer) => string;

/** Plans the bot providers, matched by id. */
export function planProviders(wanted: readonly WantedProvider[], present: Present): Planned {
  const differences = wanted.flatMap((provider) => {
    const found = present.integrations.providers.find((p) => p.id === provider.id);
    return found ? changingProvider(provider, found) : [comingProvider(provider)];
  });
  const gone = present.integrations.providers.filter((p) => p.managed && !wanted.some((w) => w.id === p.id)).map(leavingProvider);
  return { differences, gone };
}

function comingProvider(provider: WantedProvider): Difference {
  const run = async (to: Target): Promise<null> => {
    const { id, name, contact, endpointUrl } = provider;
    const accountId = provider.scope === "account" ? to.account : null;
    await createProvider(to.tx, { id, accountId, name, contact, endpointUrl, state: "active", managed: true, now: to.now });
    return null;
  };
  return { sign: "+", subject: `bot provider ${provider.id}`, detail: "", kind: "bot_provider", run };
}
function changingProvider(provider: WantedProvider, found: ProvisionedProvider): Difference[] {
  const { name, contact, endpointUrl } = provider;
  // A suspended provider remains suspended: the file declares a provider but does not approve it.
  const state = found.state === "suspended" && !found.deleted ? "suspended" : "active";
  const detail = [
    changes(
      { ...found, scope: found.accountId === null ? "service" : "account" },
      { name, contact, endpointUrl, scope: provider.scope, state, deleted: false },
    ),
    found.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (to: Target): Promise<null> => {
    const accountId = provider.scope === "account" ? to.account : null;
    const others = await lockAccountsOf(to.tx, provider.id, to.account, to.account);
    await updateProvider(to.tx, provider.id, { name, contact, endpointUrl, state, accountId, managed: true, restored: true });
    await announceProvider(to.tx, others, to.now);
    for (const account of others) to.elsewhere.add(account);
    return null;
  };
  return [{ sign: "~", subject: `bot provider ${provider.id}`, detail, kind: "bot_provider", run }];
}
/** Removes a provider. Its connections stop working, including those of other accounts. */
function leavingProvider({ id }: ProvisionedProvider): Difference {
  const run = async (to: Target): Promise<null> => {
    const others = await lockAccountsOf(to.tx, id, to.account, to.account);
    await deleteProvider(to.tx, id, to.now);
    await announceProvider(to.tx, others, to.now);
    for (const account of others) to.elsewhere.add(account);
    return null;
  };
  return { sign: "-", subject: `bot provider ${id}`, detail: "", kind: "bot_provider", run };
}

/** Plans the bot connections, matched by provider and token. */
export function planBots(wanted: readonly WantedBot[], providers: readonly WantedProvider[], present: Present, open: Open): Planned {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const given of wanted) {
    const provider = providers.find((p) => p.id === given.provider) ?? present.integrations.providers.find((p) => p.id === given.provider);
    const bot: Complete = {
      ...given,
      name: given.name ?? provider?.name ?? given.provider,
      endpointUrl: given.endpointUrl ?? provider?.endpointUrl ?? "",
    };
    const found = present.integrations.bots.find((p) => p.providerId === bot.provider && open(p.token) === bot.token);
    if (!found) {
      differences.push(comingBot(bot));
      continue;
    }
    seen.add(found.id);
    differences.push(...changingBot(bot, found, present, open));
  }
  return { differences, gone: present.integrations.bots.filter((p) => p.managed && !seen.has(p.id)).map(leavingBot) };
}

type Complete = WantedBot & { readonly name: string; readonly endpointUrl: string };

function comingBot(bot: Complete): Difference {
  const secret = bot.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  const run = async (to: Target): Promise<number> => {
    const id = await createBot(
      to.tx,
      to.account,
      {
        ...settingsOf(bot),
        providerId: bot.provider,
        token: bot.token,
        channels: bot.channels?.map((publicId) => channelId(to, publicId)) ?? null,
        authorization: bot.authorization,
        secret,
        managed: true,
        createdBy: null,
        now: to.now,
      },
      to.secrets.seal,
    );
    if (id === null) throw new Error(`the token of bot ${bot.name} was taken meanwhile`);
    if (bot.secret === null) to.made.secrets.push({ subject: `bot ${bot.name}`, secret });
    return id;
  };
  return { sign: "+", subject: `bot ${bot.name}`, detail: "", kind: "bot", run };
}

function changingBot(bot: Complete, found: ProvisionedBot, present: Present, open: Open): Difference[] {
  const newSecret = bot.secret !== null && open(found.secret) !== bot.secret;
  const newClientSecret =
    bot.authorization !== null && (found.clientSecret === null || open(found.clientSecret) !== bot.authorization.clientSecret);
  const before = found.tokenUrl === null ? null : [found.tokenUrl, found.clientId, found.tokenScope, found.clientAuth];
  const { authorization } = bot;
  const next =
    authorization === null ? null : [authorization.tokenUrl, authorization.clientId, authorization.scope, authorization.clientAuth];
  const newAuthorization = newClientSecret || JSON.stringify(before) !== JSON.stringify(next);
  const detail = [
    changes(
      { ...found, channels: publicIds(found.channels, present), authorization: before },
      { ...settingsOf(bot), channels: bot.channels?.toSorted() ?? null, authorization: next },
    ),
    newSecret ? "secret" : "",
    newClientSecret ? "client_secret" : "",
    found.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (to: Target): Promise<number> => {
    await updateBot(
      to.tx,
      to.account,
      found.id,
      {
        ...settingsOf(bot),
        channels: bot.channels?.map((publicId) => channelId(to, publicId)) ?? null,
        ...(newAuthorization ? { authorization } : {}),
        managed: true,
      },
      to.secrets.seal,
    );
    if (newSecret && bot.secret !== null) await rotateBotSecret(to.tx, to.account, found.id, bot.secret, to.secrets.seal, to.now);
    return found.id;
  };
  return [{ sign: "~", subject: `bot ${bot.name}`, detail, kind: "bot", run }];
}

function leavingBot(found: ProvisionedBot): Difference {
  const run = async ({ tx, account, now }: Target): Promise<number> => {
    await deleteBot(tx, account, found.id, now);
    return found.id;
  };
  return { sign: "-", subject: `bot ${found.name}`, detail: "", kind: "bot", run };
}

/** Returns the public ids of channels, sorted. null: all. */
export function publicIds(channels: readonly number[] | null, present: Present): readonly string[] | null {
  if (channels === null) return null;
  return channels.flatMap((id) => [...present.channels, ...present.widgets].find((c) => c.id === id)?.publicId ?? []).toSorted();
}

function settingsOf(
  bot: Complete,
): Pick<
  Complete,
  "name" | "photo" | "enabled" | "endpointUrl" | "inviteWaitS" | "silentS" | "sendsChatClosed" | "answersSettle" | "appendToken"
> {
  const { name, photo, enabled, endpointUrl, inviteWaitS, silentS, sendsChatClosed, answersSettle, appendToken } = bot;
  return { name, photo, enabled, endpointUrl, inviteWaitS, silentS, sendsChatClosed, answersSettle, appendToken };
}
