import { getChatTimeoutAfterEntry } from "../chat/timing/timeout.ts";
import { targetOfflineTimeoutMs } from "../chat/participants/transfer.ts";
import { processChatTimeout, type ChatTimeoutResult } from "../chat/timing/process-timeout.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import type { Presence } from "../entity.ts";
import type { ChatData, NewEvent } from "../event.ts";
import { isFailure, type Failure } from "../failure.ts";
import type { CommandHandler } from "../command.ts";
import type { RoutingSnapshot } from "./snapshot.ts";

/**
 * A simulation for tests of timeouts, in which time passes. It maintains rows of `chat_timer` in
 * the same way as the projections and the scheduler. It also has presence and the operators' number
 * of other chats.
 */
export class TimedSimulation extends ChatSimulation {
  readonly timerRows = new Map<number, number>();
  readonly presence = new Map<number, Presence>();
  /** Number of each operator's chats with other visitors. */
  readonly openChats = new Map<number, number>();
  readonly lastOfferedAt = new Map<number, number>();
  /**
   * Called on every change of a chat with the chat before, the chat after, and the codes of the
   * system messages written with the change.
   */
  onChange: (before: ChatData | undefined, now: ChatData, lines: readonly string[]) => void = () =>
    undefined;
  readonly #offlineAt = new Map<number, number>();
  readonly #lastChats = new Map<number, ChatData>();
  readonly #messageTimes = new Map<
    number,
    { at: number; visitor: number; answer: number; reply: number; unanswered: number | null }
  >();
  readonly #joinedAt = new Map<string, number>();
  #startedAt = this.now;
  #count = 0;

  /** Runs a command and applies its events in the same way as the projections. */
  execute(
    handler: CommandHandler,
    chat?: number,
    operator?: number,
  ): Failure | Record<string, unknown> {
    const from = this.events.length;
    const answer = this.run(handler, chat, operator);
    this.#applyEvents(this.events.slice(from));
    return answer;
  }
  /**
   * Moves the clock and processes each timeout at its time. With `isDelayed` it processes them only
   * at the end, as after an outage.
   */
  pass(ms: number, isDelayed = false): void {
    const end = this.now + ms;
    if (!isDelayed) {
      for (let next = this.#firstDue(); next !== null && next <= end; next = this.#firstDue()) {
        this.now = Math.max(this.now, next);
        this.tick();
      }
    }
    this.now = Math.max(this.now, end);
    this.tick();
  }
  /** Checks every chat whose time has come. */
  tick(): void {
    for (let rounds = 0; ; rounds += 1) {
      const due = [...this.timerRows].filter(([, at]) => at <= this.now);
      if (due.length === 0) return;
      if (rounds > 50) throw new Error("a chat is due again and again");
      for (const [chat] of due) this.#check(chat);
    }
  }
  set(operator: number, status: Presence): void {
    if ((this.presence.get(operator) ?? "offline") === status) return;
    this.presence.set(operator, status);
    if (status === "offline") this.#offlineAt.set(operator, this.now);
    for (const chat of this.chats.values()) {
      if (chat.state === "waiting") this.#schedule(chat.id, this.now);
      const isParticipant = chat.participants.some((participant) => participant.id === operator);
      if (
        status === "offline" &&
        chat.state === "open" &&
        isParticipant &&
        this.routing.graceMs > 0
      )
        this.#schedule(chat.id, this.now + this.routing.graceMs);
      if (status === "offline" && chat.transfer?.to.id === operator)
        this.#schedule(chat.id, this.now + targetOfflineTimeoutMs);
    }
  }
  /** Schedules a check of every chat that is not closed, as after a change of settings. */
  checkAll(): void {
    for (const chat of this.chats.values())
      if (chat.state !== "closed") this.#schedule(chat.id, this.now);
  }
  /** Restarts the node: timer rows remain, and all operators are offline. */
  restart(): void {
    for (const id of this.presence.keys()) this.presence.set(id, "offline");
    this.#offlineAt.clear();
    this.#startedAt = this.now;
    this.checkAll();
  }
  snapshot(chat: number): RoutingSnapshot {
    const times = this.#messageTimes.get(chat);
    const closed = [...this.chats.values()].findLast(
      (participant) => participant.state === "closed" && participant.assignee !== null,
    );
    return {
      presence: (id) => this.presence.get(id) ?? "offline",
      offlineSince: (id) => this.#offlineAt.get(id) ?? this.#startedAt,
      openChats: this.openChats,
      lastOfferedAt: this.lastOfferedAt,
      lastOperator: closed?.assignee?.id ?? null,
      lastMessageAt: times?.at ?? Date.parse(this.chats.get(chat)?.created_at ?? ""),
      isVisitorLast: times !== undefined && times.visitor > times.reply,
      joinedAt: Math.max(
        0,
        ...(this.chats.get(chat)?.participants ?? []).map(
          (participant) => this.#joinedAt.get(`${chat} ${participant.id}`) ?? 0,
        ),
      ),
      unansweredSince: times?.unanswered ?? null,
      isUnanswered: times !== undefined && times.visitor > times.answer,
      lastSeq: null,
    };
  }

