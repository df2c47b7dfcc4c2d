import type { Event, EventName } from "../core/event.ts";
import type { VisitorState } from "../core/ports.ts";
import { byteaArray, int4Array, int8Array, textArray } from "./arrays.ts";
import { fillNumber, fillSeq, toEntry } from "./entry.ts";
import type { JournalEntry } from "./entry.ts";
import type { ChatWork, Group, Planned } from "./group.ts";
import type { ChangeJob } from "./job.ts";

/** What `commit_batch` gave back. */
export interface BatchResult { readonly status: readonly number[]; readonly base: readonly number[]; readonly seq: readonly number[]; readonly number: readonly number[] }
export const groupStatus = { written: 0, stale: 1, known: 2 } as const;

export type Unit = { readonly group: Group } | { readonly change: ChangeJob };

type ChatColumns = {
  g: number; id: number; version: number; change: number; n: number; source: number; visitor: number; state: string | null; assignee: number | null;
  created: number; closed: number | null; body: string | null;
};
interface Row {
  readonly unit: number; readonly account: number; readonly at: number; readonly name: EventName; readonly channelId: number | null; readonly chatId: number | null;
  readonly visitorId: number | null; readonly kind: 0 | 1 | 2; readonly chat: number; readonly count: number; readonly visitor: number; readonly body: string;
}

