import type { AccountConfig } from "../core/command.ts";
import { groupStatus } from "./batch-call.ts";
import type { AnsweredStep, BatchCall, BatchResult, LookUp, Unit } from "./batch-call.ts";
import { bodyOf } from "./body.ts";
import { Int4Column, Int8Column, TextColumn } from "./columns.ts";
import { fillNumber, fillSeq, toEntry } from "./entry.ts";
import type { JournalEntry } from "./entry.ts";
import type { ChatWork, Group, Planned } from "./group.ts";

interface Row {
  readonly planned: Planned;
  readonly chatId: number;
  readonly channelId: number;
  /** Index of the chat in the arrays c, from 0. */
  readonly chat: number;
  readonly body: string;
}

/**
 * Short form of a batch (`0012_commit_messages.sql`, decision 0003). It holds only messages in
 * known chats of one account: no changed state, no idempotency keys and no deliveries. All of it is
 * written, or nothing.
 */
export class MessageBatch implements BatchCall {
  readonly name = "commit_messages";
  readonly text = text;
  readonly owes = false;
  readonly units: readonly Unit[];
  readonly #account: number;
  readonly #position: number;
  readonly #config: number;
  readonly #rows: Row[] = [];
  readonly #chats = new Map<ChatWork, number>();
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

  private constructor(units: readonly Unit[], groups: readonly Group[], config: AccountConfig, position: number) {
    this.units = units;
    this.#account = config.accountId;
    this.#config = config.version;
    this.#position = position;
    for (const group of groups) {
      for (const chat of group.chats.values()) this.#addChat(chat);
      for (const planned of group.events) this.#addMessage(group, planned);
    }
  }

  /**
   * `position`: all entries of the account up to it were published here before the units were
   * decided. Returns null if the units need the full form.
   */
  static of(units: readonly Unit[], position: number): MessageBatch | null {
    const groups: Group[] = [];
    for (const unit of units) {
      if (!("group" in unit) || !isPlain(unit.group)) return null;
      groups.push(unit.group);
    }
    // All commands of one account in a batch share one settings object.
    const config = groups[0]?.config;
    if (config === undefined || groups.some((group) => group.config !== config)) return null;
    return new MessageBatch(units, groups, config, position);
  }

  /** Returns the values in the order of the function's parameters. */
  values(): (number | Buffer | null)[] {
    const columns = [...Object.values(this.#c), ...Object.values(this.#e)];
    return [this.#account, this.#position, this.#config, ...columns.map((column) => column.bytes())];
  }
  /**
   * The rows directly follow `position`, all or none. Each body contains its message id, so a match
   * is unambiguous.
   */
  lookUp(): LookUp {
    return {
      name: "written_messages",
      text: "select seq, body from journal where account_id = $1 and position > $2 and position <= $2 + $3::int order by position",
      values: [this.#account, this.#position, this.#rows.length],
      resultOf: (rows) => {
        if (rows[0]?.["body"] !== this.#rows[0]?.body) return null;
        const seq: number[] = [];
        this.#rows.forEach(({ chat, planned }, n) => (seq[chat] = Number(rows[n]?.["seq"]) - planned.count));
        return { status: [], base: [this.#position], seq, number: [] };
      },
    };
  }
  statusOf(): number {
    return groupStatus.written;
  }
  entries(result: BatchResult): readonly { account: number; base: number; entries: readonly JournalEntry[] }[] {
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
  numberOf(group: Group): number | null {
    return group.cell?.number ?? null;
  }
  answer(group: Group, step: AnsweredStep, result: BatchResult): string {
    const seq = step.chat === null ? null : (result.seq[this.#chats.get(step.chat) ?? -1] ?? 0) + step.count;
    const text = seq === null ? step.answer : fillSeq(step.answer, seq);
    return group.cell ? fillNumber(text, group.cell.number) : text;
  }

  #addChat(chat: ChatWork): void {
    this.#chats.set(chat, this.#chats.size);
    this.#c.id.push(chat.row.id);
    this.#c.n.push(chat.count);
  }
  #addMessage(group: Group, planned: Planned): void {
    const { event, chat, count, visitor, at } = planned;
    if (event.name !== "message_created" || !chat) throw new Error("only messages have a short form");
    const place = this.#chats.get(chat) ?? -1;
    const { id: chatId, channelId } = chat.row;
    const body = bodyOf(event, visitor, group.cell?.number ?? null);
    this.#rows.push({ planned, chatId, channelId, chat: place, body });
    const e = this.#e;
    e.at.push(at);
    e.channel.push(channelId);
    e.chat.push(chatId);
    e.visitor.push(visitor.id);
    e.c.push(place + 1);
    e.n.push(count);
    e.authorKind.push(event.message.author.kind);
    e.author.push(event.message.author.id);
    e.body.push(body);
  }
}

const text = `select commit_messages(${Array.from({ length: 14 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

function isPlain(group: Group): boolean {
  if (!group.cell || group.visitorChanged || group.operators || group.moves || group.events.length === 0) return false;
  for (const chat of group.chats.values()) if (chat.changed || !chat.base || chat.count === 0) return false;
  for (const { event, owed } of group.events)
    if (event.name !== "message_created" || event.message.client_id !== undefined || owed.length > 0) return false;
  return group.steps.every((step) => step.kind !== "answered" || !step.job.command.idempotency);
}
