import type { MessageBody } from "./check-message.ts";
import type { Faults } from "../meta/faults.ts";
import type { MediaStore } from "./media-store.ts";
import type { LabTemplate } from "./templates.ts";
import type { WebhookSender } from "../meta/webhook-sender.ts";

/**
 * A part of WhatsApp's Cloud API in memory, as its public documentation describes it: messages,
 * media, templates, webhooks with their handshake, and errors. One phone number, one business
 * account, one app.
 */
export interface WhatsAppService {
  /** Base URL, for the setting WHATSAPP_API_URL. */
  readonly url: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  /** Accepted messages in their order. */
  readonly messages: readonly SentMessage[];
  /** Read marks and typing indicators in their order. */
  readonly readMarks: readonly ReadMark[];
  /** Statuses that were sent for each message, in their order, by its id. */
  readonly sentStatuses: ReadonlyMap<string, readonly MessageStatus[]>;
  readonly templates: LabTemplate[];
  readonly media: MediaStore;
  readonly faults: Faults;
  readonly webhooks: WebhookSender;
  /** Address that the app registered for webhooks, or null. */
  webhookAddress(): string | null;
  /** Registers an address without the handshake. */
  setWebhookAddress(address: string | null): void;
  /** Resolves after the receiver answered 200. `content`: fields after `timestamp`. */
  receive(customer: LabCustomer, content: MessageBody & { readonly id?: string }): Promise<string>;
  sendStatus(wamid: string, status: MessageStatus, extra?: StatusExtra): Promise<void>;
  close(): Promise<void>;
}
export interface SentMessage {
  readonly wamid: string;
  readonly at: number;
  readonly recipient: string;
  readonly body: MessageBody;
}
export interface ReadMark {
  readonly messageId: string;
  readonly isTyping: boolean;
}
/** A customer. Without `phone`, the customer uses a username and hides the number. */
export interface LabCustomer {
  readonly name: string;
  readonly phone?: string;
  readonly userId: string;
  readonly username?: string;
}
export type MessageStatus = "sent" | "delivered" | "read" | "failed";
export interface StatusExtra {
  readonly errorCode?: number;
  readonly at?: number;
}
export interface WhatsAppServiceOptions {
  readonly port?: number;
  /** Current time in milliseconds. */
  readonly now?: () => number;
  /** Statuses that follow each accepted message by themselves. */
  readonly statuses?: readonly MessageStatus[];
  /** Called after each request and each accepted webhook. */
  readonly onChange?: () => void;
  /** Pause before a webhook is sent again, in milliseconds. */
  readonly retryMs?: number;
  /** Identities of a service that was started before. */
  readonly identity?: Partial<Identity>;
}
export interface Identity {
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly accessToken: string;
  readonly appSecret: string;
}
