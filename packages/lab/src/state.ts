import type { Behaviour, Side } from "./behaviour.ts";
import type { BotChat } from "./bot/chat.ts";
import type { HookEvent, HookReply } from "./hook/event.ts";
import type { Wire } from "./wire.ts";

/** Everything the page shows. Lists are bounded: the oldest entries go first. */

export type MessageState = "sending" | "accepted" | "refused" | "unanswered" | "shown" | "turned_down";

export interface LabMessage {
  /** The `Idempotency-Key` of a customer's message, the `webhook-id` of an operator's. */
  readonly key: string;
  readonly from: "customer" | "operator";
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly file: string | null;
  readonly at: number;
  state: MessageState;
  /** What was answered, in words. */
  detail: string | null;
  /** How often it was sent or came. */
  times: number;
}

export interface Customer {
  /** The id as JSON: `"anna"` or `7`. Identifies the customer (CH-042 would join 7 and "7"; the lab keeps both spellings apart). */
  readonly literal: string;
  name: string;
  email: string;
  phone: string;
  photo: string;
  url: string;
  invite: string;
  messages: LabMessage[];
  /** Name of the operator who types now. */
  typing: string | null;
}

export interface Setup {
  channel: string | null;
  /** Only whether one is known: the page never gets it back. */
  secret: boolean;
  readonly endpoint: string;
  readonly parlour: string;
  readonly address: string;
  /** One sentence on the list of outgoing addresses. */
  allow: { readonly ok: boolean; readonly text: string };
  readonly behaviours: Record<Side, Behaviour>;
  readonly bot: Connection;
  readonly hook: Connection & { reply: HookReply };
}

/** A bot connection or webhook in Parlour, as the page may know it. */
export interface Connection {
  /** What Parlour calls. */
  readonly endpoint: string;
  /** The lab made it with the key and takes it away at the end. */
  isOurs: boolean;
  /** Only whether a signing secret is known. */
  secret: boolean;
  /** Where the bot posts, its token hidden; null: unknown. Webhooks have none. */
  address: string | null;
  /** One sentence. */
  text: string;
}

export interface ChannelStatus {
  readonly value: 0 | 1 | null;
  readonly text: string;
  readonly at: number;
}

export type Change =
  | { readonly setup: Setup }
  | { readonly status: ChannelStatus }
  | { readonly customer: Customer }
  | { readonly gone: string }
  | { readonly botChat: BotChat }
  | { readonly event: HookEvent }
  | { readonly wire: Wire }
  | { readonly cleared: true };

const maxCustomers = 50;
const maxMessages = 200;
const maxWires = 200;
const maxBotChats = 50;
const maxEvents = 100;

/** The lab's memory while it runs. Listeners get each change as the page needs it. */
export class LabState {
  readonly setup: Setup;
  secret: string | null = null;
  status: ChannelStatus = { value: null, text: "No channel yet", at: 0 };
  readonly customers = new Map<string, Customer>();
  readonly wires: Wire[] = [];
  readonly botChats = new Map<string, BotChat>();
  readonly events: HookEvent[] = [];
  /** Never told to the page: secrets, and the address with its token. */
  readonly hidden: { botAddress: string | null; botToken: string; botSecret: string | null; hookSecret: string | null };
  #listeners = new Set<(change: Change) => void>();
  #number = 0;

  constructor(setup: Setup, botToken: string) {
    this.setup = setup;
    this.hidden = { botAddress: null, botToken, botSecret: null, hookSecret: null };
  }

  /** All there is, as the changes that make it. */
  snapshot(): Change[] {
    return [
      { cleared: true },
      { setup: this.setup },
      { status: this.status },
      ...[...this.customers.values()].map((customer) => ({ customer })),
      ...[...this.botChats.values()].map((botChat) => ({ botChat })),
      ...this.events.map((event) => ({ event })),
      ...this.wires.map((wire) => ({ wire })),
    ];
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  /** A request of Parlour came: whoever allowed it, the address is allowed. */
  reached(): void {
    if (this.setup.allow.ok) return;
    this.setup.allow = { ok: true, text: `Parlour reaches this lab at ${this.setup.address}.` };
    this.tell({ setup: this.setup });
  }

  tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** The customer of this id, made when new. */
  customer(literal: string): Customer {
    const known = this.customers.get(literal);
    if (known !== undefined) return known;
    if (this.customers.size >= maxCustomers) {
      const oldest = this.customers.keys().next().value;
      if (oldest !== undefined) this.remove(oldest);
    }
    const made: Customer = { literal, name: "", email: "", phone: "", photo: "", url: "", invite: "", messages: [], typing: null };
    this.customers.set(literal, made);
    return made;
  }
  remove(literal: string): void {
    if (this.customers.delete(literal)) this.tell({ gone: literal });
  }

  add(customer: Customer, message: LabMessage): LabMessage {
    customer.messages.push(message);
    if (customer.messages.length > maxMessages) customer.messages.splice(0, customer.messages.length - maxMessages);
    this.tell({ customer });
    return message;
  }

  addBotChat(chat: BotChat): BotChat {
    this.botChats.set(chat.chatId, chat);
    const oldest = this.botChats.keys().next().value;
    if (this.botChats.size > maxBotChats && oldest !== undefined) this.botChats.delete(oldest);
    return chat;
  }

  addEvent(event: HookEvent): void {
    this.events.push(event);
    if (this.events.length > maxEvents) this.events.shift();
    this.tell({ event });
  }

  record(wire: Omit<Wire, "n">): Wire {
    const entry = { ...wire, n: ++this.#number };
    this.wires.push(entry);
    if (this.wires.length > maxWires) this.wires.shift();
    this.tell({ wire: entry });
    return entry;
  }
  clearWires(): void {
    this.wires.length = 0;
    for (const change of this.snapshot()) this.tell(change);
  }
}
