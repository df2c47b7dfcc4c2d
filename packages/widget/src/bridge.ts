import type {
  ContactClaims,
  PageField,
  PageFrame,
  WidgetAgent,
  WidgetContacts,
  WidgetAvailability,
} from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import type { WidgetState } from "./widget-state.ts";

/**
 * The messages between host page and chat window, sent over one MessagePort. The chat window posts
 * `bridgeHello` to its parent. The page checks that this message comes from its own iframe at the
 * installation's origin and then sends the port. No other message is posted between the two windows
 * (WG-004, WG-084).
 */
export const bridgeHello = "parlour:window";

/** Values that the page set by name (WG-210). A list is the value of a field (WG-263). */
export type PageAttributes = Readonly<Record<string, string | number | boolean | string[]>>;

/** Messages from the host page to the chat window. */
export type MessageToWindow =
  /** First message over the port. `token` is the visitor token as the page stored it. */
  | {
      readonly type: "start";
      readonly face: WidgetScriptConfig;
      readonly token: string | null;
      readonly userToken: string | null;
      readonly page: PageFrame;
      readonly language: string;
      readonly origin: string;
      readonly state: WidgetState;
      readonly dark: boolean;
      /** Same meaning as in the message `place`. */
      readonly phone: boolean;
      /** Availability, if the page has already received it (WG-103). Otherwise null. */
      readonly situation: WidgetAvailability | null;
      /**
       * How long the page's storage keeps the token (WG-084). With "page", the chat is lost when
       * the visitor leaves the page, and the chat window tells the visitor so.
       */
      readonly kept: "always" | "tab" | "page";
      /** `_ga` and `_ym_uid`, if the widget may read them (WH-026). */
      readonly cookies?: { readonly ga?: string; readonly ym?: string } | undefined;
      /** The encrypted text that the chat window sent in the message `keep`. */
      readonly sealed?: string | undefined;
    }
  /**
   * The widget changed its state. `focus` is true if the visitor caused the change, so that the
   * chat window may take the focus (WG-088).
   */
  | { readonly type: "state"; readonly state: WidgetState; readonly focus: boolean }
  | { readonly type: "page"; readonly url: string; readonly title: string }
  /** Whether the chat window covers a small screen (WG-088). */
  | { readonly type: "place"; readonly phone: boolean }
  /** The page's colour scheme changed, or the page's script set the accent colour (`#rrggbb`). */
  | { readonly type: "look"; readonly dark?: boolean; readonly accent?: string }
  /** Calls of the script API that the chat window must send to the server. */
  | { readonly type: "contacts"; readonly contacts: ContactClaims }
  | { readonly type: "custom_data"; readonly fields: readonly PageField[] }
  | {
      readonly type: "attributes";
      readonly attributes: PageAttributes;
    }
  | { readonly type: "user_token"; readonly token: string }
  /** Text to show as a system message (WG-060). The page itself opens the chat. */
  | {
      readonly type: "invite";
      readonly text: string;
      readonly department_id: number | null;
      readonly by: "script" | "rule";
    }
  | { readonly type: "call"; readonly phone: string }
  | { readonly type: "offline"; readonly contacts: ContactClaims; readonly text: string }
  | { readonly type: "say"; readonly text: string }
  /** The page replaced the account's rules with `setRules` (WG-050). */
  | { readonly type: "replaced" }
  /**
   * The chat window must post its unread state to `port`. The teaser's iframe has the other end of
   * the port (WG-110).
   */
  | { readonly type: "unread"; readonly port: MessagePort }
  | { readonly type: "forget" };

export type StartMessage = Extract<MessageToWindow, { type: "start" }>;
export type PageMessage = Exclude<MessageToWindow, StartMessage>;

/**
 * Message from the page to the teaser's iframe. The teaser must show the unread messages that the
 * chat window posts to `port`. `language` is a language of the widget.
 */
export interface MessageToTeaser {
  readonly type: "teaser";
  readonly language: string;
  readonly port: MessagePort;
}
/**
 * Messages from the teaser's iframe to the page. `size` is the teaser's height in CSS pixels.
 * `leave` means that the visitor ignored the teaser for a while.
 */
export type MessageFromTeaser =
  | { readonly type: "size"; readonly height: number }
  | { readonly type: "open" | "dismiss" | "leave" };

/** The part of the state that the host page may read at any time (WG-030). */
export interface PublicState {
  readonly connected: boolean;
  readonly number: number | null;
  readonly situation: WidgetAvailability | null;
  readonly contacts: WidgetContacts;
  readonly unread: number;
  /**
   * Operators in the chat, shown in the bar of `chat/min`. The page never receives message texts.
   */
  readonly agents: readonly WidgetAgent[];
  /** A call with the visitor is being set up or in progress. */
  readonly calling: boolean;
  /** Whether page rules are off for this visitor (WG-054). */
  readonly quiet: boolean;
  /** Whether the visitor has an open chat with at least one message (WG-071). */
  readonly hasMessages: boolean;
}

/** Messages from the chat window to the host page. */
export type MessageToPage =
  | { readonly type: "facts"; readonly facts: PublicState }
  /** The page stores the token for the next page. Null removes it. */
  | { readonly type: "token"; readonly token: string | null }
  /**
   * Encrypted state for the next chat window of this tab. The page cannot read it. Null if there is
   * nothing to store. Sent where the browser denies storage to the iframe.
   */
  | { readonly type: "keep"; readonly sealed: string | null }
  /** The visitor pressed a button in the chat window. */
  | {
      readonly type: "move";
      readonly cause: "chat_tab" | "call" | "minimise" | "close" | "ended" | "reply";
    }
  /**
   * An operator's invitation. `at` is the time when it was sent. The visible tab opens the chat
   * window, unless the visitor has closed an invitation in this visit.
   */
  | { readonly type: "invited"; readonly at: number }
  /** The invitation was withdrawn before the visitor wrote. */
  | { readonly type: "withdrawn" }
  /**
   * The server rejected the widget on this page (close code 4004, WG-090 `hidden.countries`). The
   * page must remove the button.
   */
  | { readonly type: "gone" }
  /** The chat window has rendered, including its own close button. */
  | { readonly type: "drawn" }
  /** The visitor touched the chat window. Half height becomes full height (WG-088). */
  | { readonly type: "touched" }
  /** Runs a callback of the page (WG-020) that only the chat window can trigger. */
  | {
      readonly type: "event";
      readonly name: string;
      readonly detail: Readonly<Record<string, unknown>>;
    };
