import pg from "pg";
import { Refusal, refuse } from "../core/failure.ts";
import type { Clock, Command, WriteResult } from "../core/command.ts";
import { Batch } from "./batch.ts";
import { entriesOf, groupStatus } from "./batch-call.ts";
import type { BatchCall, BatchResult, Unit } from "./batch-call.ts";
import { NotConnected, OutcomeUnknown, patienceMs } from "./connection.ts";
import type { GatewayConnection } from "./connection.ts";
import { decideBatch, groupKey } from "./decide.ts";
import type { DecideDeps } from "./decide.ts";
import type { JournalEntry } from "./entry.ts";
import type { ChatWork, Group, Step } from "./group.ts";
import { Intake } from "./intake.ts";
import type { IntakeStats } from "./intake.ts";
import type { CommandJob, DeliveryChange, Job } from "./job.ts";
import { findKnown } from "./known.ts";
import { loadStates } from "./load.ts";
import { MessageBatch } from "./messages.ts";
import { toRefusal, unavailable, wantOf } from "./outage.ts";
import type { Cell, ChatCell } from "./state.ts";

export interface GatewayDeps extends DecideDeps {
  readonly connection: GatewayConnection;
  readonly clock: Clock;
  /**
   * Publishes entries of one account that this node wrote after `base`. Called before the callers
   * are answered.
   */
  readonly publish: (account: number, base: number, entries: readonly JournalEntry[]) => void;
  /** Called if a batch contains deliveries. */
  readonly owed: () => void;
  /**
   * Returns the position up to which all entries are published here, or undefined if the account is
   * not followed.
   */
  readonly published: (account: number) => number | undefined;
  /** Returns whether no other node is known to run. */
  readonly isAlone: () => boolean;
  /** Called if a call with this many entries was cut and its outcome could not be found in time. */
  readonly unsure: (account: number, entries: number) => void;
  /**
   * Called after a commit with the number of commands and the duration of the database call in
   * milliseconds.
   */
  readonly onCommit?: ((commands: number, ms: number) => void) | undefined;
}
export interface GatewayLimits {
  /** Maximum waiting commands and bytes. Beyond either limit a command is rejected immediately. */
  readonly waiting: number;
  readonly waitingBytes: number;
  /** Maximum commands and bytes of one batch. */
  readonly batch: number;
  readonly batchBytes: number;
}
export const gatewayLimits: GatewayLimits = { waiting: 4_096, waitingBytes: 32 << 20, batch: 256, batchBytes: 4 << 20 };

export interface GatewayStats extends IntakeStats {
  readonly batches: number;
  readonly commands: number;
  /** Batches by size. Index n counts sizes above 2^(n-1) and up to 2^n. */
  readonly sizes: readonly number[];
  /** Visitor batches decided again because their state had changed. */
  readonly stale: number;
  readonly splits: number;
  readonly repeats: number;
  /**
   * Batches that the database rejected for lack of resources (P18), with the last SQLSTATE. Smaller
   * batches may have succeeded since.
   */
  readonly unwritten: { readonly count: number; readonly code: string };
}

/**
 * Maximum number of decisions on fresh state before a visitor batch is rejected as busy. Also the
 * maximum repeats of a batch after 40001 and 40P01.
 */
const mostAgain = 3;
/**
 * SQLSTATE that `commit_messages` raises if the account's position has changed. Nothing was
 * written.
 */
const goneOn = "PX001";

/**
 * The commit gateway of one node (journal.md 1). One batch is in flight. Commands that arrive in
 * the meantime form the next one.
 */
