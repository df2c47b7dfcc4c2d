import type { Call, Message } from "../../core/entity.ts";
import type { ChatData, NewEvent, NewMessage, VisitorData } from "../../core/event.ts";
import type { BatchState, ChangedRecord } from "../../core/events/event-rules.ts";
import { rulesOf } from "../../core/events/event-table.ts";
import { isFailure } from "../../core/failure.ts";
import type { Failure } from "../../core/failure.ts";
import type {
  AccountConfig,
  StoredChat,
  Decision,
  IdGenerator,
  CommandContext,
  StoredVisitor,
} from "../../core/command.ts";
import { assertConsistent } from "./decision-check.ts";
import type { CommandJob } from "./jobs.ts";
import { findMessages, type LoadedState, type LoadedOperator } from "./load-state.ts";
import type { PlannedDelivery, DeliveryPlanner } from "../../core/delivery/planner.ts";
import type { VisitorSnapshot, ChatSnapshot } from "./state-cache.ts";

/** State of a call or offline message after the commands of the batch (table `record`). */
export interface RecordState {
  readonly id: number;
  readonly kind: "call" | "offline_message";
  readonly chat: number | null;
  readonly state: string;
  /** Time of creation in milliseconds since 1970. */
  readonly created: number;
  readonly body: string;
}

/** An event of a visitor batch, with the row data that is not part of its body. */
export interface PlannedEntry {
  readonly event: NewEvent;
  readonly at: number;
  /**
   * The chat of the event in this batch, or null. `count` is the number of the chat's messages in
   * this batch, up to and including this event.
   */
  readonly chat: ChatWorkingState | null;
  readonly count: number;
  /** The visitor at the time of the event, who is part of a chat's body. */
  readonly visitor: StoredVisitor;
  readonly deliveries: readonly PlannedDelivery[];
}
/** Working state of a chat while the commands of a visitor batch run. */
export interface ChatWorkingState {
  row: StoredChat;
  /** State before the batch, or null if this batch creates the chat. */
  readonly loaded: ChatSnapshot | null;
  /** `seq` of the last message before the batch, as far as this node has read the journal. */
  readonly lastSeq: number;
  changed: boolean;
  /** Number of messages added by this batch. */
  count: number;
  /** `seq` that the chat must have before (`Decision.decidedAtSeq`). Infinity: any. */
  requiredSeq: number;
  /** Messages that this batch changed, by `seq`. null until the first one. */
  edited: Map<number, Message> | null;
}
export type CommandOutcome =
  | { readonly kind: "refused"; readonly job: CommandJob; readonly failure: Failure }
  | {
      readonly kind: "answered";
      readonly job: CommandJob;
      /** A draft, whose numbers the write assigns. */
      readonly answer: unknown;
      readonly chat: ChatWorkingState | null;
      readonly count: number;
      readonly events: number;
      readonly decided: readonly NewEvent[];
    }
  | { readonly kind: "broken"; readonly job: CommandJob; readonly error: unknown }
  | { readonly kind: "repeat"; readonly job: CommandJob; readonly original: CommandOutcome };

/** The commands of one visitor in one batch, decided in order in memory (journal.md 1, step 3). */
export class VisitorBatch implements BatchState<ChatWorkingState> {
  readonly account: number;
  readonly config: AccountConfig;
  readonly snapshot: VisitorSnapshot | null;
  /** Set for an unknown customer. The write checks that it is still unknown. */
  readonly customer: { readonly channelId: number; readonly key: string } | null;
  readonly outcomes: CommandOutcome[] = [];
  readonly events: PlannedEntry[] = [];
  readonly chats = new Map<number, ChatWorkingState>();
  /** Operators that handlers read, by id. null until one is needed. */
  operators: Map<number, { version: number; open: number }> | null = null;
  /** Operators who joined (true) or left (false) a chat, by chat and operator. */
  participantChanges: Map<
    string,
    { chat: number; operator: number; joined: boolean; at: number }
  > | null = null;
  /** Changed calls and offline messages. null until the first change. */
  records: Map<number, RecordState> | null = null;
  /** Unfinished calls of the visitor, oldest first. */
  calls: readonly Call[];
  visitor: StoredVisitor | null;
  visitorChanged = false;
  #running: ChatWorkingState | null = null;

  constructor(config: AccountConfig, loaded: LoadedState) {
    this.account = loaded.job.account;
    this.config = config;
    this.snapshot = loaded.snapshot;
    this.visitor = loaded.snapshot?.visitor ?? null;
    this.calls = loaded.snapshot?.calls ?? [];
    const { subject } = loaded.job.command;
    this.customer = loaded.snapshot || "chat" in subject ? null : subject.customer;
    if (loaded.snapshot?.running) this.#running = this.#addLoadedChat(loaded.snapshot.running);
  }

