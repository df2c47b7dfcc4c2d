import type { Call } from "../../entity.ts";
import type { ChatData, NewEvent, NewMessage, VisitorData } from "../../event.ts";
import { fillNumbers, type AssignedNumbers } from "../../draft.ts";
import { isFailure, type Failure } from "../../failure.ts";
import type {
  MailConfig,
  AccountConfig,
  BlockListEntry,
  BotConfig,
  CallsConfig,
  ChannelConfig,
  StoredChat,
  DepartmentConfig,
  FieldConfig,
  OperatorConfig,
  PushDevice,
  CommandContext,
  CommandHandler,
  StoredVisitor,
  WebhookConfig,
} from "../../command.ts";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { isCallFinished } from "../../call/transitions.ts";
import type { BatchState } from "../../events/event-rules.ts";
import { rulesOf } from "../../events/event-table.ts";
import { routingDefaults } from "../../routing/defaults.ts";
import { assertSystemMessagesProven } from "./system-message-proofs.fixture.ts";

const unassigned: AssignedNumbers = { seq: null, chatNumber: null, visitorNumber: null };

/**
 * One customer of one account in memory, updated in the same way as by the write path. Command
 * handlers run on it one after another. It rejects commands that the write path rejects.
 */
export class ChatSimulation {
  readonly chats = new Map<number, ChatData>();
  readonly messages: NewMessage[] = [];
  /** Unfinished calls, in the form in which the write path passes them to command handlers. */
  readonly calls = new Map<number, Call>();
  readonly events: NewEvent[] = [];
  visitor: StoredVisitor | null = null;
  channel: ChannelConfig = {
    id: 5,
    kind: "api",
    name: "Shop",
    publicId: "Qm4nZ8sT1k",
    enabled: true,
    deleted: false,
    endpointId: 9,
    mediaAs: "media objects",
    operators: new Set([1, 2, 3]),
  };
  operators = new Map<number, OperatorConfig>(
    [1, 2, 3].map((id) => [
      id,
      {
        id,
        name: ["Ines", "Ivan", "Olga"][id - 1] ?? "",
        photo: "",
        role: "operator",
        active: true,
        chatLimit: 0,
        hours: null,
      },
    ]),
  );
  departments = new Map<number, DepartmentConfig>();
  bots = new Map<number, BotConfig>();
  webhooks = new Map<number, WebhookConfig>();
  hours: OpeningHours | null = null;
  routing = routingDefaults;
  tags = new Map<number, string>();
  fields: readonly FieldConfig[] = [];
  blockList: readonly BlockListEntry[] = [];
  push: readonly PushDevice[] = [];
  mail: MailConfig | null = null;
  /** null: off. */
  callSettings: CallsConfig | null = null;
  suspended = false;
  now = Date.UTC(2026, 0, 5, 9);
  #id = 100;

  /**
   * Runs a command handler about the customer, or about one chat. Returns the failure or the answer
   * as its receiver gets it, in which numbers that are not assigned are null.
   */
  run(
    handler: CommandHandler,
    chatId?: number,
    operatorId?: number,
  ): Failure | Record<string, unknown> {
    this.now += 1_000;
    const decision = handler(this.context(chatId, operatorId));
    if (isFailure(decision)) return decision;
    assertSystemMessagesProven(decision.events);
    for (const event of decision.events) this.#apply(event);
    if (decision.visitor && this.visitor) this.visitor = { ...this.visitor, ...decision.visitor };
    const answer = fillNumbers(decision.answer, unassigned);
    return JSON.parse(JSON.stringify(answer)) as Record<string, unknown>;
  }

  get currentChat(): ChatData | null {
    return [...this.chats.values()].find((chat) => chat.state !== "closed") ?? null;
  }

  context(chatId?: number, operatorId?: number): CommandContext {
    const next = (): number => (this.#id += 1);
    const row = (chat: ChatData | null | undefined): StoredChat | null =>
      chat ? { id: chat.id, channelId: this.channel.id, entity: chat } : null;
    const open = [...this.chats.values()].filter(
      (chat) =>
        chat.state === "open" &&
        chat.participants.some((participant) => participant.id === operatorId),
    ).length;
    const config: AccountConfig = {
      accountId: 1,
      version: 1,
      departments: this.departments,
      bots: this.bots,
      webhooks: this.webhooks,
      hours: this.hours,
      routing: this.routing,
      tags: this.tags,
      fields: this.fields,
      blockList: this.blockList,
      push: this.push,
      ...(this.mail === null ? {} : { mail: this.mail }),
      ...(this.callSettings === null ? {} : { calls: this.callSettings }),
      suspended: this.suspended,
      operators: this.operators,
      channels: new Map([[this.channel.id, this.channel]]),
    };
    return {
      config,
      visitor: this.visitor,
      currentChat: row(this.currentChat),
      chat: chatId === undefined ? null : row(this.chats.get(chatId)),
      lastSeq: 0,
      calls: [...this.calls.values()],
      openChats: operatorId === undefined ? null : open,
      now: this.now,
      ids: { chat: next, visitor: next, message: next, delivery: next },
    };
  }

  #apply(event: NewEvent): void {
    this.events.push(event);
    const { needs, apply } = rulesOf(event);
    if (needs === "no command") throw new Error(`a command may not write ${event.name}`);
    apply<null>(this.#state, event, this.now);
  }
  readonly #state: BatchState<null> = {
    createVisitor: (visitor) => this.#saveVisitor(visitor),
    changeVisitor: (visitor) => this.#saveVisitor(visitor),
    createChat: (chat) => {
      if (this.currentChat !== null && chat.state !== "closed")
        throw new Error("a second running chat");
      this.chats.set(chat.id, chat);
      return null;
    },
    changeChat: (chat) => {
      if (!this.chats.has(chat.id)) throw new Error("a chat that nobody created");
      this.chats.set(chat.id, chat);
      return null;
    },
    addMessage: (message) => (this.messages.push(message), null),
    editMessage: () => undefined,
    changeRecord: ({ kind, entity }) => {
      if (kind !== "call") return;
      if (isCallFinished(entity)) this.calls.delete(entity.id);
      else this.calls.set(entity.id, entity);
    },
  };

  #saveVisitor(entity: VisitorData): void {
    this.visitor = {
      channelId: this.channel.id,
      customer: entity.customer ?? "",
      recipient: '"c"',
      invite: null,
      ...this.visitor,
      id: entity.id,
      entity,
    };
  }
}
