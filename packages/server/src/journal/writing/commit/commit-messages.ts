import type { AccountConfig } from "../../../core/command.ts";
import { commitStatus } from "./commit-call.ts";
import type {
  AnsweredCommand,
  CommitCall,
  CommitResult,
  OutcomeLookup,
  CommitUnit,
} from "./commit-call.ts";
import { serializeEntryBody } from "../../entry-body.ts";
import { Int4Column, Int8Column, TextColumn } from "./binary-columns.ts";
import { insertVisitorNumber, insertSequence, toEntry } from "../../entry.ts";
import type { JournalEntry } from "../../entry.ts";
import type { ChatWorkingState, VisitorBatch, PlannedEntry } from "../visitor-batch.ts";

interface MessageRow {
  readonly planned: PlannedEntry;
  readonly chatId: number;
  readonly channelId: number;
  /** Index of the chat in the array parameters of chats, from 0. */
  readonly chat: number;
  readonly body: string;
}

/**
 * Short form of a batch (`store/functions/commit_messages.sql`, decision 0029). It contains only
 * messages in known chats of one account: no changed state, no idempotency keys and no deliveries.
 * Either all of it is written, or nothing.
 */
export class MessageBatch implements CommitCall {
  readonly name = "commit_messages";
  readonly text = commitMessagesSql;
  readonly hasDeliveries = false;
  readonly units: readonly CommitUnit[];
  readonly #account: number;
  readonly #position: number;
  readonly #config: number;
  readonly #rows: MessageRow[] = [];
  readonly #chats = new Map<ChatWorkingState, number>();
  readonly #c = { id: new Int8Column(), n: new Int4Column() };
  readonly #e = {
    at: new Int8Column(),
    channel: new Int8Column(),
    chat: new Int8Column(),
    visitor: new Int8Column(),
    c: new Int4Column(),
    n: new Int4Column(),
    authorKind: new TextColumn(),
    author: new Int8Column(),
    body: new TextColumn(),
  };

  private constructor(
    units: readonly CommitUnit[],
    visitorBatches: readonly VisitorBatch[],
    config: AccountConfig,
    position: number,
  ) {
    this.units = units;
    this.#account = config.accountId;
    this.#config = config.version;
    this.#position = position;
    for (const visitorBatch of visitorBatches) {
      for (const chat of visitorBatch.chats.values()) this.#addChat(chat);
      for (const planned of visitorBatch.events) this.#addMessage(visitorBatch, planned);
    }
  }

  /**
   * Creates the short form. Returns null if the units need the full form. `position`: a position up
   * to which all entries of the account were published on this node before the units were decided.
   */
  static tryCreate(units: readonly CommitUnit[], position: number): MessageBatch | null {
    const visitorBatches: VisitorBatch[] = [];
    for (const unit of units) {
      if (!("visitorBatch" in unit) || !canUseShortForm(unit.visitorBatch)) return null;
      visitorBatches.push(unit.visitorBatch);
    }
    // All commands of one account in a batch share one settings object.
    const config = visitorBatches[0]?.config;
    if (
      config === undefined ||
      visitorBatches.some((visitorBatch) => visitorBatch.config !== config)
    )
      return null;
    return new MessageBatch(units, visitorBatches, config, position);
  }

  /** Returns the values in the order of the function's parameters. */
  values(): (number | Buffer | null)[] {
    const columns = [...Object.values(this.#c), ...Object.values(this.#e)];
    return [
      this.#account,
      this.#position,
      this.#config,
      ...columns.map((column) => column.bytes()),
    ];
  }
  /**
   * Returns the query for the outcome. The rows directly follow `position`, all or none. Each body
   * contains its message id, so a match is unambiguous.
   */
  createOutcomeLookup(): OutcomeLookup {
    return {
      name: "written_messages",
      text: "select seq, body from journal where account_id = $1 and position > $2 and position <= $2 + $3::int order by position",
      values: [this.#account, this.#position, this.#rows.length],
      parseResult: (rows) => {
        if (rows[0]?.["body"] !== this.#rows[0]?.body) return null;
        const seq: number[] = [];
        this.#rows.forEach(
          ({ chat, planned }, n) => (seq[chat] = Number(rows[n]?.["seq"]) - planned.count),
        );
        return { status: [], base: [this.#position], seq, number: [] };
      },
    };
  }
  getStatus(): number {
    return commitStatus.written;
  }
  entries(
    result: CommitResult,
  ): readonly { account: number; base: number; entries: readonly JournalEntry[] }[] {
    const base = this.#position;
    const entries = this.#rows.map(({ planned, chatId, channelId, chat, body }, n) =>
      toEntry({
        account: this.#account,
        position: base + n + 1,
        at: planned.at,
        name: planned.event.name,
        channelId,
        chatId,
        visitorId: planned.visitor.id,
        seq: (result.seq[chat] ?? 0) + planned.count,
        chatSeq: null,
        body,
      }),
    );
    return [{ account: this.#account, base, entries }];
  }
  getVisitorNumber(visitorBatch: VisitorBatch): number | null {
    return visitorBatch.snapshot?.number ?? null;
  }
  answer(visitorBatch: VisitorBatch, step: AnsweredCommand, result: CommitResult): string {
    const seq =
      step.chat === null ? null : (result.seq[this.#chats.get(step.chat) ?? -1] ?? 0) + step.count;
    const text = seq === null ? step.answer : insertSequence(step.answer, seq);
    return visitorBatch.snapshot ? insertVisitorNumber(text, visitorBatch.snapshot.number) : text;
  }

  #addChat(chat: ChatWorkingState): void {
    this.#chats.set(chat, this.#chats.size);
    this.#c.id.push(chat.row.id);
    this.#c.n.push(chat.count);
  }
  #addMessage(visitorBatch: VisitorBatch, planned: PlannedEntry): void {
    const { event, chat, count, visitor, at } = planned;
    if (event.name !== "message_created" || !chat)
      throw new Error("only messages have a short form");
    const chatIndex = this.#chats.get(chat) ?? -1;
    const { id: chatId, channelId } = chat.row;
    const body = serializeEntryBody(event, visitor, visitorBatch.snapshot?.number ?? null);
    this.#rows.push({ planned, chatId, channelId, chat: chatIndex, body });
    const e = this.#e;
    e.at.push(at);
    e.channel.push(channelId);
    e.chat.push(chatId);
    e.visitor.push(visitor.id);
    e.c.push(chatIndex + 1);
    e.n.push(count);
    e.authorKind.push(event.message.author.kind);
    e.author.push(event.message.author.id);
    e.body.push(body);
  }
}

const commitMessagesSql = `select commit_messages(${Array.from({ length: 14 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

function canUseShortForm(visitorBatch: VisitorBatch): boolean {
  if (
    !visitorBatch.snapshot ||
    visitorBatch.visitorChanged ||
    visitorBatch.operators ||
    visitorBatch.participantChanges ||
    visitorBatch.events.length === 0
  )
    return false;
  for (const chat of visitorBatch.chats.values())
    if (chat.changed || !chat.loaded || chat.count === 0) return false;
  for (const { event, deliveries } of visitorBatch.events)
    if (
      event.name !== "message_created" ||
      event.message.client_id !== undefined ||
      deliveries.length > 0
    )
      return false;
  return visitorBatch.outcomes.every(
    (step) => step.kind !== "answered" || !step.job.command.idempotency,
  );
}
