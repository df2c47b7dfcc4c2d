import { Refusal } from "../core/failure.ts";
import type { AccountConfig } from "../core/command.ts";
import type { IdSource } from "../store/ids.ts";
import type { Unit } from "./batch-call.ts";
import { Group } from "./group.ts";
import type { Planner } from "../queue/plan.ts";
import type { Intake } from "./intake.ts";
import type { CommandJob, Job } from "./job.ts";
import { loadOperators, loadStates } from "./load.ts";
import type { Found, Query } from "./load.ts";
import type { StateCache } from "./state.ts";

/**
 * Named phases of a batch (journal.md 1). `batch_sent`: the call was sent. `batch_published`:
 * entries are published and callers are not answered yet.
 */
export type GatewayStep = `batch_${"collected" | "loaded" | "decided" | "sent" | "committed" | "published" | "answered"}`;
/** Called at each phase. A crash test ends the process there. */
export type GatewayProbe = (step: GatewayStep) => void;

export interface DecideDeps {
  readonly connection: Query;
  readonly cache: StateCache;
  readonly ids: IdSource;
  readonly plan: Planner;
  readonly loadConfig: (account: number) => Promise<AccountConfig>;
  readonly probe?: GatewayProbe;
}

/**
 * Runs steps 2 to 4 of journal.md 1: loads the states, runs the command handlers in memory and
 * plans deliveries.
 */
export async function decideBatch(
  deps: DecideDeps,
  intake: Pick<Intake, "reject" | "putBack">,
  jobs: readonly Job[],
): Promise<readonly Unit[]> {
  const { connection, cache, ids, plan } = deps;
  const changes = jobs.filter((job) => job.kind === "change");
  const { commands, configs } = await configsFor(
    deps,
    intake,
    jobs.filter((job) => job.kind === "command"),
  );
  const found = await loadStates(connection, cache, commands);
  const { taken, later, operators } = oneGroupPerOperator(found);
  intake.putBack(later);
  const reads = await loadOperators(connection, operators);
  // Reserves more ids than the handlers use, because taking an id must not wait.
  const reserved = ids.ensure({ chats: taken.length * 2, visitors: taken.length, events: mostIds(taken, configs) });
  if (reserved) await reserved;
  deps.probe?.("batch_loaded");
  const groups = new Map<string | number, Group>();
  for (const one of taken) {
    const config = configs.get(one.job.account);
    if (!config) continue;
    const key = groupKey(one);
    let group = groups.get(key);
    if (!group) groups.set(key, (group = new Group(config, one)));
    group.decide(one, reads.get(operatorOf(one.job) ?? 0), ids, plan);
  }
  return [...[...groups.values()].map((group) => ({ group })), ...changes.map((change) => ({ change }))];
}

/**
 * Estimates the maximum number of message and delivery ids. Each event may need a delivery for
 * every bot and webhook of the account.
 */
function mostIds(taken: readonly Found[], configs: ReadonlyMap<number, AccountConfig>): number {
  let most = 0;
  for (const { job } of taken) {
    const config = configs.get(job.account);
    most +=
      eventsPerCommand * (1 + (config?.bots.size ?? 0) + (config?.webhooks.size ?? 0)) + noticesPerCommand * (config?.push?.length ?? 0);
  }
  return most;
}
const eventsPerCommand = 8;
/** Pushes per device and command: one that a chat is waiting, one that it was accepted. */
const noticesPerCommand = 2;

/**
 * Returns the key whose commands are decided in order: a visitor, an unknown customer, or a chat
 * that does not exist.
 */
export function groupKey({ job, cell }: Found): string | number {
  const { account, subject } = job.command;
  if (cell) return cell.visitor.id;
  return "chat" in subject ? `x${account}:${subject.chat}` : `c${account}:${subject.customer.channelId}:${subject.customer.key}`;
}

async function configsFor(
  deps: DecideDeps,
  intake: Pick<Intake, "reject">,
  jobs: readonly CommandJob[],
): Promise<{ commands: readonly CommandJob[]; configs: ReadonlyMap<number, AccountConfig> }> {
  const configs = new Map<number, AccountConfig>();
  const refused = new Map<number, Refusal>();
  const missing = new Set<number>();
  for (const { account } of jobs) {
    const known = deps.cache.config(account);
    if (known) configs.set(account, known);
    else missing.add(account);
  }
  await Promise.all(
    [...missing].map(async (account) => {
      try {
        const since = deps.cache.drops;
        const config = await deps.loadConfig(account);
        deps.cache.putConfig(config, since);
        configs.set(account, config);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refused.set(account, error);
      }
    }),
  );
  for (const job of jobs) {
    const error = refused.get(job.account);
    if (error) intake.reject(job, error);
  }
  return { commands: jobs.filter((job) => configs.has(job.account)), configs };
}

/**
 * Defers commands so that only one visitor batch reads each operator. Two would both see the
 * operator's number of chats before the batch. The later one waits for the next batch, with all
 * commands that follow it.
 */
function oneGroupPerOperator(found: readonly Found[]): {
  taken: readonly Found[];
  later: readonly CommandJob[];
  operators: ReadonlyMap<number, number>;
} {
  if (found.every((one) => operatorOf(one.job) === undefined)) return { taken: found, later: [], operators: new Map() };
  const owners = new Map<number, string | number>();
  const waiting = new Set<string | number>();
  const operators = new Map<number, number>();
  const taken: Found[] = [];
  const later: CommandJob[] = [];
  for (const one of found) {
    const operator = operatorOf(one.job);
    const key = groupKey(one);
    if (operator !== undefined && (owners.get(operator) ?? key) !== key) waiting.add(key);
    if (waiting.has(key)) {
      later.push(one.job);
      continue;
    }
    if (operator !== undefined) {
      owners.set(operator, key);
      operators.set(operator, one.job.account);
    }
    taken.push(one);
  }
  return { taken, later, operators };
}

function operatorOf(job: CommandJob): number | undefined {
  return "chat" in job.command.subject ? job.command.subject.operator : undefined;
}
