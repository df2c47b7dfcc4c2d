import type { EventName } from "../core/event.ts";
import type { IdempotencyKey } from "../core/command.ts";
import { groupStatus } from "./batch-call.ts";
import type { AnsweredStep, BatchCall, BatchResult, LookUp, Unit } from "./batch-call.ts";
import { batchColumns } from "./batch-columns.ts";
import { bodyOf } from "./body.ts";
import { Int8Column } from "./columns.ts";
import { fillNumber, fillSeq, toEntry } from "./entry.ts";
import type { JournalEntry } from "./entry.ts";
import type { ChatWork, Group, Planned, Step } from "./group.ts";
import type { ChangeJob } from "./job.ts";
import type { Owed } from "../queue/plan.ts";

interface Row {
  readonly unit: number;
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

const text = `select commit_batch(${Array.from({ length: 97 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

/**
 * Builds the arguments of one `commit_batch` call and converts its result to entries. The names
 * match `0013_engine_commit.sql`.
 */
export class Batch implements BatchCall {
  readonly name = "commit_batch";
  readonly text = text;
  readonly units: readonly Unit[];
  readonly #accounts: readonly number[];
  readonly #rows: Row[] = [];
  readonly #chats = new Map<ChatWork, number>();
  readonly #visitors = new Map<Group, number>();
  readonly #columns = batchColumns();
  readonly #g = this.#columns.g;
  readonly #v = this.#columns.v;
  readonly #c = this.#columns.c;
  readonly #o = this.#columns.o;
  readonly #p = this.#columns.p;
  readonly #r = this.#columns.r;
  readonly #k = this.#columns.k;
  readonly #e = this.#columns.e;
  readonly #d = this.#columns.d;
  readonly #x = this.#columns.x;
  readonly #t = this.#columns.t;
  readonly #counts: number[];
  #clients = false;
  #owes = false;

  constructor(units: readonly Unit[]) {
    this.units = units;
    this.#accounts = [...new Set(units.map(accountOf))].toSorted((a, b) => a - b);
    this.#counts = this.#accounts.map(() => 0);
    const places = new Map(this.#accounts.map((account, n) => [account, n]));
    units.forEach((unit, n) => {
      const a = places.get(accountOf(unit)) ?? 0;
      this.#g.account.push(a + 1);
      this.#g.config.push("group" in unit ? unit.group.config.version : -1);
      if ("group" in unit) this.#addGroup(unit.group, n + 1, a);
      else this.#addChange(unit.change, n + 1, a);
    });
  }

  get owes(): boolean {
    return this.#owes;
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
      ...bytesOf(this.#g),
      ...bytesOf(this.#v),
      ...bytesOf(this.#c),
      ...bytesOf(this.#o),
      ...bytesOf(this.#p),
      ...bytesOf(this.#r),
      ...bytesOf(this.#k),
      ...bytesOf(this.#e),
      this.#clients,
      ...bytesOf(this.#d),
      ...bytesOf(this.#x),
      ...bytesOf(this.#t),
    ];
  }

  lookUp(node: number, batch: number): LookUp {
    return {
      name: "last_batch",
      text: "select last_result from node where id = $1 and last_batch = $2",
      values: [node, batch],
      resultOf: ([row]) => (typeof row?.["last_result"] === "string" ? (JSON.parse(row["last_result"]) as BatchResult) : null),
    };
  }
  statusOf(result: BatchResult, n: number): number {
    return result.status[n] ?? groupStatus.stale;
  }
  entries(result: BatchResult): readonly { account: number; base: number; entries: readonly JournalEntry[] }[] {
    const written = this.#accounts.map((account, n) => ({ account, base: result.base[n] ?? 0, entries: [] as JournalEntry[] }));
    for (const row of this.#rows) {
      if (this.statusOf(result, row.unit - 1) !== groupStatus.written) continue;
      const into = written[row.account];
      if (!into) continue;
      const seq = row.kind === 0 ? null : (result.seq[row.chat - 1] ?? 0) + row.count;
      into.entries.push(
        toEntry({
          account: into.account,
          position: into.base + into.entries.length + 1,
          at: row.at,
          name: row.name,
          channelId: row.channelId,
          chatId: row.chatId,
          visitorId: row.visitorId,
          seq: row.kind === 1 ? seq : null,
          chatSeq: row.kind === 2 ? seq : null,
          body: row.visitor > 0 ? fillNumber(row.body, result.number[row.visitor - 1] ?? 0) : row.body,
        }),
      );
    }
    return written.filter((one) => one.entries.length > 0);
  }

  numberOf(group: Group, result: BatchResult): number | null {
    return group.cell?.number ?? result.number[(this.#visitors.get(group) ?? 0) - 1] ?? null;
  }
  answer(group: Group, step: AnsweredStep, result: BatchResult): string {
    let text = step.answer;
    if (step.chat) text = fillSeq(text, (result.seq[(this.#chats.get(step.chat) ?? 0) - 1] ?? 0) + step.count);
    const number = this.numberOf(group, result);
    return number === null ? text : fillNumber(text, number);
  }

  #addGroup(group: Group, g: number, a: number): void {
    if (group.visitor || group.customer) this.#addVisitor(group, g);
    for (const chat of group.chats.values()) this.#addChat(group, chat, g);
    for (const [id, read] of group.operators ?? []) {
      this.#o.g.push(g);
      this.#o.id.push(id);
      this.#o.version.push(read.version);
    }
    for (const move of group.moves?.values() ?? []) {
      this.#p.g.push(g);
      this.#p.chat.push(move.chat);
      this.#p.operator.push(move.operator);
      this.#p.joined.push(move.joined ? 1 : 0);
      this.#p.at.push(move.at);
    }
    for (const record of group.records?.values() ?? []) {
      this.#r.g.push(g);
      this.#r.row.push(JSON.stringify({ ...record, visitor: group.visitor?.id }));
    }
    for (const planned of group.events) this.#addEvent(group, planned, g, a);
    for (const step of group.steps)
      if (step.kind === "answered" && step.job.command.idempotency) this.#addKey(group, step, step.job.command.idempotency, g);
  }

  #addKey(group: Group, step: Extract<Step, { kind: "answered" }>, { scope, key, hash }: IdempotencyKey, g: number): void {
    const k = this.#k;
    k.g.push(g);
    k.scope.push(scope);
    k.key.push(key);
    k.hash.push(hash);
    k.answer.push(group.cell ? fillNumber(step.answer, group.cell.number) : step.answer);
    k.c.push(step.chat ? (this.#chats.get(step.chat) ?? 0) : 0);
    k.n.push(step.count);
    k.v.push(group.cell ? 0 : (this.#visitors.get(group) ?? 0));
    k.at.push(step.job.now);
  }

  #addVisitor(group: Group, g: number): void {
    const { cell, visitor, customer } = group;
    const changed = group.visitorChanged && visitor !== null;
    const v = this.#v;
    v.g.push(g);
    v.id.push(visitor?.id ?? 0);
    v.version.push(cell?.version ?? -1);
    v.change.push(changed ? 1 : 0);
    // The function reads the other columns only for a new or changed visitor.
    const isRead = changed || !cell;
    v.source.push(isRead ? (visitor?.channelId ?? customer?.channelId ?? 0) : null);
    v.customer.push(isRead ? (visitor?.customer ?? customer?.key ?? "") : null);
    v.recipient.push(isRead ? (visitor?.recipient ?? "") : null);
    v.invite.push(isRead ? (visitor?.invite ?? null) : null);
    v.body.push(changed ? JSON.stringify(visitor.entity) : null);
    if (!cell && visitor) this.#visitors.set(group, this.#v.g.length);
  }

  #addChat(group: Group, chat: ChatWork, g: number): void {
    const { entity, id, channelId } = chat.row;
    const c = this.#c;
    const { changed } = chat;
    c.g.push(g);
    c.id.push(id);
    c.version.push(chat.base?.version ?? -1);
    c.change.push(changed ? 1 : 0);
    c.n.push(chat.count);
    c.source.push(changed ? channelId : null);
    c.visitor.push(changed ? (group.visitor?.id ?? 0) : null);
    c.state.push(changed ? entity.state : null);
    c.assignee.push(changed ? (entity.assignee?.id ?? null) : null);
    c.created.push(changed ? Date.parse(entity.created_at) : null);
    c.closed.push(changed && entity.closed_at !== null ? Date.parse(entity.closed_at) : null);
    c.body.push(changed ? JSON.stringify(entity) : null);
    this.#chats.set(chat, this.#c.g.length);
  }

  #addEvent(group: Group, planned: Planned, g: number, a: number): void {
    const { event, chat, visitor } = planned;
    const message = event.name === "message_created" ? event.message : null;
    this.#addRow(
      {
        unit: g,
        account: a,
        at: planned.at,
        name: event.name,
        channelId: chat?.row.channelId ?? visitor.channelId,
        chatId: chat?.row.id ?? (event.name === "call_updated" ? event.call.chat_id : null),
        visitorId: visitor.id,
        kind: message ? 1 : chat ? 2 : 0,
        chat: chat ? (this.#chats.get(chat) ?? 0) : 0,
        count: planned.count,
        visitor: message ? 0 : (this.#visitors.get(group) ?? 0),
        body: bodyOf(event, visitor, group.cell?.number ?? null),
      },
      message?.author.kind ?? null,
      message?.author.id ?? null,
      message?.client_id ?? null,
    );
    for (const owed of planned.owed) {
      this.#owes = true;
      this.#d.e.push(this.#rows.length);
      this.#d.endpoint.push(owed.endpointId);
      this.#d.id.push(owed.deliveryId);
      this.#d.order.push(owed.orderKey);
      this.#d.event.push(owed.event);
      this.#d.chat.push(owed.chatId ?? null);
      this.#d.delay.push(owed.delayMs ?? null);
      this.#d.merge.push(mergeCode(owed));
      this.#d.first.push(owed.first ? 1 : null);
    }
  }

  #addChange(job: ChangeJob, g: number, a: number): void {
    const {
      channelId,
      chatId,
      body,
      attempt,
      endpoint,
      order,
      position,
      id,
      token,
      state0,
      tries0,
      place0,
      state,
      attempts,
      tries,
      anchor,
      outcome,
      code,
      message,
      next,
      to,
    } = job.change;
    if (job.change.mode === "again") this.#owes = true;
    this.#addRow(
      {
        unit: g,
        account: a,
        at: job.now,
        name: "delivery_updated",
        channelId,
        chatId,
        visitorId: null,
        kind: 0,
        chat: 0,
        count: 0,
        visitor: 0,
        body,
      },
      null,
      null,
      null,
    );
    add(this.#x, {
      e: this.#rows.length,
      endpoint,
      order,
      position,
      id,
      token,
      again: job.change.mode === "again" ? 1 : 0,
      state0,
      tries0,
      place0,
      state,
      attempts,
      tries,
      anchor,
      outcome,
      code,
      message,
      unconfirmed: job.change.unconfirmed ? 1 : 0,
      next,
      to,
    });
    add(this.#t, {
      started: attempt?.started ?? null,
      ms: attempt?.ms ?? null,
      status: attempt?.status ?? null,
      code: attempt?.code ?? null,
      message: attempt?.message ?? null,
      request: attempt?.request ?? null,
      reply: attempt?.reply ?? null,
    });
  }

  #addRow(row: Row, authorKind: string | null, author: number | null, client: string | null): void {
    this.#rows.push(row);
    const ord = (this.#counts[row.account] ?? 0) + 1;
    this.#counts[row.account] = ord;
    const e = this.#e;
    e.g.push(row.unit);
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
    e.authorKind.push(authorKind);
    e.author.push(author);
    e.client.push(client);
    e.body.push(row.body);
    if (client !== null) this.#clients = true;
  }
}

/** Returns the value of `d_merge` in `commit_batch` (`0066_release_waiting.sql`). */
function mergeCode({ merge, release }: Owed): number | null {
  if (release !== undefined) return release === "instead" ? 2 : 3;
  return merge ? 1 : null;
}

function accountOf(unit: Unit): number {
  return "group" in unit ? unit.group.account : unit.change.account;
}

function bytesOf(columns: Readonly<Record<string, { bytes(): Buffer | null }>>): (Buffer | null)[] {
  return Object.values(columns).map((column) => column.bytes());
}
/**
 * Adds one row to a group of columns. Columns filled for every message are pushed one by one
 * instead, which avoids an object per row.
 */
function add<T extends Readonly<Record<string, unknown>>>(columns: { readonly [K in keyof T]: { push(value: T[K]): void } }, row: T): void {
  for (const key in columns) columns[key].push(row[key]);
}