  #check(chat: number): void {
    this.timerRows.delete(chat);
    const from = this.events.length;
    // `run` adds 1 s to the clock, but a check takes no time.
    this.now -= 1_000;
    const answer = this.run(processChatTimeout(this.snapshot(chat)), chat);
    if (isFailure(answer)) throw new Error(answer.message);
    const { due, turn } = answer as unknown as ChatTimeoutResult;
    if (turn !== null) this.lastOfferedAt.set(turn, this.now);
    if (due !== null) this.#schedule(chat, due);
    this.#applyEvents(this.events.slice(from));
  }
  #applyEvents(events: readonly NewEvent[]): void {
    const { config } = this.context();
    const lines = events.flatMap((event) =>
      event.name === "message_created" && event.message.line
        ? [formatCode(event.message.line)]
        : [],
    );
    for (const event of events) {
      if (event.name === "message_created")
        this.#recordMessage(event.message.chat_id, event.message.author.kind, event.message.kind);
      if (!("chat" in event)) continue;
      this.onChange(this.#lastChats.get(event.chat.id), event.chat, lines);
      const before = this.#lastChats.get(event.chat.id)?.participants ?? [];
      for (const participant of event.chat.participants)
        if (!before.some((other) => other.id === participant.id))
          this.#joinedAt.set(`${event.chat.id} ${participant.id}`, this.now);
      this.#lastChats.set(event.chat.id, event.chat);
      if (event.chat.state === "closed") this.timerRows.delete(event.chat.id);
      else {
        const due = getChatTimeoutAfterEntry(
          event.chat,
          config,
          this.now,
          (id) => this.presence.get(id) ?? "offline",
        );
        if (due !== null) this.#schedule(event.chat.id, due);
      }
    }
  }
  #recordMessage(id: number, author: string, kind: string): void {
    this.#count += 1;
    if (author === "system") return;
    const times = this.#messageTimes.get(id) ?? {
      at: 0,
      visitor: 0,
      answer: 0,
      reply: 0,
      unanswered: null,
    };
    times.at = this.now;
    if (author === "operator" && kind !== "note")
      Object.assign(times, { answer: this.#count, unanswered: null });
    if (author !== "visitor" && kind !== "note") times.reply = this.#count;
    if (author === "visitor")
      Object.assign(times, { visitor: this.#count, unanswered: times.unanswered ?? this.now });
    this.#messageTimes.set(id, times);
    const chat = this.chats.get(id);
    const isAlone =
      chat?.state === "open" &&
      chat.participants.every(
        (participant) => (this.presence.get(participant.id) ?? "offline") === "offline",
      );
    if (author === "visitor" && chat?.state === "open" && this.routing.reassignMs > 0)
      this.#schedule(id, this.now + this.routing.reassignMs);
    if (author === "visitor" && isAlone && this.routing.graceMs > 0) this.#schedule(id, this.now);
  }
  #schedule(chat: number, at: number): void {
    this.timerRows.set(chat, Math.min(this.timerRows.get(chat) ?? Infinity, at));
  }
  #firstDue(): number | null {
    return this.timerRows.size === 0 ? null : Math.min(...this.timerRows.values());
  }
}

function formatCode({ code, detail }: { readonly code: string; readonly detail?: string }): string {
  return detail !== undefined && (code === "left" || code === "closed")
    ? `${code} ${detail}`
    : code;
}