  /** Runs one command on the state so far. If its handler throws, only it fails. */
  decide(
    loaded: LoadedState,
    operator: LoadedOperator | undefined,
    ids: IdGenerator,
    plan: DeliveryPlanner,
  ): void {
    const { job } = loaded;
    const first = this.#findRepeated(job);
    if (first) return void this.outcomes.push({ kind: "repeat", job, original: first });
    try {
      const context = this.#createContext(loaded, operator, ids);
      const decided = job.command.handler(context);
      if (isFailure(decided))
        return void this.outcomes.push({ kind: "refused", job, failure: decided });
      assertConsistent(decided, this);
      const deliveries =
        decided.isImport === true
          ? []
          : decided.events.map((event) => plan(event, context, decided.events));
      this.#applyDecision(
        job,
        decided,
        deliveries,
        "chat" in job.command.subject ? job.command.subject.chat : null,
      );
    } catch (error) {
      this.outcomes.push({ kind: "broken", job, error });
    }
  }

  get running(): ChatWorkingState | null {
    return this.#running;
  }

  #createContext(
    loaded: LoadedState,
    operator: LoadedOperator | undefined,
    ids: IdGenerator,
  ): CommandContext {
    const { subject, cause } = loaded.job.command;
    // A command may have been loaded with an older state than the first one of this batch. The
    // write checks the version of that state too.
    this.#addIfNew(loaded.namedChat);
    this.#addIfNew(loaded.snapshot?.running);
    const operatorId = subject.operator;
    if (operatorId !== undefined && operator && this.operators?.has(operatorId) !== true)
      (this.operators ??= new Map()).set(operatorId, { ...operator });
    const named = "chat" in subject ? this.chats.get(subject.chat) : undefined;
    const context: CommandContext = {
      config: this.config,
      visitor: this.visitor,
      currentChat: this.#running?.row ?? null,
      chat: named?.row ?? null,
      lastSeq: named === undefined ? 0 : named.lastSeq + named.count,
      calls: this.calls,
      openChats: operatorId === undefined ? null : (this.operators?.get(operatorId)?.open ?? null),
      mark: cause === undefined ? undefined : { cause },
      now: loaded.job.now,
      ids,
    };
    return loaded.message === undefined && loaded.laterMessages === undefined
      ? context
      : { ...context, ...findMessages(named, loaded, this.events) };
  }
  #addIfNew(snapshot: ChatSnapshot | null | undefined): void {
    if (snapshot && !this.chats.has(snapshot.row.id)) this.#addLoadedChat(snapshot);
  }
  #addLoadedChat(chatSnapshot: ChatSnapshot): ChatWorkingState {
    const work: ChatWorkingState = {
      row: chatSnapshot.row,
      loaded: chatSnapshot,
      lastSeq: chatSnapshot.lastSeq,
      changed: false,
      count: 0,
      requiredSeq: Infinity,
      edited: null,
    };
    this.chats.set(chatSnapshot.row.id, work);
    return work;
  }

  /** Returns the outcome of an earlier command of the batch with the client id (CORE-044). */
  #findRepeated(job: CommandJob): CommandOutcome | undefined {
    const { client, subject } = job.command;
    if (!client) return undefined;
    return this.outcomes.find((step) => {
      const other = step.job.command;
      return (
        step.kind === "answered" &&
        other.client?.id === client.id &&
        other.client.authorKind === client.authorKind &&
        other.client.authorId === client.authorId &&
        "chat" in subject &&
        "chat" in other.subject &&
        subject.chat === other.subject.chat
      );
    });
  }

  #applyDecision(
    job: CommandJob,
    decided: Decision,
    deliveries: readonly (readonly PlannedDelivery[])[],
    named: number | null,
  ): void {
    const namedChat = named === null ? undefined : this.chats.get(named);
    // The database knows only what stood before the batch. Of two commands that were decided at
    // different messages, one is outdated, and the lower number drops both.
    if (namedChat && decided.decidedAtSeq !== undefined && decided.events.length > 0)
      namedChat.requiredSeq = Math.min(
        namedChat.requiredSeq,
        decided.decidedAtSeq - namedChat.count,
      );
    let last: ChatWorkingState | null = null;
    decided.events.forEach((event, n) => {
      const chat = rulesOf(event).apply<ChatWorkingState>(this, event, job.now);
      if (chat) last = chat;
      if (!this.visitor) throw new Error("the event has no visitor");
      this.events.push({
        event,
        at: decided.isImport === true ? getImportTime(event, job.now) : job.now,
        chat,
        count: chat?.count ?? 0,
        visitor: this.visitor,
        deliveries: deliveries[n] ?? [],
      });
    });
    if (decided.visitor && this.visitor) {
      const current = this.visitor;
      const { recipient = current.recipient, invite = current.invite } = decided.visitor;
      if (recipient !== current.recipient || invite !== current.invite) {
        this.visitor = { ...current, recipient, invite };
        this.visitorChanged = true;
      }
    }
    const chat = last ?? (named === null ? this.#running : (namedChat ?? null));
    this.outcomes.push({
      kind: "answered",
      job,
      answer: decided.answer,
      chat,
      count: chat?.count ?? 0,
      events: this.events.length,
      decided: decided.events,
    });
  }

  createVisitor(entity: VisitorData): void {
    const { customer } = this;
    if (!customer) throw new Error("a visitor without customer");
    this.visitor = {
      id: entity.id,
      channelId: customer.channelId,
      customer: customer.key,
      entity,
      recipient: JSON.stringify(customer.key),
      invite: null,
    };
    this.visitorChanged = true;
  }
  changeVisitor(entity: VisitorData): void {
    if (this.visitor) this.visitor = { ...this.visitor, entity };
    this.visitorChanged = true;
  }

  createChat(chat: ChatData, at: number): ChatWorkingState {
    const work: ChatWorkingState = {
      row: { id: chat.id, channelId: chat.channel.id, entity: chat },
      loaded: null,
      lastSeq: 0,
      changed: true,
      count: 0,
      requiredSeq: Infinity,
      edited: null,
    };
    this.chats.set(chat.id, work);
    this.#recordParticipants(work.row, null, at);
    if (chat.state !== "closed") this.#running = work;
    // The visitor's version also covers which chat is running.
    this.visitorChanged = true;
    return work;
  }
  changeChat(chat: ChatData, at: number): ChatWorkingState {
    const work = this.chats.get(chat.id);
    if (!work) throw new Error("the chat is not in this batch");
    const before = work.row;
    work.row = { ...before, entity: chat };
    work.changed = true;
    this.#recordParticipants(work.row, before, at);
    if (chat.state === "closed" && this.#running === work) {
      this.#running = null;
      this.visitorChanged = true;
    }
    return work;
  }

  addMessage(message: NewMessage): ChatWorkingState | null {
    const work = this.chats.get(message.chat_id);
    if (work) work.count++;
    return work ?? null;
  }
  editMessage(chat: ChatWorkingState, message: Message): void {
    (chat.edited ??= new Map()).set(message.seq, message);
  }

  /** Records a changed call or offline message. The visitor's version also covers these. */
  changeRecord({ kind, entity }: ChangedRecord): void {
    (this.records ??= new Map()).set(entity.id, {
      id: entity.id,
      kind,
      chat: kind === "call" ? entity.chat_id : null,
      state: kind === "call" ? entity.status : entity.state,
      created: Date.parse(entity.created_at),
      body: JSON.stringify(entity),
    });
    if (kind === "call") this.calls = updateCalls(this.calls, entity);
    this.visitorChanged = true;
  }

  /** Records which operators joined or left the chat. A closed chat has no participants. */
  #recordParticipants(now: StoredChat, before: StoredChat | null, at: number): void {
    const after = getParticipants(now);
    const earlier = before ? getParticipants(before) : new Set<number>();
    if (after.size + earlier.size === 0) return;
    const moves = (this.participantChanges ??= new Map());
    const recordChange = (operator: number, joined: boolean): void => {
      const key = `${now.id}:${operator}`;
      moves.delete(key);
      moves.set(key, { chat: now.id, operator, joined, at });
      const read = this.operators?.get(operator);
      if (read) read.open += joined ? 1 : -1;
    };
    for (const id of after) if (!earlier.has(id)) recordChange(id, true);
    for (const id of earlier) if (!after.has(id)) recordChange(id, false);
  }
}

/** Returns the time of an imported chat or message at the other system (MV-020). */
function getImportTime(event: NewEvent, now: number): number {
  if (event.name === "message_created") return Date.parse(event.message.created_at);
  return event.name === "chat_created" ? Date.parse(event.chat.created_at) : now;
}

function updateCalls(calls: readonly Call[], changed: Call): readonly Call[] {
  const isOver = changed.status === "end" || changed.status === "error";
  if (isOver) return calls.filter((call) => call.id !== changed.id);
  return calls.some((call) => call.id === changed.id)
    ? calls.map((call) => (call.id === changed.id ? changed : call))
    : [...calls, changed];
}

function getParticipants(chat: StoredChat): Set<number> {
  const { entity } = chat;
  if (entity.state === "closed") return new Set();
  const participants = new Set(entity.participants.map((participant) => participant.id));
  if (entity.assignee) participants.add(entity.assignee.id);
  return participants;
}
