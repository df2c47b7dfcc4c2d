import {
  recordProviderChange,
  createProvider,
  deleteProvider,
  lockAccountsOfProvider,
  updateProvider,
} from "../../store/settings/integrations/bot-provider.ts";
import type { CurrentProvider } from "../../store/provisioning/integrations.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "./planned-change.ts";
import type { BotEntry } from "../../settings/integrations/bot-file.ts";
import type { BotProviderEntry } from "../../settings/integrations/bot-provider.ts";

type PlanResult = { differences: PlannedChange[]; removals: PlannedChange[] };

/** Plans the bot providers, which are matched by id. */
export function planProviders(
  desired: readonly BotProviderEntry[],
  current: CurrentSettings,
): PlanResult {
  const differences = desired.flatMap((provider) => {
    const existing = current.providers.find((p) => p.id === provider.id);
    return existing ? planProviderUpdate(provider, existing) : [planProviderCreation(provider)];
  });
  const removals = current.providers
    .filter((p) => p.managed && !desired.some((w) => w.id === p.id))
    .map(planProviderRemoval);
  return { differences, removals };
}

function planProviderCreation(provider: BotProviderEntry): PlannedChange {
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
function planProviderUpdate(
  provider: BotProviderEntry,
  existing: CurrentProvider,
): PlannedChange[] {
  const { name, contact, endpointUrl } = provider;
  // A suspended provider remains suspended, because the file can declare a provider but not approve
  // it.
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
/** Removes a provider. Its bot connections stop working, including those of other accounts. */
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

/** Returns the bots with the names and addresses that they take from their providers. */
export const completeBots = (
  bots: readonly BotEntry[],
  desired: readonly BotProviderEntry[],
  current: readonly CurrentProvider[],
): readonly BotEntry[] =>
  bots.map((bot) => {
    const isProvider = ({ id }: { readonly id: string }): boolean => id === bot.provider;
    const provider = desired.find(isProvider) ?? current.find(isProvider);
    return {
      ...bot,
      name: bot.name ?? provider?.name ?? bot.provider,
      endpointUrl: bot.endpointUrl ?? provider?.endpointUrl ?? "",
    };
  });
