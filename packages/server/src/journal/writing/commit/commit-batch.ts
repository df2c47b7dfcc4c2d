import type { EventName, NewEvent } from "../../../core/event.ts";
import type { IdempotencyKey } from "../../../core/command.ts";
import type { AssignedNumbers } from "../../../core/draft.ts";
import { encodeParts, joinParts, toParts, type DraftParts } from "./draft-parts.ts";
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
import { rulesOf } from "../../../core/events/event-table.ts";
import { toEntry } from "../../entry.ts";
import type { JournalEntry } from "../../entry.ts";
import type {
  ChatWorkingState,
  VisitorBatch,
  PlannedEntry,
  CommandOutcome,
} from "../visitor-batch.ts";
import type { PlannedDelivery } from "../../../core/delivery/planner.ts";

/** Group and account of a row, counted from 1. */
interface GroupRow {
  readonly g: number;
  readonly a: number;
}
interface EntryNumbering {
  readonly kind: 0 | 1 | 2 | 3;
  /** Number of the message in the batch, from 1. For kind 3: `seq` of the edited message. */
  readonly nth: number;
}
interface EventRow extends GroupRow, EntryNumbering {
  readonly n: number;
  readonly at: number;
  readonly name: EventName;
  readonly channel: number | null;
  readonly chat: number | null;
  readonly visitor: number | null;
  /** Number of the chat in the batch, from 1, or 0. */
  readonly c: number;
  /** Number of the new visitor in the batch, from 1, or 0. */
  readonly v: number;
  readonly author_kind: string | undefined;
  readonly author: number | null | undefined;
  readonly client: string | undefined;
  readonly body: string;
}

