import {
  deliveryLeaseMs,
  parseClaims,
  type Claim,
  type ClaimPayload,
} from "../../../store/deliveries/claim.ts";
import { toEntry } from "../../entry.ts";
import type { JournalEntry } from "../../entry.ts";
import type { DeliveryChange, DeliveryChangeJob } from "../jobs.ts";
import { Int4Column, Int8Column, TextColumn } from "./binary-columns.ts";
import { commitStatus, createNodeLookup } from "./commit-call.ts";
import type { AccountEntries, CommitCall, OutcomeLookup } from "./commit-call.ts";

const parameterCount = 42;
const commitDeliveriesSql = `select commit_deliveries(${Array.from({ length: parameterCount }, (_, n) => `$${n + 1}`).join(",")}) as result`;

interface DeliveryResult {
  readonly status: readonly number[];
  readonly base: readonly number[];
  /** The claimed lanes. Absent if there are none, or if the response was lost. */
  readonly lanes?: ClaimPayload;
}

/** Writes changes, each by itself (`store/functions/commit_deliveries.sql`). */
export class DeliveryBatch implements CommitCall<DeliveryResult> {
  readonly name = "commit_deliveries";
  readonly text = commitDeliveriesSql;
  readonly changes: readonly DeliveryChangeJob[];
  readonly lanes: null | readonly [];
  readonly #now: number;
  readonly #accounts: readonly number[];

  /** `now`: time at which the next claims start, in milliseconds since 1970. */
  constructor(changes: readonly DeliveryChangeJob[], now: number) {
    this.changes = changes;
    const isDue = ({ change }: DeliveryChangeJob): boolean =>
      change.mode === "again" || change.reports.length > 0;
    this.lanes = changes.some(isDue) ? null : [];
    this.#now = now;
    this.#accounts = [...new Set(changes.map(({ account }) => account))].toSorted((a, b) => a - b);
  }

