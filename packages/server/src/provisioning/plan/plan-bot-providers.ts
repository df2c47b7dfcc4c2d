import {
  createProvider,
  deleteProvider,
  lockAccountsOfProvider,
  updateProvider,
} from "../../store/settings/integrations/bot-provider.ts";
import type { ProviderRecord } from "../../store/settings/integrations/bot-record.ts";
import { recordSettingsChanges } from "../../store/provisioning/writers.ts";
import type { CurrentSettings } from "../current-settings.ts";
import { describeChanges, type PlannedChange, type ApplyContext } from "./planned-change.ts";
import type { BotEntry } from "../../settings/integrations/bot.ts";
import {
  toComparedProvider,
  type BotProviderEntry,
} from "../../settings/integrations/bot-provider.ts";

type PlanResult = { differences: PlannedChange[]; removals: PlannedChange[] };
const kind = "bot_provider";

/** Plans the bot providers, which are matched by id. */
export function planProviders(
  desired: readonly BotProviderEntry[],
  current: CurrentSettings,
): PlanResult {
  const differences = desired.flatMap((provider) => {
    const existing = current.providers.find((p) => p.id === provider.id);
    return existing ? planUpdate(provider, existing) : [planCreation(provider)];
  });
  const removals = current.providers
    .filter((p) => p.managed && !desired.some((w) => w.id === p.id))
    .map(planRemoval);
  return { differences, removals };
}

const toSubject = ({ id }: { readonly id: string }): string => `bot provider ${id}`;
const toColumns = (
  { scope, ...columns }: BotProviderEntry,
  { account }: ApplyContext,
  state: ProviderRecord["state"],
) => ({ ...columns, account_id: scope === "account" ? account : null, state, managed: true });

function planCreation(provider: BotProviderEntry): PlannedChange {
  const run = async (context: ApplyContext): Promise<null> => {
    await createProvider(context.tx, toColumns(provider, context, "active"), context.now);
    return null;
  };
  return { sign: "+", subject: toSubject(provider), detail: "", kind, run };
}
function planUpdate(provider: BotProviderEntry, existing: ProviderRecord): PlannedChange[] {
  // A suspended provider remains suspended, because the file can declare a provider but not approve
  // it.
  const state = existing.state === "suspended" && !existing.deleted ? "suspended" : "active";
  const detail = [
    describeChanges({ ...existing }, { ...toComparedProvider(provider), state, deleted: false }),
    existing.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = (context: ApplyContext): Promise<null> =>
    changeInAllAccounts(context, provider.id, async () => {
      await updateProvider(context.tx, provider.id, toColumns(provider, context, state), true);
    });
  return [{ sign: "~", subject: toSubject(provider), detail, kind, run }];
}
/** Removes a provider. Its bot connections stop working, including those of other accounts. */
function planRemoval({ id }: ProviderRecord): PlannedChange {
  const run = (context: ApplyContext): Promise<null> =>
    changeInAllAccounts(context, id, async () => {
      await deleteProvider(context.tx, id, context.now);
    });
  return { sign: "-", subject: toSubject({ id }), detail: "", kind, run };
}
/** Runs a change that the other accounts with connections to the provider notice too. */
async function changeInAllAccounts(
  { tx, account, now, otherAccounts }: ApplyContext,
  id: string,
  run: () => Promise<void>,
): Promise<null> {
  const others = await lockAccountsOfProvider(tx, id, account, account);
  await run();
  for (const other of others) {
    await recordSettingsChanges(tx, other, [{ kind, id: null }], now);
    otherAccounts.add(other);
  }
  return null;
}

/** Returns the bots with the names and addresses that they take from their providers. */
export const completeBots = (
  bots: readonly BotEntry[],
  desired: readonly BotProviderEntry[],
  current: readonly ProviderRecord[],
): readonly BotEntry[] =>
  bots.map((bot) => {
    const { provider_id, name, endpoint_url } = bot.values;
    const isProvider = ({ id }: { readonly id: string }): boolean => id === provider_id;
    const provider = desired.find(isProvider) ?? current.find(isProvider);
    const values = {
      ...bot.values,
      name: name ?? provider?.name ?? provider_id,
      endpoint_url: endpoint_url ?? provider?.endpoint_url ?? "",
    };
    return { ...bot, values };
  });
