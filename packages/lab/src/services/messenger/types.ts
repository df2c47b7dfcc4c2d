import type { Faults } from "../meta/faults.ts";
import type { WebhookSender } from "../meta/webhook-sender.ts";

export type LabProduct = "messenger" | "instagram";
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A part of Meta's Messenger Platform in memory, as its public documentation describes it:
 * messages, attachments, profiles, webhooks with their handshake, and errors. One page with one
 * Instagram account, one app.
 */
export interface MessengerService {
  /** Base URL, for the setting MESSENGER_API_URL. */
  readonly url: string;
  readonly product: LabProduct;
  /** Id of the page or the Instagram account. */
  readonly accountId: string;
  readonly appId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  /** Accepted messages in their order. */
  readonly messages: readonly SentMessage[];
  /** Accepted actions in their order: typing and reactions. */
  readonly actions: readonly Fields[];
  /** Uploaded files by their attachment id. */
  readonly attachments: ReadonlyMap<string, LabFile>;
  /** Customers who blocked the account, by id. */
  readonly blocked: Set<string>;
  /** Whether the page has an Instagram account. */
  hasInstagram: boolean;
  readonly faults: Faults;
  readonly webhooks: WebhookSender;
  webhookAddress(): string | null;
  /** Enters an address in the dashboard without the handshake. */
  setWebhookAddress(address: string | null): void;
  /** Enters an address in the dashboard. Resolves with whether the handshake succeeded. */
  connect(address: string, verifyToken: string): Promise<boolean>;
  /** Returns the address of a file that a customer sends. */
  addFile(file: LabFile): string;
  /** Sends a message of a customer. Resolves with its id after the receiver answered 200. */
  receive(customer: LabCustomer, message: Fields): Promise<string>;
  /** Sends another event of a customer: a reaction, a press, an edit. Resolves as `receive`. */
  send(customer: LabCustomer, event: Fields): Promise<void>;
  /** Sends that the customer received or saw everything until now. */
  sendReceipt(customerId: string, state: "delivered" | "read"): Promise<void>;
  close(): Promise<void>;
}
export interface SentMessage {
  readonly mid: string;
  readonly at: number;
  readonly recipient: string;
  readonly body: Fields;
}
export interface LabCustomer {
  readonly id: string;
  readonly name: string;
}
export interface LabFile {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}
export interface MessengerServiceOptions {
  readonly product: LabProduct;
  readonly port?: number;
  /** Current time in milliseconds. */
  readonly now?: () => number;
  /** Whether an echo follows each message. */
  readonly hasEchoes?: boolean;
  /** Receipts that follow each accepted message by themselves. */
  readonly receipts?: readonly ("delivered" | "read")[];
  /** Called after each request and each accepted webhook. */
  readonly onChange?: () => void;
  /** Pause before a webhook is sent again, in milliseconds. */
  readonly retryMs?: number;
  /** Secrets of a service that was started before. */
  readonly identity?: { readonly accessToken: string; readonly appSecret: string };
}