  get size(): number {
    return this.changes.length;
  }
  values(node: number, batch: number): readonly (number | Buffer | null)[] {
    const accounts = new Int8Column();
    for (const account of this.#accounts) accounts.push(account);
    return [
      node,
      batch,
      this.#now,
      this.#now + deliveryLeaseMs,
      accounts.bytes(),
      ...encodeChanges(this.changes, this.#accounts),
      ...encodeReports(this.changes),
      encodeFailedRecipients(this.changes),
    ];
  }
  parseResult(text: string): DeliveryResult {
    return JSON.parse(text) as DeliveryResult;
  }
  createOutcomeLookup(node: number, batch: number): OutcomeLookup<DeliveryResult> {
    return createNodeLookup(node, batch, (text) => this.parseResult(text));
  }
  countEntries(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    for (const { account } of this.changes) counts.set(account, (counts.get(account) ?? 0) + 1);
    return counts;
  }
  entries({ status, base }: DeliveryResult): readonly AccountEntries[] {
    const byAccount = new Map<number, { account: number; base: number; entries: JournalEntry[] }>();
    this.#accounts.forEach((account, n) =>
      byAccount.set(account, { account, base: base[n] ?? 0, entries: [] }),
    );
    this.changes.forEach(({ account, now, change }, n) => {
      const target = byAccount.get(account);
      if (status[n] !== commitStatus.written || !target) return;
      target.entries.push(
        toEntry({
          account,
          position: target.base + target.entries.length + 1,
          at: now,
          name: "delivery_updated",
          channelId: change.channelId,
          chatId: change.chatId,
          visitorId: null,
          seq: null,
          chatSeq: null,
          body: change.body,
        }),
      );
    });
    return [...byAccount.values()].filter(({ entries }) => entries.length > 0);
  }
  /** Returns the changes that were written, each with the claim that follows it, if any. */
  getWritten({ status, lanes }: DeliveryResult): ReadonlyMap<DeliveryChangeJob, Claim | null> {
    const claims = new Map<string, Claim>();
    if (lanes)
      for (const claim of parseClaims(lanes, this.#now + deliveryLeaseMs).claims)
        claims.set(`${claim.endpointId} ${claim.orderKey}`, claim);
    const written = new Map<DeliveryChangeJob, Claim | null>();
    this.changes.forEach((job, n) => {
      const { endpointId, orderKey, claimCount } = job.change;
      if (status[n] === commitStatus.written)
        written.set(job, (claimCount > 0 && claims.get(`${endpointId} ${orderKey}`)) || null);
    });
    return written;
  }
}

/** Values of `x_again` of `commit_deliveries`. */
const laneEffects = {
  result: 0,
  end: 0,
  again: 1,
  late: 2,
  partial: 3,
} as const satisfies Readonly<Record<DeliveryChange["mode"], number>>;

/** Encodes the arrays d, in the order of the function's parameters. */
function encodeReports(jobs: readonly DeliveryChangeJob[]): readonly (Buffer | null)[] {
  const d = {
    x: new Int4Column(),
    endpoint: new Int8Column(),
    id: new Int8Column(),
    order: new Int8Column(),
    event: new TextColumn(),
  };
  jobs.forEach(({ change }, n) => {
    for (const { endpointId, deliveryId, orderKey, event } of change.reports) {
      d.x.push(n + 1);
      d.endpoint.push(endpointId);
      d.id.push(deliveryId);
      d.order.push(orderKey);
      d.event.push(event);
    }
  });
  return Object.values(d).map((column) => column.bytes());
}

/** Encodes x_failed, or returns null if no change has failed recipients. */
function encodeFailedRecipients(jobs: readonly DeliveryChangeJob[]): Buffer | null {
  if (jobs.every(({ change }) => change.failedRecipients === undefined)) return null;
  const column = new TextColumn();
  for (const { change } of jobs)
    column.push(change.failedRecipients ? JSON.stringify(change.failedRecipients) : null);
  return column.bytes();
}

/** Encodes the arrays x and t, in the order of the function's parameters. */
function encodeChanges(
  jobs: readonly DeliveryChangeJob[],
  accounts: readonly number[],
): readonly (Buffer | null)[] {
  type Read<Value> = (change: DeliveryChange, job: DeliveryChangeJob) => Value | null | undefined;
  const encode = <Value>(
    column: { push(value: Value | null): void; bytes(): Buffer | null },
    read: Read<Value>,
  ): Buffer | null => {
    for (const job of jobs) column.push(read(job.change, job) ?? null);
    return column.bytes();
  };
  const int4 = (read: Read<number>): Buffer | null => encode(new Int4Column(), read);
  const int8 = (read: Read<number>): Buffer | null => encode(new Int8Column(), read);
  const text = (read: Read<string>): Buffer | null => encode(new TextColumn(), read);
  const indexes = new Map(accounts.map((account, n) => [account, n + 1]));
  return [
    int4((_, job) => indexes.get(job.account)),
    int8((_, job) => job.now),
    int8((change) => change.channelId),
    int8((change) => change.chatId),
    text((change) => change.body),
    int8((change) => change.endpointId),
    int8((change) => change.orderKey),
    int8((change) => change.id),
    int8((change) => change.token),
    text((change) => change.state0),
    int4((change) => change.totalAttempts0),
    int8((change) => change.lanePosition0),
    int4((change) => laneEffects[change.mode]),
    int4((change) => change.claimCount),
    text((change) => change.state),
    int4((change) => change.attempts),
    int4((change) => change.totalAttempts),
    int8((change) => change.anchorAt),
    text((change) => change.outcome),
    text((change) => change.code),
    text((change) => change.message),
    int4((change) => (change.unconfirmed ? 1 : 0)),
    int8((change) => change.next),
    int8((change) => change.to),
    int8(({ attempt }) => attempt?.started),
    int4(({ attempt }) => attempt?.ms),
    int4(({ attempt }) => attempt?.status),
    text(({ attempt }) => attempt?.code),
    text(({ attempt }) => attempt?.message),
    text(({ attempt }) => attempt?.request),
    text(({ attempt }) => attempt?.reply),
  ];
}
