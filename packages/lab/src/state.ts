import type { Behaviour, EndpointKind } from "./endpoints/behaviour.ts";
import type { LabBotChat } from "./bot/chat.ts";
import type { WebhookEvent, WebhookReply } from "./hook/event.ts";
import type { Exchange } from "./endpoints/exchange.ts";
import type { PanelView } from "./panels/panel.ts";
import type { LabServices } from "./panels/lab-services.ts";

/** State that the page shows. Lists are limited: the oldest entries are removed first. */

type MessageState = "sending" | "accepted" | "refused" | "unanswered" | "shown" | "turned_down";

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
  /** Description of the response. Null before it arrives. */
  detail: string | null;
  /** How often the message was sent or received. */
  times: number;
}

export interface Customer {
  /** JSON: `"anna"` or `7`. 7 and "7" differ here and are one customer for Parlour (CH-042). */
  readonly literal: string;
  name: string;
  email: string;
  phone: string;
  photo: string;
  url: string;
  invite: string;
  messages: LabMessage[];
  /** Name of the operator who is typing. */
  typing: string | null;
}

export interface LabSetup {
  channel: string | null;
  /** Whether a secret is known. The page never receives the secret itself. */
  secret: boolean;
  readonly endpoint: string;
  readonly parlour: string;
  readonly address: string;
  /** One sentence about the allowed outgoing addresses. */
  allow: { readonly ok: boolean; readonly text: string };
  readonly behaviours: Record<EndpointKind, Behaviour>;
  readonly bot: LabConnection;
  readonly hook: LabConnection & { reply: WebhookReply };
}

/** A bot connection or webhook in Parlour, without secrets. */
interface LabConnection {
  /** The address that Parlour calls. */
  readonly endpoint: string;
  /** True if the lab created the resource with the API key. The lab then removes it at the end. */
  isOurs: boolean;
  /** Whether a signing secret is known. */
  secret: boolean;
  /** The address to which the bot posts, with hidden token. null: unknown, or a webhook. */
  address: string | null;
  /** One sentence about the state of the connection. */
  text: string;
}

export interface ChannelStatus {
  readonly value: 0 | 1 | null;
  readonly text: string;
  readonly at: number;
}

export type Change =
  | { readonly setup: LabSetup }
  | { readonly status: ChannelStatus }
  | { readonly customer: Customer }
  | { readonly removed: string }
  | { readonly botChat: LabBotChat }
  | { readonly event: WebhookEvent }
  | { readonly wire: Exchange }
  | { readonly service: PanelView }
  | { readonly cleared: true };

const maxCustomers = 50;
const maxMessages = 200;
const maxExchanges = 200;
const maxBotChats = 50;
const maxEvents = 100;

/** Listeners receive each change in the format that the page expects. */
export class LabState {
  readonly setup: LabSetup;
  secret: string | null = null;
  status: ChannelStatus = { value: null, text: "No channel yet", at: 0 };
  readonly customers = new Map<string, Customer>();
  readonly wires: Exchange[] = [];
  readonly botChats = new Map<string, LabBotChat>();
  readonly events: WebhookEvent[] = [];
  /** Null without `--services`. */
  services: LabServices | null = null;
  /** Values that the page never receives: secrets, and the address with its token. */
  readonly secrets: {
    botAddress: string | null;
    botToken: string;
    botSecret: string | null;
    hookSecret: string | null;
  };
  #listeners = new Set<(change: Change) => void>();
  #number = 0;

  constructor(setup: LabSetup, botToken: string) {
    this.setup = setup;
    this.secrets = { botAddress: null, botToken, botSecret: null, hookSecret: null };
  }

  /** Returns the whole state as a list of changes. */
  snapshot(): Change[] {
    return [
      { cleared: true },
      { setup: this.setup },
      { status: this.status },
      ...[...this.customers.values()].map((customer) => ({ customer })),
      ...[...this.botChats.values()].map((botChat) => ({ botChat })),
      ...this.events.map((event) => ({ event })),
      ...(this.services?.describe() ?? []).map((service) => ({ service })),
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

  /** A request of Parlour proves that the address of the lab is allowed. */
  markReachable(): void {
    if (this.setup.allow.ok) return;
    this.setup.allow = { ok: true, text: `Parlour reaches this lab at ${this.setup.address}.` };
    this.publish({ setup: this.setup });
  }

  publish(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Returns the customer with this id, creating a new one if needed. */
  getOrCreateCustomer(literal: string): Customer {
    const existing = this.customers.get(literal);
    if (existing !== undefined) return existing;
    if (this.customers.size >= maxCustomers) {
      const oldest = this.customers.keys().next().value;
      if (oldest !== undefined) this.removeCustomer(oldest);
    }
    const created: Customer = {
      literal,
      name: "",
      email: "",
      phone: "",
      photo: "",
      url: "",
      invite: "",
      messages: [],
      typing: null,
    };
    this.customers.set(literal, created);
    return created;
  }
  removeCustomer(literal: string): void {
    if (this.customers.delete(literal)) this.publish({ removed: literal });
  }

  addMessage(customer: Customer, message: LabMessage): LabMessage {
    customer.messages.push(message);
    if (customer.messages.length > maxMessages)
      customer.messages.splice(0, customer.messages.length - maxMessages);
    this.publish({ customer });
    return message;
  }

  addBotChat(chat: LabBotChat): LabBotChat {
    this.botChats.set(chat.chatId, chat);
    const oldest = this.botChats.keys().next().value;
    if (this.botChats.size > maxBotChats && oldest !== undefined) this.botChats.delete(oldest);
    return chat;
  }

  addEvent(event: WebhookEvent): void {
    this.events.push(event);
    if (this.events.length > maxEvents) this.events.shift();
    this.publish({ event });
  }

  recordExchange(wire: Omit<Exchange, "n">): Exchange {
    const entry = { ...wire, n: ++this.#number };
    this.wires.push(entry);
    if (this.wires.length > maxExchanges) this.wires.shift();
    this.publish({ wire: entry });
    return entry;
  }
  clearExchanges(): void {
    this.wires.length = 0;
    for (const change of this.snapshot()) this.publish(change);
  }
}
