import { randomBytes } from "node:crypto";
import {
  createBot,
  deleteBot,
  rotateBotSecret,
  updateBot,
} from "../../store/settings/integrations/bot.ts";
import {
  recordProviderChange,
  createProvider,
  deleteProvider,
  lockAccountsOfProvider,
  updateProvider,
} from "../../store/settings/integrations/bot-provider.ts";
import type { CurrentBot, CurrentProvider } from "../../store/provisioning/integrations.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import {
  getChannelId,
  describeChanges,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import type { DesiredBot, DesiredProvider } from "../read-integrations.ts";

type PlanResult = { differences: PlannedChange[]; removals: PlannedChange[] };
type Unseal = (sealed: Buffer) => string;

/** Plans the bot providers, matched by id. */
export function planProviders(
  desired: readonly DesiredProvider[],
  current: CurrentSettings,
): PlanResult {
  const differences = desired.flatMap((provider) => {
    const existing = current.integrations.providers.find((p) => p.id === provider.id);
    return existing ? planProviderUpdate(provider, existing) : [planProviderCreation(provider)];
  });
  const removals = current.integrations.providers
    .filter((p) => p.managed && !desired.some((w) => w.id === p.id))
    .map(planProviderRemoval);
  return { differences, removals };
}

function planProviderCreation(provider: DesiredProvider): PlannedChange {
  const run = async (context: ApplyContext): Promise<null> => {
    const { id, name, contact, endpointUrl } = provider;
    const accountId = provider.scope === "account" ? context.account : null;
    await createProvider(context.tx, {
      id,
      accountId,
      name,
      contact,
      endpointUrl,
      state: "active",
      managed: true,
      now: context.now,
    });
    return null;
  };
  return {
    sign: "+",
    subject: `bot provider ${provider.id}`,
    detail: "",
    kind: "bot_provider",
    run,
  };
}
function planProviderUpdate(provider: DesiredProvider, existing: CurrentProvider): PlannedChange[] {
  const { name, contact, endpointUrl } = provider;
  // A suspended provider remains suspended: the file declares a provider but does not approve it.
  const state = existing.state === "suspended" && !existing.deleted ? "suspended" : "active";
  const detail = [
    describeChanges(
      { ...existing, scope: existing.accountId === null ? "service" : "account" },
      { name, contact, endpointUrl, scope: provider.scope, state, deleted: false },
    ),
    existing.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (context: ApplyContext): Promise<null> => {
    const accountId = provider.scope === "account" ? context.account : null;
    const others = await lockAccountsOfProvider(
      context.tx,
      provider.id,
      context.account,
      context.account,
    );
    await updateProvider(context.tx, provider.id, {
      name,
      contact,
      endpointUrl,
      state,
      accountId,
      managed: true,
      restored: true,
    });
    await recordProviderChange(context.tx, others, context.now);
    for (const account of others) context.otherAccounts.add(account);
    return null;
  };
  return [{ sign: "~", subject: `bot provider ${provider.id}`, detail, kind: "bot_provider", run }];
}
/** Removes a provider. Its connections stop working, including those of other accounts. */
function planProviderRemoval({ id }: CurrentProvider): PlannedChange {
  const run = async (context: ApplyContext): Promise<null> => {
    const others = await lockAccountsOfProvider(context.tx, id, context.account, context.account);
    await deleteProvider(context.tx, id, context.now);
    await recordProviderChange(context.tx, others, context.now);
    for (const account of others) context.otherAccounts.add(account);
    return null;
  };
  return { sign: "-", subject: `bot provider ${id}`, detail: "", kind: "bot_provider", run };
}

/** Plans the bot connections, matched by provider and token. */
export function planBots(
  desired: readonly DesiredBot[],
  providers: readonly DesiredProvider[],
  current: CurrentSettings,
  unseal: Unseal,
): PlanResult {
  const differences: PlannedChange[] = [];
  const matched = new Set<number>();
  for (const fileBot of desired) {
    const provider =
      providers.find((p) => p.id === fileBot.provider) ??
      current.integrations.providers.find((p) => p.id === fileBot.provider);
    const bot: CompleteBot = {
      ...fileBot,
      name: fileBot.name ?? provider?.name ?? fileBot.provider,
      endpointUrl: fileBot.endpointUrl ?? provider?.endpointUrl ?? "",
    };
    const existing = current.integrations.bots.find(
      (p) => p.providerId === bot.provider && unseal(p.token) === bot.token,
    );
    if (!existing) {
      differences.push(planBotCreation(bot));
      continue;
    }
    matched.add(existing.id);
    differences.push(...planBotUpdate(bot, existing, current, unseal));
  }
  return {
    differences,
    removals: current.integrations.bots
      .filter((p) => p.managed && !matched.has(p.id))
      .map(planBotRemoval),
  };
}

type CompleteBot = DesiredBot & { readonly name: string; readonly endpointUrl: string };

function planBotCreation(bot: CompleteBot): PlannedChange {
  const secret = bot.secret ?? `whsec_${randomBytes(32).toString("base64")}`;
  const run = async (context: ApplyContext): Promise<number> => {
    const id = await createBot(
      context.tx,
      context.account,
      {
        ...toBotSettings(bot),
        providerId: bot.provider,
        token: bot.token,
        channels: bot.channels?.map((publicId) => getChannelId(context, publicId)) ?? null,
        authorization: bot.authorization,
        secret,
        managed: true,
        createdBy: null,
        now: context.now,
      },
      context.secrets.seal,
    );
    if (id === null) throw new Error(`the token of bot ${bot.name} was taken in the meantime`);
    if (bot.secret === null) context.created.secrets.push({ subject: `bot ${bot.name}`, secret });
    return id;
  };
  return { sign: "+", subject: `bot ${bot.name}`, detail: "", kind: "bot", run };
}

function planBotUpdate(
  bot: CompleteBot,
  existing: CurrentBot,
  current: CurrentSettings,
  unseal: Unseal,
): PlannedChange[] {
  const newSecret = bot.secret !== null && unseal(existing.secret) !== bot.secret;
  const newClientSecret =
    bot.authorization !== null &&
    (existing.clientSecret === null ||
      unseal(existing.clientSecret) !== bot.authorization.clientSecret);
  const before =
    existing.tokenUrl === null
      ? null
      : [existing.tokenUrl, existing.clientId, existing.tokenScope, existing.clientAuth];
  const { authorization } = bot;
  const next =
    authorization === null
      ? null
      : [
          authorization.tokenUrl,
          authorization.clientId,
          authorization.scope,
          authorization.clientAuth,
        ];
  const newAuthorization = newClientSecret || JSON.stringify(before) !== JSON.stringify(next);
  const detail = [
    describeChanges(
      { ...existing, channels: toPublicIds(existing.channels, current), authorization: before },
      { ...toBotSettings(bot), channels: bot.channels?.toSorted() ?? null, authorization: next },
    ),
    newSecret ? "secret" : "",
    newClientSecret ? "client_secret" : "",
    existing.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (context: ApplyContext): Promise<number> => {
    await updateBot(
      context.tx,
      context.account,
      existing.id,
      {
        ...toBotSettings(bot),
        channels: bot.channels?.map((publicId) => getChannelId(context, publicId)) ?? null,
        ...(newAuthorization ? { authorization } : {}),
        managed: true,
      },
      context.secrets.seal,
    );
    if (newSecret && bot.secret !== null)
      await rotateBotSecret(
        context.tx,
        context.account,
        existing.id,
        bot.secret,
        context.secrets.seal,
        context.now,
      );
    return existing.id;
  };
  return [{ sign: "~", subject: `bot ${bot.name}`, detail, kind: "bot", run }];
}

function planBotRemoval(existing: CurrentBot): PlannedChange {
  const run = async ({ tx, account, now }: ApplyContext): Promise<number> => {
    await deleteBot(tx, account, existing.id, now);
    return existing.id;
  };
  return { sign: "-", subject: `bot ${existing.name}`, detail: "", kind: "bot", run };
}

/** Returns the public ids of channels, sorted. null: all. */
export function toPublicIds(
  channels: readonly number[] | null,
  current: CurrentSettings,
): readonly string[] | null {
  if (channels === null) return null;
  return channels
    .flatMap(
      (id) => [...current.channels, ...current.widgets].find((c) => c.id === id)?.publicId ?? [],
    )
    .toSorted();
}

function toBotSettings(
  bot: CompleteBot,
): Pick<
  CompleteBot,
  | "name"
  | "photo"
  | "enabled"
  | "endpointUrl"
  | "inviteWaitS"
  | "silentS"
  | "sendsChatClosed"
  | "answersSettle"
  | "appendToken"
> {
  const {
    name,
    photo,
    enabled,
    endpointUrl,
    inviteWaitS,
    silentS,
    sendsChatClosed,
    answersSettle,
    appendToken,
  } = bot;
  return {
    name,
    photo,
    enabled,
    endpointUrl,
    inviteWaitS,
    silentS,
    sendsChatClosed,
    answersSettle,
    appendToken,
  };
}
