import type { EventName, NewMessage } from "../../../core/event.ts";
import type { IdempotencyKey } from "../../../core/command.ts";
import {
  commitStatus,
  countCommands,
  countVisitorEntries,
  createNodeLookup,
} from "./commit-call.ts";
import type {
  AccountEntries,
  AnsweredCommand,
  CommitResult,
  OutcomeLookup,
  VisitorCommitCall,
} from "./commit-call.ts";
import { createCommitColumns } from "./commit-parameters.ts";
import { serializeEntryBody } from "../../entry-body.ts";
import { Int8Column } from "./binary-columns.ts";
import { insertVisitorNumber, insertSequence, toEntry } from "../../entry.ts";
import type { JournalEntry } from "../../entry.ts";
import type {
  ChatWorkingState,
  VisitorBatch,
  PlannedEntry,
  CommandOutcome,
} from "../visitor-batch.ts";
import type { PlannedDelivery } from "../../../core/delivery/planner.ts";

interface BatchEntry {
  /** Index of the visitor batch, from 1. */
  readonly group: number;
  readonly account: number;
  readonly at: number;
  readonly name: EventName;
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  readonly kind: 0 | 1 | 2;
  readonly chat: number;
  readonly count: number;
  readonly visitor: number;
  readonly body: string;
}

