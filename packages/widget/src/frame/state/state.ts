import type {
  WidgetAvailability,
  WidgetCall,
  WidgetChat,
  WidgetContacts,
  WidgetInvitation,
  WidgetMessage,
} from "@parlour/protocol/widget";
import type {
  WidgetLanguage,
  WidgetScriptConfig,
} from "@parlour/protocol/settings/widget-settings";
import type { WidgetState } from "../../widget-state.ts";

/**
 * `connecting`: no connection has been established yet. `offline`: the connection was lost and is
 * being restored. `refused`: the widget is not allowed on this page.
 */
type ConnectionState = "connecting" | "live" | "offline" | "refused";
/** Why a request failed: code and message from the server, and the rejected field. */
export interface RequestFailure {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
}
/** An uploaded file that will be sent with a message. */
export interface AttachedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** Length of a voice message in seconds. */
  readonly voice_s?: number | undefined;
}
/** Which message is quoted (WG-282). */
export interface QuotedMessage {
  readonly chat_id: number;
  readonly seq: number;
}
/**
 * A message that the server has not confirmed (WG-082). `at` is the time when it was written, in
 * milliseconds. The time is unique and defines the order.
 */
export interface PendingMessage {
  readonly ref: string;
  readonly text: string;
  readonly at: number;
  readonly upload?: AttachedFile;
  readonly button?: { readonly message_id: number; readonly id: string };
  readonly quotes?: QuotedMessage | undefined;
  readonly departmentId?: number | undefined;
  /** Language of the greeting above the message. Set if the message starts a chat (WG-111). */
  readonly greeting?: WidgetLanguage | undefined;
  readonly failed: RequestFailure | null;
  /**
   * Callbacks of the page that run when the message is stored. Set when the message is first sent.
   */
  readonly tells?: readonly ("clientStartChat" | "messageSent")[];
}
export type Invitation = WidgetInvitation & { readonly by: "script" | "rule" | "operator" };

export interface ChatWindowState {
  readonly face: WidgetScriptConfig;
  readonly state: WidgetState;
  readonly phone: boolean;
  readonly dark: boolean;
  /** Accent colour that the page's script has set. If null, the widget's setting applies. */
  readonly accent: string | null;
  readonly kept: "always" | "tab" | "page";
  readonly connection: ConnectionState;
  /** When the connection was lost, in milliseconds. Null while it is live. */
  readonly lostAt: number | null;
  /** "slow" after 2 s without a connection, "long" after 2 min. */
  readonly outage: "none" | "slow" | "long";
  readonly number: number | null;
  readonly situation: WidgetAvailability | null;
  readonly contacts: WidgetContacts;
  readonly quiet: boolean;
  /** Whether the visitor has ever written a message (WG-020 onMessageSent). */
  readonly hasWritten: boolean;
  /** Whether the visitor has agreed to a consent text. */
  readonly hasConsented: boolean;
  readonly chat: WidgetChat | null;
  /**
   * Ids of earlier chats. Late frames of these chats are ignored. The ids do not show which chat is
   * later (CORE-004).
   */
  readonly past: readonly number[];
  /** Messages of the chat, ordered by `seq`, without duplicates. */
  readonly messages: readonly WidgetMessage[];
  /** All messages up to this `seq` are received. A new connection continues here (WG-086). */
  readonly receivedSeq: number;
  /** Whether the server has earlier messages. */
  readonly more: boolean;
  readonly outbox: readonly PendingMessage[];
  /** Highest `seq` that the visitor has read in any tab (WG-085). */
  readonly read: number;
  /** Name of the operator who is typing. Null: none. */
  readonly typing: string | null;
  readonly call: WidgetCall | null;
  readonly invitation: Invitation | null;
  /** Whether the visitor has left an ended chat. If true, the next message starts another chat. */
  readonly isFresh: boolean;
  readonly department: number | null;
  /** Language of the rendered window and greeting. Null before the first rendering. */
  readonly greeting: WidgetLanguage | null;
  /** Whether the contacts form was submitted or skipped. */
  readonly contactsDone: boolean;
  readonly draft: string;
  /** The message that the visitor's next one quotes. Absent: none. */
  readonly quotes?: QuotedMessage | undefined;
  readonly muted: boolean;
}

/** The part of the state that belongs to the page, not to the visitor. */
export type PageState = Pick<
  ChatWindowState,
  "face" | "state" | "phone" | "dark" | "kept" | "situation"
>;