const commitBatchSql = `select commit_batch(${Array.from({ length: 12 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

/**
 * Full form of a batch: commands that change state. Builds the arguments of one `commit_batch` call
 * and converts its result to entries. The fields of the rows are documented in
 * `store/functions/commit_batch.sql`.
 */
export class CommitBatch implements VisitorCommitCall {
  readonly name = "commit_batch";
  readonly text = commitBatchSql;
  readonly visitorBatches: readonly VisitorBatch[];
  readonly #accounts: readonly number[];
  /** The rows, in the order of the parameters. */
  readonly #rows = {
    groups: [] as object[],
    visitors: [] as object[],
    chats: [] as object[],
    operators: [] as object[],
    participants: [] as object[],
    records: [] as object[],
    keys: [] as object[],
    events: [] as EventRow[],
    deliveries: [] as object[],
  };
  readonly #bodies: DraftParts[] = [];
  /** Numbers of chats and new visitors among the rows, from 1. */
  readonly #chats = new Map<ChatWorkingState, number>();
  readonly #visitors = new Map<VisitorBatch, number>();

  constructor(visitorBatches: readonly VisitorBatch[]) {
    this.visitorBatches = visitorBatches;
    this.#accounts = [...new Set(visitorBatches.map(({ account }) => account))].toSorted(
      (a, b) => a - b,
    );
    const accountNumbers = new Map(this.#accounts.map((account, n) => [account, n + 1]));
    visitorBatches.forEach((visitorBatch, n) =>
      this.#addVisitorBatch(visitorBatch, {
        g: n + 1,
        a: accountNumbers.get(visitorBatch.account) ?? 0,
      }),
    );
  }

  get size(): number {
    return countCommands(this.visitorBatches);
  }
  get lanes(): null | readonly [] {
    return this.#rows.deliveries.length > 0 ? null : [];
  }
  values(node: number, batch: number): readonly (number | string | null)[] {
    const rows = Object.values(this.#rows);
    return [
      node,
      batch,
      `{${this.#accounts.join(",")}}`,
      ...rows.map((list) => (list.length > 0 ? JSON.stringify(list) : null)),
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
    for (const row of this.#rows.events) {
      if (this.getStatus(result, row.g - 1) !== commitStatus.written) continue;
      const target = byAccount[row.a - 1];
      if (!target) continue;
      const seq = (result.seq[row.c - 1] ?? 0) + row.nth;
      target.entries.push(
        toEntry({
          account: target.account,
          position: target.base + target.entries.length + 1,
          at: row.at,
          name: row.name,
          channelId: row.channel,
          chatId: row.chat,
          visitorId: row.visitor,
          seq: row.kind === 1 ? seq : null,
          chatSeq: row.kind === 2 ? seq : null,
          body: joinParts(this.#bodies[row.n - 1] ?? [], {
            seq: null,
            chatNumber: result.chat_number[row.c - 1] ?? null,
            visitorNumber: result.number[row.v - 1] ?? null,
          }),
        }),
      );
    }
    return byAccount.filter((accountEntries) => accountEntries.entries.length > 0);
  }

  getLastSeq(chat: ChatWorkingState, result: CommitResult): number {
    return (result.seq[(this.#chats.get(chat) ?? 0) - 1] ?? 0) + chat.count;
  }
  getChatNumber(chat: ChatWorkingState, result: CommitResult): number | null {
    return result.chat_number[(this.#chats.get(chat) ?? 0) - 1] ?? null;
  }
  getVisitorNumber(visitorBatch: VisitorBatch, result: CommitResult): number | null {
    return (
      visitorBatch.snapshot?.number ??
      result.number[(this.#visitors.get(visitorBatch) ?? 0) - 1] ??
      null
    );
  }
  getNumbers(
    visitorBatch: VisitorBatch,
    { chat, count }: AnsweredCommand,
    result: CommitResult,
  ): AssignedNumbers {
    return {
      seq: chat && (result.seq[(this.#chats.get(chat) ?? 0) - 1] ?? 0) + count,
      chatNumber: chat && this.getChatNumber(chat, result),
      visitorNumber: this.getVisitorNumber(visitorBatch, result),
    };
  }

  #addVisitorBatch(visitorBatch: VisitorBatch, group: GroupRow): void {
    const { groups, operators, participants, records } = this.#rows;
    groups.push({ ...group, config: visitorBatch.config.version });
    if (visitorBatch.visitor || visitorBatch.customer) this.#addVisitor(visitorBatch, group);
    for (const chat of visitorBatch.chats.values()) this.#addChat(visitorBatch, chat, group);
    for (const [id, { version }] of visitorBatch.operators ?? [])
      operators.push({ ...group, id, version });
    for (const change of visitorBatch.participantChanges?.values() ?? [])
      participants.push({ ...group, ...change });
    for (const record of visitorBatch.records?.values() ?? [])
      records.push({ ...group, ...record, visitor: visitorBatch.visitor?.id });
    for (const planned of visitorBatch.events) this.#addEvent(visitorBatch, planned, group);
    for (const step of visitorBatch.outcomes)
      if (step.kind === "answered" && step.job.command.idempotency)
        this.#addKey(visitorBatch, step, step.job.command.idempotency, group);
  }

  #addKey(
    visitorBatch: VisitorBatch,
    step: Extract<CommandOutcome, { kind: "answered" }>,
    { scope, key, hash }: IdempotencyKey,
    group: GroupRow,
  ): void {
    this.#rows.keys.push({
      ...group,
      scope,
      key,
      hash: Buffer.from(hash).toString("base64"),
      answer: encodeParts(toParts(step.answer, getKnownNumbers(visitorBatch))),
      c: step.chat ? (this.#chats.get(step.chat) ?? 0) : 0,
      nth: step.count,
      v: this.#visitors.get(visitorBatch) ?? 0,
      at: step.job.now,
    });
  }

  #addVisitor(visitorBatch: VisitorBatch, group: GroupRow): void {
    const { snapshot, visitor, customer } = visitorBatch;
    const change = visitorBatch.visitorChanged && visitor !== null;
    const n = this.#rows.visitors.length + 1;
    this.#rows.visitors.push({
      ...group,
      n,
      id: visitor?.id,
      version: snapshot?.version ?? -1,
      change,
      // The database function reads the other fields only for a new or changed visitor.
      ...((change || !snapshot) && {
        source: visitor?.channelId ?? customer?.channelId,
        customer: visitor?.customer ?? customer?.key,
        recipient: visitor?.recipient,
        invite: visitor?.invite,
      }),
      body: change ? JSON.stringify(visitor.entity) : undefined,
    });
    if (!snapshot && visitor) this.#visitors.set(visitorBatch, n);
  }

  #addChat({ visitor }: VisitorBatch, chat: ChatWorkingState, group: GroupRow): void {
    const { entity, id, channelId } = chat.row;
    const n = this.#rows.chats.length + 1;
    this.#rows.chats.push({
      ...group,
      n,
      id,
      version: chat.loaded?.version ?? -1,
      required_seq: chat.requiredSeq < Infinity ? chat.requiredSeq : undefined,
      change: chat.changed,
      ...(chat.changed && {
        source: channelId,
        visitor: visitor?.id ?? 0,
        state: entity.state,
        assignee: entity.assignee?.id,
        created: Date.parse(entity.created_at),
        closed: entity.closed_at === null ? null : Date.parse(entity.closed_at),
        body: JSON.stringify(entity),
      }),
    });
    this.#chats.set(chat, n);
  }

  #addEvent(visitorBatch: VisitorBatch, planned: PlannedEntry, group: GroupRow): void {
    const { event, chat, visitor, at } = planned;
    const message = event.name === "message_created" ? event.message : null;
    const body = toParts(rulesOf(event).data(event, visitor), getKnownNumbers(visitorBatch));
    this.#bodies.push(body);
    const row: EventRow = {
      ...group,
      n: this.#rows.events.length + 1,
      at,
      name: event.name,
      channel: chat?.row.channelId ?? visitor.channelId,
      chat: chat?.row.id ?? findChatId(event),
      visitor: visitor.id,
      ...toNumbering(planned),
      c: chat ? (this.#chats.get(chat) ?? 0) : 0,
      v: message ? 0 : (this.#visitors.get(visitorBatch) ?? 0),
      author_kind: message?.author.kind,
      author: message?.author.id,
      // JSON cannot carry a lone surrogate to the database.
      client: message?.client_id?.toWellFormed(),
      body: encodeParts(body),
    };
    this.#rows.events.push(row);
    for (const delivery of planned.deliveries) this.#addDelivery(delivery, row);
    if (event.name === "message_updated" && event.withdrawsDelivery !== undefined)
      this.#rows.deliveries.push({
        g: row.g,
        a: row.a,
        n: this.#rows.deliveries.length + 1,
        at,
        id: event.withdrawsDelivery,
        merge: withdrawCode,
      });
  }

  #addDelivery(delivery: PlannedDelivery, event: EventRow): void {
    const isMessage = event.kind === 1;
    this.#rows.deliveries.push({
      g: event.g,
      a: event.a,
      n: this.#rows.deliveries.length + 1,
      e: event.n,
      at: event.at,
      endpoint: delivery.endpointId,
      id: delivery.deliveryId,
      order_key: delivery.orderKey,
      event: delivery.event,
      chat: delivery.chatId ?? event.chat,
      // Only the delivery of a message has its `seq`.
      c: isMessage ? event.c : undefined,
      nth: isMessage ? event.nth : undefined,
      delay: delivery.delayMs,
      merge: toMergeCode(delivery),
      first: delivery.first,
    });
  }
}

function findChatId(event: NewEvent): number | null {
  if (event.name === "call_updated") return event.call.chat_id;
  return event.name === "field_changed" ? event.change.chat_id : null;
}

/** Returns the numbers that a visitor batch has before it is written. */
const getKnownNumbers = ({ snapshot }: VisitorBatch): Partial<AssignedNumbers> =>
  snapshot === null ? {} : { visitorNumber: snapshot.number };

/** Returns which kind of entry an event is, and the number that belongs to it. */
function toNumbering({ event, chat, count }: PlannedEntry): EntryNumbering {
  if (event.name === "message_created") return { kind: 1, nth: count };
  if (event.name === "message_updated" && event.edited === true)
    return { kind: 3, nth: event.message.seq };
  return { kind: chat ? 2 : 0, nth: count };
}

/** The value of `merge` in `commit_batch` that ends a waiting delivery instead of adding one. */
const withdrawCode = 4;

/** Returns the value of `merge` in `commit_batch`: how the delivery affects waiting ones. */
function toMergeCode({ merge, release }: PlannedDelivery): number | null {
  if (release !== undefined) return release === "instead" ? 2 : 3;
  return merge ? 1 : null;
}