const commitBatchSql = `select commit_batch(${Array.from({ length: 69 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

/**
 * Builds the arguments of one `commit_batch` call and converts its result to entries. The names are
 * those in `store/functions/commit_batch.sql`.
 */
export class CommitBatch implements VisitorCommitCall {
  readonly name = "commit_batch";
  readonly text = commitBatchSql;
  readonly visitorBatches: readonly VisitorBatch[];
  readonly #accounts: readonly number[];
  readonly #rows: BatchEntry[] = [];
  readonly #chats = new Map<ChatWorkingState, number>();
  readonly #visitors = new Map<VisitorBatch, number>();
  readonly #columns = createCommitColumns();
  readonly #g = this.#columns.g;
  readonly #v = this.#columns.v;
  readonly #c = this.#columns.c;
  readonly #o = this.#columns.o;
  readonly #p = this.#columns.p;
  readonly #r = this.#columns.r;
  readonly #k = this.#columns.k;
  readonly #e = this.#columns.e;
  readonly #d = this.#columns.d;
  readonly #entryCounts: number[];
  #hasClientIds = false;
  #hasDeliveries = false;

  constructor(visitorBatches: readonly VisitorBatch[]) {
    this.visitorBatches = visitorBatches;
    this.#accounts = [...new Set(visitorBatches.map(({ account }) => account))].toSorted(
      (a, b) => a - b,
    );
    this.#entryCounts = this.#accounts.map(() => 0);
    const accountIndexes = new Map(this.#accounts.map((account, n) => [account, n]));
    visitorBatches.forEach((visitorBatch, n) => {
      const a = accountIndexes.get(visitorBatch.account) ?? 0;
      this.#g.account.push(a + 1);
      this.#g.config.push(visitorBatch.config.version);
      this.#addVisitorBatch(visitorBatch, n + 1, a);
    });
  }

  get size(): number {
    return countCommands(this.visitorBatches);
  }
  get hasDeliveries(): boolean {
    return this.#hasDeliveries;
  }
  /**
   * Returns the values in the order of the function's parameters, which is the order of the columns
   * above.
   */
  values(node: number, batch: number): (number | boolean | Buffer | null)[] {
    const accounts = new Int8Column();
    for (const account of this.#accounts) accounts.push(account);
    return [
      node,
      batch,
      accounts.bytes(),
      ...encodeColumns(this.#g),
      ...encodeColumns(this.#v),
      ...encodeColumns(this.#c),
      ...encodeColumns(this.#o),
      ...encodeColumns(this.#p),
      ...encodeColumns(this.#r),
      ...encodeColumns(this.#k),
      ...encodeColumns(this.#e),
      this.#hasClientIds,
      ...encodeColumns(this.#d),
    ];
  }

  parseResult(text: string): CommitResult {
    return JSON.parse(text) as CommitResult;
  }
  createOutcomeLookup(node: number, batch: number): OutcomeLookup<CommitResult> {
    return createNodeLookup(node, batch, (text) => this.parseResult(text));
  }
  countEntries(): ReadonlyMap<number, number> {
    return countVisitorEntries(this.visitorBatches);
  }
  getStatus(result: CommitResult, n: number): number {
    return result.status[n] ?? commitStatus.stale;
  }
  entries(result: CommitResult): readonly AccountEntries[] {
    const byAccount = this.#accounts.map((account, n) => ({
      account,
      base: result.base[n] ?? 0,
      entries: [] as JournalEntry[],
    }));
    for (const row of this.#rows) {
      if (this.getStatus(result, row.group - 1) !== commitStatus.written) continue;
      const target = byAccount[row.account];
      if (!target) continue;
      const seq = row.kind === 0 ? null : (result.seq[row.chat - 1] ?? 0) + row.count;
      target.entries.push(
        toEntry({
          account: target.account,
          position: target.base + target.entries.length + 1,
          at: row.at,
          name: row.name,
          channelId: row.channelId,
          chatId: row.chatId,
          visitorId: row.visitorId,
          seq: row.kind === 1 ? seq : null,
          chatSeq: row.kind === 2 ? seq : null,
          body:
            row.visitor > 0
              ? insertVisitorNumber(row.body, result.number[row.visitor - 1] ?? 0)
              : row.body,
        }),
      );
    }
    return byAccount.filter((accountEntries) => accountEntries.entries.length > 0);
  }

  getLastSeq(chat: ChatWorkingState, result: CommitResult): number {
    return (result.seq[(this.#chats.get(chat) ?? 0) - 1] ?? 0) + chat.count;
  }
  getVisitorNumber(visitorBatch: VisitorBatch, result: CommitResult): number | null {
    return (
      visitorBatch.snapshot?.number ??
      result.number[(this.#visitors.get(visitorBatch) ?? 0) - 1] ??
      null
    );
  }
  answer(visitorBatch: VisitorBatch, step: AnsweredCommand, result: CommitResult): string {
    let text = step.answer;
    if (step.chat)
      text = insertSequence(
        text,
        (result.seq[(this.#chats.get(step.chat) ?? 0) - 1] ?? 0) + step.count,
      );
    const number = this.getVisitorNumber(visitorBatch, result);
    return number === null ? text : insertVisitorNumber(text, number);
  }

  #addVisitorBatch(visitorBatch: VisitorBatch, g: number, a: number): void {
    if (visitorBatch.visitor || visitorBatch.customer) this.#addVisitor(visitorBatch, g);
    for (const chat of visitorBatch.chats.values()) this.#addChat(visitorBatch, chat, g);
    for (const [id, operator] of visitorBatch.operators ?? []) {
      this.#o.g.push(g);
      this.#o.id.push(id);
      this.#o.version.push(operator.version);
    }
    for (const participantChange of visitorBatch.participantChanges?.values() ?? []) {
      this.#p.g.push(g);
      this.#p.chat.push(participantChange.chat);
      this.#p.operator.push(participantChange.operator);
      this.#p.joined.push(participantChange.joined ? 1 : 0);
      this.#p.at.push(participantChange.at);
    }
    for (const record of visitorBatch.records?.values() ?? []) {
      this.#r.g.push(g);
      this.#r.row.push(JSON.stringify({ ...record, visitor: visitorBatch.visitor?.id }));
    }
    for (const planned of visitorBatch.events) this.#addEvent(visitorBatch, planned, g, a);
    for (const step of visitorBatch.outcomes)
      if (step.kind === "answered" && step.job.command.idempotency)
        this.#addKey(visitorBatch, step, step.job.command.idempotency, g);
  }

  #addKey(
    visitorBatch: VisitorBatch,
    step: Extract<CommandOutcome, { kind: "answered" }>,
    { scope, key, hash }: IdempotencyKey,
    g: number,
  ): void {
    const k = this.#k;
    k.g.push(g);
    k.scope.push(scope);
    k.key.push(key);
    k.hash.push(hash);
    k.answer.push(
      visitorBatch.snapshot
        ? insertVisitorNumber(step.answer, visitorBatch.snapshot.number)
        : step.answer,
    );
    k.c.push(step.chat ? (this.#chats.get(step.chat) ?? 0) : 0);
    k.n.push(step.count);
    k.v.push(visitorBatch.snapshot ? 0 : (this.#visitors.get(visitorBatch) ?? 0));
    k.at.push(step.job.now);
  }

  #addVisitor(visitorBatch: VisitorBatch, g: number): void {
    const { snapshot, visitor } = visitorBatch;
    const changed = visitorBatch.visitorChanged && visitor !== null;
    const v = this.#v;
    v.g.push(g);
    v.id.push(visitor?.id ?? 0);
    v.version.push(snapshot?.version ?? -1);
    v.change.push(changed ? 1 : 0);
    // The database function reads the other columns only for a new or changed visitor.
    const columns = changed || !snapshot ? toVisitorColumns(visitorBatch) : noVisitorColumns;
    v.source.push(columns.source);
    v.customer.push(columns.customer);
    v.recipient.push(columns.recipient);
    v.invite.push(columns.invite);
    v.body.push(changed ? JSON.stringify(visitor.entity) : null);
    if (!snapshot && visitor) this.#visitors.set(visitorBatch, this.#v.g.length);
  }

  #addChat(visitorBatch: VisitorBatch, chat: ChatWorkingState, g: number): void {
    const { entity, id, channelId } = chat.row;
    const c = this.#c;
    const { changed } = chat;
    c.g.push(g);
    c.id.push(id);
    c.version.push(chat.loaded?.version ?? -1);
    c.change.push(changed ? 1 : 0);
    c.source.push(changed ? channelId : null);
    c.visitor.push(changed ? (visitorBatch.visitor?.id ?? 0) : null);
    c.state.push(changed ? entity.state : null);
    c.assignee.push(changed ? (entity.assignee?.id ?? null) : null);
    c.created.push(changed ? Date.parse(entity.created_at) : null);
    c.closed.push(changed && entity.closed_at !== null ? Date.parse(entity.closed_at) : null);
    c.body.push(changed ? JSON.stringify(entity) : null);
    this.#chats.set(chat, this.#c.g.length);
  }

  #addEvent(visitorBatch: VisitorBatch, planned: PlannedEntry, g: number, a: number): void {
    const { event, chat, visitor } = planned;
    const message = event.name === "message_created" ? event.message : null;
    this.#addRow(
      {
        group: g,
        account: a,
        at: planned.at,
        name: event.name,
        channelId: chat?.row.channelId ?? visitor.channelId,
        chatId: chat?.row.id ?? (event.name === "call_updated" ? event.call.chat_id : null),
        visitorId: visitor.id,
        kind: message ? 1 : chat ? 2 : 0,
        chat: chat ? (this.#chats.get(chat) ?? 0) : 0,
        count: planned.count,
        visitor: message ? 0 : (this.#visitors.get(visitorBatch) ?? 0),
        body: serializeEntryBody(event, visitor, visitorBatch.snapshot?.number ?? null),
      },
      message,
    );
    for (const delivery of planned.deliveries) this.#addDelivery(delivery);
  }

  /** Adds a delivery to the entry that was added last. */
  #addDelivery(delivery: PlannedEntry["deliveries"][number]): void {
    const d = this.#d;
    this.#hasDeliveries = true;
    d.e.push(this.#rows.length);
    d.endpoint.push(delivery.endpointId);
    d.id.push(delivery.deliveryId);
    d.order.push(delivery.orderKey);
    d.event.push(delivery.event);
    d.chat.push(delivery.chatId ?? null);
    d.delay.push(delivery.delayMs ?? null);
    d.merge.push(toMergeCode(delivery));
    d.first.push(delivery.first ? 1 : null);
  }

  /** Adds an entry. `message`: its author and client id, if it is a message. */
  #addRow(row: BatchEntry, message: NewMessage | null): void {
    const client = message?.client_id ?? null;
    this.#rows.push(row);
    const ord = (this.#entryCounts[row.account] ?? 0) + 1;
    this.#entryCounts[row.account] = ord;
    const e = this.#e;
    e.g.push(row.group);
    e.ord.push(ord);
    e.at.push(row.at);
    e.name.push(row.name);
    e.channel.push(row.channelId);
    e.chat.push(row.chatId);
    e.visitor.push(row.visitorId);
    e.kind.push(row.kind);
    e.c.push(row.chat);
    e.n.push(row.count);
    e.v.push(row.visitor === 0 ? null : row.visitor);
    e.authorKind.push(message?.author.kind ?? null);
    e.author.push(message?.author.id ?? null);
    e.client.push(client);
    e.body.push(row.body);
    if (client !== null) this.#hasClientIds = true;
  }
}

/** Returns the value of `d_merge` in `commit_batch`. */
function toMergeCode({ merge, release }: PlannedDelivery): number | null {
  if (release !== undefined) return release === "instead" ? 2 : 3;
  return merge ? 1 : null;
}

function encodeColumns(
  columns: Readonly<Record<string, { bytes(): Buffer | null }>>,
): (Buffer | null)[] {
  return Object.values(columns).map((column) => column.bytes());
}
interface VisitorColumns {
  readonly source: number | null;
  readonly customer: string | null;
  readonly recipient: string | null;
  readonly invite: string | null;
}
const noVisitorColumns: VisitorColumns = {
  source: null,
  customer: null,
  recipient: null,
  invite: null,
};
function toVisitorColumns({ visitor, customer }: VisitorBatch): VisitorColumns {
  return {
    source: visitor?.channelId ?? customer?.channelId ?? 0,
    customer: visitor?.customer ?? customer?.key ?? "",
    recipient: visitor?.recipient ?? "",
    invite: visitor?.invite ?? null,
  };
}
