import { Refusal } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { IdSource } from "../../store/database/ids.ts";
import { VisitorBatch } from "./visitor-batch.ts";
import type { DeliveryPlanner } from "../../core/delivery/planner.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { CommandJob } from "./jobs.ts";
import { loadOperators, loadStates } from "./load-state.ts";
import type { LoadedState, NamedQuery } from "./load-state.ts";
import type { StateCache } from "./state-cache.ts";

/**
 * Named phases of a batch (journal.md 1). `batch_sent`: the call was sent. `batch_published`:
 * entries are published, but callers have no answer yet.
 */
export type GatewayPhase =
  `batch_${"collected" | "loaded" | "decided" | "sent" | "committed" | "published" | "answered"}`;
/** Called at each phase of a batch. Crash tests end the process in it. */
export type GatewayTestHook = (step: GatewayPhase) => void;

export interface DecideDeps {
  readonly connection: NamedQuery;
  readonly cache: StateCache;
  readonly ids: IdSource;
  readonly plan: DeliveryPlanner;
  readonly loadConfig: (account: number) => Promise<AccountConfig>;
  readonly probe?: GatewayTestHook | undefined;
}

/** Runs steps 2 to 4 of journal.md 1: loads states, runs handlers and plans deliveries. */
export async function decideBatch(
  deps: DecideDeps,
  queue: CommandQueue,
  jobs: readonly CommandJob[],
): Promise<readonly VisitorBatch[]> {
  const { connection, cache, ids, plan } = deps;
  const { commands, configs } = await loadConfigs(deps, queue, jobs);
  const states = await loadStates(connection, cache, commands);
  const { accepted, deferred, operators } = deferOperatorConflicts(states);
  queue.putBack(deferred);
  const loadedOperators = await loadOperators(connection, operators);
  // Reserves more ids than the handlers use, because a handler cannot wait for an id.
  const reserved = ids.ensure({
    chats: accepted.length * 2,
    visitors: accepted.length,
    events: estimateIds(accepted, configs),
  });
  if (reserved) await reserved;
  deps.probe?.("batch_loaded");
  const visitorBatches = new Map<string | number, VisitorBatch>();
  for (const state of accepted) {
    const config = configs.get(state.job.account);
    if (!config) continue;
    const key = orderingKey(state);
    let visitorBatch = visitorBatches.get(key);
    if (!visitorBatch) visitorBatches.set(key, (visitorBatch = new VisitorBatch(config, state)));
    visitorBatch.decide(state, loadedOperators.get(getOperatorId(state.job) ?? 0), ids, plan);
  }
  return [...visitorBatches.values()];
}

/** Estimates the ids needed: each event may be delivered to each bot and webhook. */
function estimateIds(
  states: readonly LoadedState[],
  configs: ReadonlyMap<number, AccountConfig>,
): number {
  let total = 0;
  for (const { job } of states) {
    const config = configs.get(job.account);
    total +=
      (job.command.maxEvents ?? maxEventsPerCommand) *
        (1 + (config?.bots.size ?? 0) + (config?.webhooks.size ?? 0)) +
      maxPushesPerDevice * (config?.push?.length ?? 0);
  }
  return total;
}
const maxEventsPerCommand = 8;
/** Pushes per device and command: one for a waiting chat, one for its acceptance. */
const maxPushesPerDevice = 2;

/**
 * Returns the ordering key of a command: a visitor, an unknown customer, or a chat that does not
 * exist. Commands with the same key are decided in order.
 */
export function orderingKey({ job, snapshot }: LoadedState): string | number {
  const { account, subject } = job.command;
  if (snapshot) return snapshot.visitor.id;
  return "chat" in subject
    ? `x${account}:${subject.chat}`
    : `c${account}:${subject.customer.channelId}:${subject.customer.key}`;
}

async function loadConfigs(
  deps: DecideDeps,
  queue: CommandQueue,
  jobs: readonly CommandJob[],
): Promise<{ commands: readonly CommandJob[]; configs: ReadonlyMap<number, AccountConfig> }> {
  const configs = new Map<number, AccountConfig>();
  const refusals = new Map<number, Refusal>();
  const missing = new Set<number>();
  for (const { account } of jobs) {
    const cached = deps.cache.config(account);
    if (cached) configs.set(account, cached);
    else missing.add(account);
  }
  if (missing.size === 0) return { commands: jobs, configs };
  await Promise.all(
    [...missing].map(async (account) => {
      try {
        const since = deps.cache.evictions;
        const config = await deps.loadConfig(account);
        deps.cache.putConfig(config, since);
        configs.set(account, config);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.set(account, error);
      }
    }),
  );
  for (const job of jobs) {
    const error = refusals.get(job.account);
    if (error) queue.reject(job, error);
  }
  return { commands: jobs.filter((job) => configs.has(job.account)), configs };
}

/**
 * Defers commands so that at most one visitor batch refers to each operator. Two batches would both
 * read the operator's number of chats from before the batch. The later one waits for the next
 * batch, with all commands that follow it for the same visitor.
 */
function deferOperatorConflicts(states: readonly LoadedState[]): {
  accepted: readonly LoadedState[];
  deferred: readonly CommandJob[];
  operators: ReadonlyMap<number, number>;
} {
  if (states.every((state) => getOperatorId(state.job) === undefined))
    return { accepted: states, deferred: [], operators: new Map() };
  const owners = new Map<number, string | number>();
  const waiting = new Set<string | number>();
  const operators = new Map<number, number>();
  const accepted: LoadedState[] = [];
  const deferred: CommandJob[] = [];
  for (const state of states) {
    const operator = getOperatorId(state.job);
    const key = orderingKey(state);
    if (operator !== undefined && (owners.get(operator) ?? key) !== key) waiting.add(key);
    if (waiting.has(key)) {
      deferred.push(state.job);
      continue;
    }
    if (operator !== undefined) {
      owners.set(operator, key);
      operators.set(operator, state.job.account);
    }
    accepted.push(state);
  }
  return { accepted, deferred, operators };
}

function getOperatorId(job: CommandJob): number | undefined {
  return job.command.subject.operator;
}
