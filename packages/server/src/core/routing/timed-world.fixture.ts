import { dueAfter } from "../chat/due.ts";
import { targetGoneMs } from "../chat/transfer.ts";
import { tickChat, type Ticked } from "../chat/tick.ts";
import { World } from "../chat/world.fixture.ts";
import type { Presence } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { isFailure, type Failure } from "../failure.ts";
import type { Verb } from "../ports.ts";
import type { Desk } from "./desk.ts";

/**
 * Simulation in which time passes: rows of `chat_timer` as the projections and the scheduler
 * maintain them, presence, and the operators' number of other chats. For tests of timeouts.
 */
export class TimedWorld extends World {
  readonly rows = new Map<number, number>();
  readonly presence = new Map<number, Presence>();
  /** Number of each operator's chats with other visitors. */
  readonly load = new Map<number, number>();
  readonly turns = new Map<number, number>();
  /**
   * Called on every change of a chat: before, after, and the codes of the system messages written
   * with it.
   */
  onMove: (before: ChatDraft | undefined, now: ChatDraft, lines: readonly string[]) => void = () => undefined;
  readonly #wentAt = new Map<number, number>();
  readonly #known = new Map<number, ChatDraft>();
  readonly #said = new Map<number, { at: number; visitor: number; answer: number; unanswered: number | null }>();
  readonly #joinedAt = new Map<string, number>();
  #startedAt = this.now;
  #count = 0;

  /** Runs a command and applies its events as the projections do. */
  act(verb: Verb, chat?: number, operator?: number): Failure | Record<string, unknown> {
    const from = this.events.length;
    const answer = this.run(verb, chat, operator);
    this.#follow(this.events.slice(from));
    return answer;
  }
  /**
   * Moves the clock and processes each timeout at its time. `isDelayed`: processes them only at the
   * end, as after an outage.
   */
  pass(ms: number, late = false): void {
    const end = this.now + ms;
    if (!late) {
      for (let next = this.#first(); next !== null && next <= end; next = this.#first()) {
        this.now = Math.max(this.now, next);
        this.tick();
      }
    }
    this.now = Math.max(this.now, end);
    this.tick();
  }
  /** Checks every chat that is due now. */
  tick(): void {
    for (let turns = 0; ; turns += 1) {
      const due = [...this.rows].filter(([, at]) => at <= this.now);
      if (due.length === 0) return;
      if (turns > 50) throw new Error("a chat is due again and again");
      for (const [chat] of due) this.#look(chat);
    }
  }
  /** Sets the presence of an operator. */
  set(operator: number, status: Presence): void {
    if ((this.presence.get(operator) ?? "offline") === status) return;
    this.presence.set(operator, status);
    if (status === "offline") this.#wentAt.set(operator, this.now);
    for (const chat of this.chats.values()) {
      if (chat.state === "waiting") this.#early(chat.id, this.now);
      const isIn = chat.participants.some((one) => one.id === operator);
      if (status === "offline" && chat.state === "open" && isIn && this.routing.graceMs > 0)
        this.#early(chat.id, this.now + this.routing.graceMs);
      if (status === "offline" && chat.transfer?.to.id === operator) this.#early(chat.id, this.now + targetGoneMs);
    }
  }
  /** Settings changed: schedules a check of every chat that is not closed. */
  changed(): void {
    for (const chat of this.chats.values()) if (chat.state !== "closed") this.#early(chat.id, this.now);
  }
  /** Restarts the node: timer rows remain, all operators are offline. */
  restart(): void {
    for (const id of this.presence.keys()) this.presence.set(id, "offline");
    this.#wentAt.clear();
    this.#startedAt = this.now;
    this.changed();
  }
  desk(chat: number): Desk {
    const said = this.#said.get(chat);
    const closed = [...this.chats.values()].findLast((one) => one.state === "closed" && one.assignee !== null);
    return {
      presence: (id) => this.presence.get(id) ?? "offline",
      offlineSince: (id) => this.#wentAt.get(id) ?? this.#startedAt,
      openChats: this.load,
      turns: this.turns,
      lastOperator: closed?.assignee?.id ?? null,
      lastMessageAt: said?.at ?? Date.parse(this.chats.get(chat)?.created_at ?? ""),
      joinedAt: Math.max(0, ...(this.chats.get(chat)?.participants ?? []).map((one) => this.#joinedAt.get(`${chat} ${one.id}`) ?? 0)),
      unansweredSince: said?.unanswered ?? null,
      isUnanswered: said !== undefined && said.visitor > said.answer,
      isOld: () => false,
    };
  }

  #look(chat: number): void {
    this.rows.delete(chat);
    const from = this.events.length;
    // `run` adds 1 s, but a check takes no time.
    this.now -= 1_000;
    const answer = this.run(tickChat(this.desk(chat)), chat);
    if (isFailure(answer)) throw new Error(answer.message);
    const { due, turn } = answer as unknown as Ticked;
    if (turn !== null) this.turns.set(turn, this.now);
    if (due !== null) this.#early(chat, due);
    this.#follow(this.events.slice(from));
  }
  #follow(events: readonly Event[]): void {
    const { config } = this.scene();
    const lines = events.flatMap((event) => (event.name === "message_created" && event.message.line ? [codeOf(event.message.line)] : []));
    for (const event of events) {
      if (event.name === "message_created") this.#hear(event.message.chat_id, event.message.author.kind, event.message.kind);
      if (!("chat" in event)) continue;
      this.onMove(this.#known.get(event.chat.id), event.chat, lines);
      const before = this.#known.get(event.chat.id)?.participants ?? [];
      for (const one of event.chat.participants)
        if (!before.some((other) => other.id === one.id)) this.#joinedAt.set(`${event.chat.id} ${one.id}`, this.now);
      this.#known.set(event.chat.id, event.chat);
      if (event.chat.state === "closed") this.rows.delete(event.chat.id);
      else {
        const due = dueAfter(event.chat, config, this.now, (id) => this.presence.get(id) ?? "offline");
        if (due !== null) this.#early(event.chat.id, due);
      }
    }
  }
  #hear(id: number, author: string, kind: string): void {
    this.#count += 1;
    if (author === "system") return;
    const said = this.#said.get(id) ?? { at: 0, visitor: 0, answer: 0, unanswered: null };
    said.at = this.now;
    if (author === "operator" && kind !== "note") Object.assign(said, { answer: this.#count, unanswered: null });
    if (author === "visitor") Object.assign(said, { visitor: this.#count, unanswered: said.unanswered ?? this.now });
    this.#said.set(id, said);
    const chat = this.chats.get(id);
    const isAlone = chat?.state === "open" && chat.participants.every((one) => (this.presence.get(one.id) ?? "offline") === "offline");
    if (author === "visitor" && chat?.state === "open" && this.routing.reassignMs > 0) this.#early(id, this.now + this.routing.reassignMs);
    if (author === "visitor" && isAlone && this.routing.graceMs > 0) this.#early(id, this.now);
  }
  #early(chat: number, at: number): void {
    this.rows.set(chat, Math.min(this.rows.get(chat) ?? Infinity, at));
  }
  #first(): number | null {
    return this.rows.size === 0 ? null : Math.min(...this.rows.values());
  }
}

function codeOf({ code, detail }: { readonly code: string; readonly detail?: string }): string {
  return detail !== undefined && (code === "left" || code === "closed") ? `${code} ${detail}` : code;
}