/** The arguments of one call of `commit_batch`, and the way from its result back to entries. Names as in 0003_commit_batch.sql. */
export class Batch {
  readonly units: readonly Unit[];
  readonly #accounts: readonly number[];
  readonly #rows: Row[] = [];
  readonly #chats = new Map<ChatWork, number>();
  readonly #visitors = new Map<Group, number>();
  readonly #g = { account: [] as number[], config: [] as number[] };
  readonly #v = { g: [] as number[], id: [] as number[], version: [] as number[], change: [] as number[], source: [] as number[], customer: [] as string[], recipient: [] as string[], invite: [] as (string | null)[], body: [] as (string | null)[] };
  readonly #c = { g: [] as number[], id: [] as number[], version: [] as number[], change: [] as number[], n: [] as number[], source: [] as number[], visitor: [] as number[], state: [] as (string | null)[], assignee: [] as (number | null)[], created: [] as number[], closed: [] as (number | null)[], body: [] as (string | null)[] };
  readonly #o = { g: [] as number[], id: [] as number[], version: [] as number[] };
  readonly #p = { g: [] as number[], chat: [] as number[], operator: [] as number[], joined: [] as number[], at: [] as number[] };
  readonly #k = { g: [] as number[], scope: [] as string[], key: [] as string[], hash: [] as Uint8Array[], answer: [] as string[], c: [] as number[], n: [] as number[], v: [] as number[], at: [] as number[] };
  readonly #e = { g: [] as number[], ord: [] as number[], authorKind: [] as (string | null)[], author: [] as (number | null)[], client: [] as (string | null)[] };
  readonly #d = { e: [] as number[], endpoint: [] as number[], id: [] as number[], order: [] as number[], event: [] as string[] };
  readonly #x = {
    e: [] as number[], endpoint: [] as number[], order: [] as number[], position: [] as number[], id: [] as number[], token: [] as (number | null)[], again: [] as number[],
    state0: [] as string[], tries0: [] as number[], place0: [] as number[], state: [] as string[], attempts: [] as number[], tries: [] as number[], anchor: [] as (number | null)[],
    outcome: [] as (string | null)[], code: [] as (string | null)[], message: [] as (string | null)[], unconfirmed: [] as number[], next: [] as (number | null)[],
  };
  readonly #t = {
    started: [] as (number | null)[], ms: [] as (number | null)[], status: [] as (number | null)[], code: [] as (string | null)[], message: [] as (string | null)[],
    request: [] as (string | null)[], reply: [] as (string | null)[],
  };
  readonly #counts: number[];
  #clients = false;

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

  static readonly text = `select commit_batch(${Array.from({ length: 90 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

  values(node: number, batch: number): unknown[] {
    const v = this.#v, c = this.#c, o = this.#o, p = this.#p, k = this.#k, e = this.#e, d = this.#d, x = this.#x, t = this.#t, rows = this.#rows;
    return [
      node, batch, int8Array(this.#accounts), int4Array(this.#g.account), int8Array(this.#g.config),
      int4Array(v.g), int8Array(v.id), int8Array(v.version), int4Array(v.change), int8Array(v.source), textArray(v.customer), textArray(v.recipient), textArray(v.invite), textArray(v.body),
      int4Array(c.g), int8Array(c.id), int8Array(c.version), int4Array(c.change), int4Array(c.n), int8Array(c.source), int8Array(c.visitor), textArray(c.state), int8Array(c.assignee),
      int8Array(c.created), int8Array(c.closed), textArray(c.body),
      int4Array(o.g), int8Array(o.id), int8Array(o.version),
      int4Array(p.g), int8Array(p.chat), int8Array(p.operator), int4Array(p.joined), int8Array(p.at),
      int4Array(k.g), textArray(k.scope), textArray(k.key), byteaArray(k.hash), textArray(k.answer), int4Array(k.c), int4Array(k.n), int4Array(k.v), int8Array(k.at),
      int4Array(e.g), int4Array(e.ord), int8Array(rows.map((row) => row.at)), textArray(rows.map((row) => row.name)), int8Array(rows.map((row) => row.channelId)),
      int8Array(rows.map((row) => row.chatId)), int8Array(rows.map((row) => row.visitorId)), int4Array(rows.map((row) => row.kind)), int4Array(rows.map((row) => row.chat)),
      int4Array(rows.map((row) => row.count)), int4Array(rows.map((row) => row.visitor)), textArray(e.authorKind), int8Array(e.author), textArray(e.client),
      textArray(rows.map((row) => row.body)), this.#clients,
      int4Array(d.e), int8Array(d.endpoint), int8Array(d.id), int8Array(d.order), textArray(d.event),
      int4Array(x.e), int8Array(x.endpoint), int8Array(x.order), int8Array(x.position), int8Array(x.id), int8Array(x.token), int4Array(x.again),
      textArray(x.state0), int4Array(x.tries0), int8Array(x.place0), textArray(x.state), int4Array(x.attempts), int4Array(x.tries), int8Array(x.anchor),
      textArray(x.outcome), textArray(x.code), textArray(x.message), int4Array(x.unconfirmed), int8Array(x.next),
      int8Array(t.started), int4Array(t.ms), int4Array(t.status), textArray(t.code), textArray(t.message), textArray(t.request), textArray(t.reply),
    ];
  }

  /** Entries of what was written, by account, ascending; with the position before the first. */
  entries(result: BatchResult): readonly { account: number; base: number; entries: readonly JournalEntry[] }[] {
    const written = this.#accounts.map((account, n) => ({ account, base: result.base[n] ?? 0, entries: [] as JournalEntry[] }));
    for (const row of this.#rows) {
      if (result.status[row.unit - 1] !== groupStatus.written) continue;
      const into = written[row.account];
      if (!into) continue;
      const seq = row.kind === 0 ? null : (result.seq[row.chat - 1] ?? 0) + row.count;
      into.entries.push(toEntry({
        account: into.account, position: into.base + into.entries.length + 1, at: row.at, name: row.name, channelId: row.channelId, chatId: row.chatId, visitorId: row.visitorId,
        seq: row.kind === 1 ? seq : null, chatSeq: row.kind === 2 ? seq : null,
        body: row.visitor > 0 ? fillNumber(row.body, result.number[row.visitor - 1] ?? 0) : row.body,
      }));
    }
    return written.filter((one) => one.entries.length > 0);
  }

  /** The number of a group's visitor, given by the write when it is new. */
  numberOf(group: Group, result: BatchResult): number | null {
    return group.cell?.number ?? result.number[(this.#visitors.get(group) ?? 0) - 1] ?? null;
  }
  /** An answer with its slots filled (core/ports.ts, Decision). */
  answer(group: Group, step: { readonly answer: string; readonly chat: ChatWork | null; readonly count: number }, result: BatchResult): string {
    let text = step.answer;
    if (step.chat) text = fillSeq(text, (result.seq[(this.#chats.get(step.chat) ?? 0) - 1] ?? 0) + step.count);
    const number = this.numberOf(group, result);
    return number === null ? text : fillNumber(text, number);
  }

  #addGroup(group: Group, g: number, a: number): void {
    if (group.visitor || group.customer) this.#addVisitor(group, g);
    for (const chat of group.chats.values()) this.#addChat(group, chat, g);
    for (const [id, read] of group.operators) push(this.#o, { g, id, version: read.version });
    for (const move of group.moves.values()) push(this.#p, { g, chat: move.chat, operator: move.operator, joined: move.joined ? 1 : 0, at: move.at });
    for (const planned of group.events) this.#addEvent(group, planned, g, a);
    for (const step of group.steps) {
      if (step.kind !== "answered" || !step.job.command.idempotency) continue;
      const { scope, key, hash } = step.job.command.idempotency;
      push(this.#k, {
        g, scope, key, hash, answer: group.cell ? fillNumber(step.answer, group.cell.number) : step.answer, n: step.count, at: step.job.now,
        c: step.chat ? (this.#chats.get(step.chat) ?? 0) : 0, v: group.cell ? 0 : (this.#visitors.get(group) ?? 0),
      });
    }
  }

  #addVisitor(group: Group, g: number): void {
    const { cell, visitor, customer } = group;
    const changed = group.visitorChanged && visitor !== null;
    push(this.#v, {
      g, id: visitor?.id ?? 0, version: cell?.version ?? -1, change: changed ? 1 : 0, source: visitor?.channelId ?? customer?.channelId ?? 0,
      customer: visitor?.customer ?? customer?.key ?? "", recipient: visitor?.recipient ?? "", invite: visitor?.invite ?? null,
      body: changed ? JSON.stringify(visitor.entity) : null,
    });
    if (!cell && visitor) this.#visitors.set(group, this.#v.g.length);
  }

  #addChat(group: Group, chat: ChatWork, g: number): void {
    const { entity, id, channelId } = chat.row;
    push<ChatColumns>(this.#c, {
      g, id, version: chat.base?.version ?? -1, change: chat.changed ? 1 : 0, n: chat.count, source: channelId, visitor: group.visitor?.id ?? 0,
      state: chat.changed ? entity.state : null, assignee: entity.assignee?.id ?? null, created: Date.parse(entity.created_at),
      closed: entity.closed_at === null ? null : Date.parse(entity.closed_at), body: chat.changed ? JSON.stringify(entity) : null,
    });
    this.#chats.set(chat, this.#c.g.length);
  }

  #addEvent(group: Group, planned: Planned, g: number, a: number): void {
    const { event, chat, visitor } = planned;
    const message = event.name === "message_created" ? event.message : null;
    this.#addRow({
      unit: g, account: a, at: planned.at, name: event.name, channelId: chat?.row.channelId ?? visitor.channelId, chatId: chat?.row.id ?? null, visitorId: visitor.id,
      kind: message ? 1 : chat ? 2 : 0, chat: chat ? (this.#chats.get(chat) ?? 0) : 0, count: planned.count,
      visitor: message ? 0 : (this.#visitors.get(group) ?? 0), body: bodyOf(event, visitor, group.cell?.number ?? null),
    }, message?.author.kind ?? null, message?.author.id ?? null, message?.client_id ?? null);
    for (const owed of planned.owed) push(this.#d, { e: this.#rows.length, endpoint: owed.endpointId, id: owed.deliveryId, order: owed.orderKey, event: owed.event });
  }

  #addChange(job: ChangeJob, g: number, a: number): void {
    const { channelId, chatId, body, attempt, endpoint, order, position, id, token, state0, tries0, place0, state, attempts, tries, anchor, outcome, code, message, next } = job.change;
    this.#addRow({ unit: g, account: a, at: job.now, name: "delivery_updated", channelId, chatId, visitorId: null, kind: 0, chat: 0, count: 0, visitor: 0, body }, null, null, null);
    push(this.#x, {
      e: this.#rows.length, endpoint, order, position, id, token, again: job.change.mode === "again" ? 1 : 0, state0, tries0, place0, state, attempts, tries, anchor,
      outcome, code, message, unconfirmed: job.change.unconfirmed ? 1 : 0, next,
    });
    push(this.#t, {
      started: attempt?.started ?? null, ms: attempt?.ms ?? null, status: attempt?.status ?? null, code: attempt?.code ?? null, message: attempt?.message ?? null,
      request: attempt?.request ?? null, reply: attempt?.reply ?? null,
    });
  }

  #addRow(row: Row, authorKind: string | null, author: number | null, client: string | null): void {
    this.#rows.push(row);
    const ord = (this.#counts[row.account] ?? 0) + 1;
    this.#counts[row.account] = ord;
    push(this.#e, { g: row.unit, ord, authorKind, author, client });
    if (client !== null) this.#clients = true;
  }
}

function accountOf(unit: Unit): number {
  return "group" in unit ? unit.group.account : unit.change.account;
}

/** Adds one row to arrays that belong together. */
function push<T extends Record<string, unknown>>(arrays: { [K in keyof T]: T[K][] }, row: T): void {
  for (const key in arrays) arrays[key].push(row[key]);
}

/** The stored body: architecture.md, "Where a body is serialised". */
function bodyOf(event: Event, visitor: VisitorState, number: number | null): string {
  switch (event.name) {
    case "message_created":
      return JSON.stringify(event.message);
    case "visitor_created": case "visitor_updated":
      return `{"visitor":${visitorJson(event.visitor, number)}}`;
    case "chat_created": case "chat_updated": case "chat_closed":
      return `{"chat":${chatJson(event.chat, visitor, number)}}`;
    case "chat_accepted":
      return `{"chat":${chatJson(event.chat, visitor, number)},"by":${JSON.stringify(event.by)}}`;
    case "delivery_updated":
      return JSON.stringify({ delivery: event.delivery });
    case "settings_changed":
      return JSON.stringify({ kind: event.kind, id: event.id });
  }
}
function visitorJson(entity: VisitorState["entity"], number: number | null): string {
  return `{"number":${number},${JSON.stringify(entity).slice(1)}`;
}
function chatJson(chat: ChatWork["row"]["entity"], visitor: VisitorState, number: number | null): string {
  // Slots come first, before anything that an integrator wrote.
  return `{"seq":null,"visitor":${visitorJson(visitor.entity, number)},${JSON.stringify(chat).slice(1)}`;
}