export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #intake: Intake;
  #running: Promise<void> | null = null;
  /** Sends the answers of the last batch while the next one runs. */
  #answering: Promise<void> = Promise.resolve();
  #closed = false;
  #batches = 0;
  #commands = 0;
  #stale = 0;
  #splits = 0;
  #repeats = 0;
  #unwritten = { count: 0, code: "" };
  readonly #sizes = Array.from({ length: 10 }, () => 0);

  constructor(deps: GatewayDeps, limits: GatewayLimits = gatewayLimits) {
    this.#deps = deps;
    this.#intake = new Intake(limits, deps.clock);
  }

  /**
   * Resolves after the flush to disk (CORE-042). Rejects with Refusal. Any other error is a bug.
   */
  write(command: Command): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      this.#admit();
      this.#intake.command(command, resolve, reject);
      this.#kick();
    });
  }
  /** Writes one change of a delivery. Resolves with false if it no longer applies. */
  change(account: number, change: DeliveryChange): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#admit();
      this.#intake.change(account, change, resolve, reject);
      this.#kick(turn);
    });
  }
  stats(): GatewayStats {
    return {
      ...this.#intake.stats(),
      batches: this.#batches,
      commands: this.#commands,
      sizes: [...this.#sizes],
      stale: this.#stale,
      splits: this.#splits,
      repeats: this.#repeats,
      unwritten: this.#unwritten,
    };
  }
  /** Resolves when no command waits and no batch is in flight. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
    await this.#answering;
  }
  /** Rejects new commands and finishes the accepted ones (CORE-131). */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#running) await this.#running;
    await this.#answering;
  }

  #admit(): void {
    if (this.#closed) refuse("temporarily_unavailable", "This server is shutting down. Try again shortly.", { retryAfterMs: 1_000 });
    if (this.#deps.connection.downForMs() >= patienceMs) throw unavailable();
  }
  /**
   * Starts in a microtask, so that commands of one turn share a batch. Delivery results arrive in
   * separate callbacks, so their start waits for the end of the turn.
   */
  #kick(begin: () => Promise<void> = () => Promise.resolve()): void {
    this.#running ??= begin()
      .then(() => this.#loop())
      .finally(() => {
        this.#running = null;
        if (this.#intake.size > 0) this.#kick();
      });
  }
  async #loop(): Promise<void> {
    while (this.#intake.size > 0) await this.#run(this.#intake.take());
  }

  /**
   * Processes one batch from loading to answering. Settles every job or puts it back. Never
   * rejects.
   */
  async #run(jobs: readonly Job[]): Promise<void> {
    try {
      this.#deps.probe?.("batch_collected");
      // Read before the states, so decisions are based on at least this position.
      const seen = jobs[0] && this.#deps.isAlone() ? this.#deps.published(jobs[0].account) : undefined;
      const units = await decideBatch(this.#deps, this.#intake, jobs);
      this.#deps.probe?.("batch_decided");
      if (units.length > 0) await this.#write(units, seen);
    } catch (error) {
      await this.#fail(jobs, error);
    }
  }

  // Step 5: write.

  async #write(units: readonly Unit[], seen: number | undefined): Promise<void> {
    let batch: BatchCall = (seen === undefined ? null : MessageBatch.of(units, seen)) ?? new Batch(units);
    const commands = this.#count(units);
    for (let n = 1; ; n++) {
      try {
        const began = this.#deps.clock.monotonic();
        const result = await this.#deps.connection.commit(batch);
        this.#deps.onCommit?.(commands, this.#deps.clock.monotonic() - began);
        return await this.#finish(batch, result);
      } catch (error) {
        if (error instanceof OutcomeUnknown) {
          for (const unit of units) if ("group" in unit && unit.group.cell) this.#deps.cache.drop(unit.group.cell.visitor.id);
          const result = await this.#deps.connection.lookUp(batch, error.batch);
          if (result) return await this.#finish(batch, result);
          for (const unit of units) this.#deps.unsure(...entriesOf(unit));
          throw error;
        }
        const code = error instanceof pg.DatabaseError ? error.code : undefined;
        if (code === goneOn) {
          batch = new Batch(units);
          continue;
        }
        if ((code === "40001" || code === "40P01") && n < mostAgain) {
          this.#repeats++;
          continue;
        }
        const want = wantOf(error);
        if (want !== null) this.#unwritten = { count: this.#unwritten.count + 1, code: want };
        throw error;
      }
    }
  }
  #count(units: readonly Unit[]): number {
    const commands = units.reduce((sum, unit) => sum + ("group" in unit ? unit.group.steps.length : 1), 0);
    this.#batches++;
    this.#commands += commands;
    const size = Math.min(Math.ceil(Math.log2(Math.max(commands, 1))), this.#sizes.length - 1);
    this.#sizes[size] = (this.#sizes[size] ?? 0) + 1;
    return commands;
  }

  /**
   * Handles a batch that failed as a whole. Data errors split the batch. Other errors reject all
   * its jobs.
   */
  async #fail(jobs: readonly Job[], error: unknown): Promise<void> {
    const open = jobs.filter((job) => this.#intake.isOpen(job));
    if (open.length === 0) return;
    const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
    if (/^(22|23|54)/.test(code)) return this.#split(open, error);
    for (const job of open) this.#intake.reject(job, toRefusal(error));
    // The queued jobs have waited as long as these.
    if (error instanceof NotConnected || this.#deps.connection.downForMs() >= patienceMs) this.#intake.rejectWaiting(unavailable());
  }

  /**
   * Splits between visitor batches first. The commands of a single one run one by one, in order,
   * each decided again (journal.md 1).
   */
  async #split(jobs: readonly Job[], error: unknown): Promise<void> {
    this.#splits++;
    this.#deps.cache.clear();
    if (jobs.length === 1) {
      for (const job of jobs) this.#intake.reject(job, error);
      return;
    }
    const whose = await this.#ownersOf(jobs);
    const owners = [...new Set(whose)];
    if (owners.length === 1) {
      for (const job of jobs) await this.#run([job]);
      return;
    }
    const first = new Set(owners.slice(0, Math.ceil(owners.length / 2)));
    await this.#run(jobs.filter((_, n) => first.has(whose[n] ?? "")));
    await this.#run(jobs.filter((_, n) => !first.has(whose[n] ?? "")));
  }
  async #ownersOf(jobs: readonly Job[]): Promise<readonly (string | number)[]> {
    const commands = jobs.filter((job) => job.kind === "command");
    const found = await loadStates(this.#deps.connection, this.#deps.cache, commands).catch(() => []);
    const keys = new Map<Job, string | number>(found.map((one) => [one.job, groupKey(one)]));
    return jobs.map((job, n) => keys.get(job) ?? `job:${n}`);
  }

  // Step 6: after the flush.

  async #finish(batch: BatchCall, result: BatchResult): Promise<void> {
    const { probe } = this.#deps;
    probe?.("batch_committed");
    const written = batch.entries(result);
    for (const one of written) this.#deps.publish(one.account, one.base, one.entries);
    probe?.("batch_published");
    if (batch.owes) this.#deps.owed();
    const next = new Map<number, number>(written.map((one) => [one.account, one.base]));
    // Later entries of another node may have been read before our own answer arrived. Our states
    // are then outdated.
    const isLast = new Set(
      written.filter((one) => this.#deps.published(one.account) === one.base + one.entries.length).map((one) => one.account),
    );
    const known: Group[] = [];
    const refused: Refused[] = [];
    const answers: Answer[] = [];
    batch.units.forEach((unit, n) => {
      const status = batch.statusOf(result, n);
      if ("change" in unit) {
        if (status === groupStatus.written) next.set(unit.change.account, (next.get(unit.change.account) ?? 0) + 1);
        this.#intake.settle(unit.change, status === groupStatus.written);
      } else if (status === groupStatus.written) {
        const before = next.get(unit.group.account) ?? 0;
        next.set(unit.group.account, before + unit.group.events.length);
        if (isLast.has(unit.group.account)) this.#remember(unit.group, batch.numberOf(unit.group, result));
        else if (unit.group.visitor) this.#deps.cache.drop(unit.group.visitor.id);
        this.#answersOf(unit.group, batch, result, before, answers, refused);
      } else if (status === groupStatus.known) known.push(unit.group);
      else this.#again(unit.group);
    });
    const settle = (): void => {
      for (const { job, written } of answers) this.#intake.settle(job, written);
      probe?.("batch_answered");
    };
    // Answering takes as long as the database needs for a batch. The next batch is sent first,
    // unless answering could still fail.
    if (this.#intake.size > 0 && known.length + refused.length === 0)
      this.#answering = new Promise((resolve) => setImmediate(() => resolve(settle())));
    else settle();
    for (const group of known) await this.#answerKnown(group);
    if (refused.length > 0) await this.#refuse(refused);
  }

  #remember(group: Group, number: number | null): void {
    const { visitor, cell, running } = group;
    if (!visitor || number === null) return;
    // Messages alone do not change the state. A state loaded for them is cached as it is.
    const isSame = cell && !group.visitorChanged && running?.changed !== true && running?.row.id === cell.running?.row.id;
    if (isSame && group.calls === cell.calls) {
      if (!this.#deps.cache.knows(cell)) this.#deps.cache.put(cell);
      return;
    }
    const next: Cell = {
      account: group.account,
      visitor,
      number,
      version: (cell?.version ?? -1) + (group.visitorChanged ? 1 : 0),
      running: running ? cellOf(running) : null,
      calls: group.calls,
    };
    this.#deps.cache.put(next);
  }

  /** Collects the answers, and the refusals that may be repeats. Settles the other refusals. */
  #answersOf(group: Group, batch: BatchCall, result: BatchResult, before: number, answers: Answer[], refused: Refused[]): void {
    let first: Map<Step, WriteResult> | null = null;
    let done = 0;
    for (const step of group.steps) {
      switch (step.kind) {
        case "refused":
          if (step.job.command.idempotency || step.job.command.client) refused.push(step);
          else this.#intake.reject(step.job, new Refusal(step.failure));
          break;
        case "broken":
          this.#intake.reject(step.job, step.error);
          break;
        case "answered": {
          const written: WriteResult = {
            answer: batch.answer(group, step, result),
            replayed: false,
            position: step.events > done ? before + step.events : 0,
            events: step.decided,
          };
          done = step.events;
          if (step.job.command.client) (first ??= new Map()).set(step, written);
          answers.push({ job: step.job, written });
          break;
        }
        case "repeat":
          answers.push({ job: step.job, written: { ...(first?.get(step.of) ?? { answer: "" }), replayed: "client", position: 0 } });
      }
    }
  }

  /**
   * Answers a repeat with the first answer, even if the current state would refuse the command
   * (CORE-044, API-005).
   */
  async #refuse(refused: readonly Refused[]): Promise<void> {
    const known = await findKnown(
      this.#deps.connection,
      refused.map((one) => one.job),
    );
    for (const { job, failure } of refused) {
      const first = known.get(job);
      if (first === undefined) this.#intake.reject(job, new Refusal(failure));
      else if (first instanceof Refusal) this.#intake.reject(job, first);
      else this.#intake.settle(job, first);
    }
  }

  /** Decides the visitor batch again on fresh state, because the state had changed. */
  #again(group: Group): void {
    this.#stale++;
    this.#forget(group);
    const back: CommandJob[] = [];
    for (const { job } of group.steps) {
      if (++job.stale > mostAgain) this.#intake.reject(job, busy());
      else back.push(job);
    }
    this.#intake.putBack(back);
  }
  #forget(group: Group): void {
    if (group.cell) this.#deps.cache.drop(group.cell.visitor.id);
    this.#deps.cache.dropConfig(group.account);
  }

  /**
   * Some key or client id of the visitor batch was used before. Those commands get the first
   * answer, and the others are decided again.
   */
  async #answerKnown(group: Group): Promise<void> {
    this.#forget(group);
    const jobs = group.steps.map((step) => step.job);
    const known = await findKnown(this.#deps.connection, jobs);
    const back: CommandJob[] = [];
    for (const job of jobs) {
      const first = known.get(job);
      // No repeat was found, for example a key that reached its 24 h. Counted, so that the retries
      // end.
      if (first === undefined && known.size === 0 && ++job.stale > mostAgain) this.#intake.reject(job, busy());
      else if (first === undefined) back.push(job);
      else if (first instanceof Refusal) this.#intake.reject(job, first);
      else this.#intake.settle(job, first);
    }
    this.#intake.putBack(back);
  }
}

function cellOf(chat: ChatWork): ChatCell {
  return { row: chat.row, version: (chat.base?.version ?? -1) + (chat.changed ? 1 : 0) };
}
interface Answer {
  readonly job: CommandJob;
  readonly written: WriteResult;
}
type Refused = Extract<Step, { readonly kind: "refused" }>;

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
function busy(): Refusal {
  return new Refusal({
    failure: "temporarily_unavailable",
    message: "Too many changes at once: nothing was saved. Try again.",
    retryAfterMs: 100,
  });
}
