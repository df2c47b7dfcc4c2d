import type {
  ContactClaims,
  PageField,
  PageFrame,
  WidgetAgent,
  WidgetContacts,
  WidgetAvailability,
} from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/entity/widget/widget-settings";
import type { WidgetState } from "./widget-state.ts";

/**
 * The messages between host page and chat window, over one MessagePort. The chat window greets its
 * parent with `bridgeHello`. The page checks that the greeting comes from its own iframe at the
 * installation's origin and then sends the port. No other message is posted between the two windows
 * (WG-004, WG-084).
 */
export const bridgeHello = "parlour:window";

/** Messages of the host page. */
export type MessageToWindow =
  /** First message over the port. `token`: as the page stores it. */
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
      /** As in the message `place`. */
      readonly phone: boolean;
      /** Availability, if the page has already received it (WG-103). */
      readonly situation: WidgetAvailability | null;
      /**
       * Lifetime of the token in the page's storage (WG-084). With "page" the chat is lost when the
       * visitor leaves, and the chat window says so.
       */
      readonly kept: "always" | "tab" | "page";
      /** `_ga` and `_ym_uid`, if the widget may read them (WH-026). */
      readonly cookies?: { readonly ga?: string; readonly ym?: string };
      /** The encrypted text that the chat window sent with `keep`. */
      readonly sealed?: string;
    }
  /**
   * The widget changed its state. `focus`: the visitor did it, so the chat window may take the
   * focus (WG-088).
   */
  | { readonly type: "state"; readonly state: WidgetState; readonly focus: boolean }
  | { readonly type: "page"; readonly url: string; readonly title: string }
  /** Whether the chat window covers a small screen (WG-088). */
  | { readonly type: "place"; readonly phone: boolean }
  /** The page's colour scheme changed, or its script set the accent (`#rrggbb`). */
  | { readonly type: "look"; readonly dark?: boolean; readonly accent?: string }
  /** Calls of the script API that the server must receive. */
  | { readonly type: "contacts"; readonly contacts: ContactClaims }
  | { readonly type: "custom_data"; readonly fields: readonly PageField[] }
  | {
      readonly type: "attributes";
      readonly attributes: Readonly<Record<string, string | number | boolean>>;
    }
  | { readonly type: "user_token"; readonly token: string }
  /** Shown as a system message (WG-060). The page itself opens the chat. */
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
  /** The chat window posts its state to `port`, whose other end is the teaser's iframe (WG-110). */
  | { readonly type: "unread"; readonly port: MessagePort }
  | { readonly type: "forget" };

export type StartMessage = Extract<MessageToWindow, { type: "start" }>;
export type PageMessage = Exclude<MessageToWindow, StartMessage>;

/**
 * From the page to the teaser's iframe: show the unread messages of the state that the chat window
 * posts to `port`. `language`: one of the ten.
 */
export interface MessageToTeaser {
  readonly type: "teaser";
  readonly language: string;
  readonly port: MessagePort;
}
/**
 * From the teaser's iframe to the page. `size`: its height in CSS pixels. `leave`: the teaser was
 * ignored for a while.
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
  /** Operators in the chat, for the bar of `chat/min`. The page never receives message texts. */
  readonly agents: readonly WidgetAgent[];
  /** A call with the visitor is in progress. */
  readonly calling: boolean;
  /** Page rules are off for this visitor (WG-054). */
  readonly quiet: boolean;
  /** The visitor has an open chat with at least one message (WG-071). */
  readonly hasMessages: boolean;
}

/** Messages of the chat window. */
export type MessageToPage =
  | { readonly type: "facts"; readonly facts: PublicState }
  /** The page stores the token for the next page. Null removes it. */
  | { readonly type: "token"; readonly token: string | null }
  /**
   * Encrypted state for the next chat window of this tab; the page cannot read it. Null: nothing to
   * store. Sent where the browser denies storage to the iframe.
   */
  | { readonly type: "keep"; readonly sealed: string | null }
  /** The visitor pressed a control in the chat window. */
  | {
      readonly type: "move";
      readonly cause: "chat_tab" | "call" | "minimise" | "close" | "ended" | "reply";
    }
  /**
   * An operator's invitation, sent at this time. The visible tab opens the chat window, unless the
   * visitor closed an invitation in this visit.
   */
  | { readonly type: "invited"; readonly at: number }
  /** The invitation was withdrawn before the visitor wrote. */
  | { readonly type: "withdrawn" }
  /**
   * The server rejected the widget on this page (4004; WG-090 `hidden.countries`). The page removes
   * the button.
   */
  | { readonly type: "gone" }
  /** The chat window has rendered, and with it its own close button. */
  | { readonly type: "drawn" }
  /**
   * The visitor touched the chat window. If it covers half the screen, it becomes full height
   * (WG-088).
   */
  | { readonly type: "touched" }
  /** A callback of the page (WG-020) that only the chat window can trigger. */
  | {
      readonly type: "event";
      readonly name: string;
      readonly detail: Readonly<Record<string, unknown>>;
    };
