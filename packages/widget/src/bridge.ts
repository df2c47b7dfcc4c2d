import type { ContactClaims, PageField, PageSeen, WidgetAgent, WidgetContacts, WidgetSituation } from "@parlour/protocol/widget";
import type { WidgetFace } from "@parlour/protocol/widget-settings";
import type { State } from "./states.ts";

/**
 * What page and window say to each other over one MessagePort. The window makes itself known to the page that holds it, the page checks that it is its own
 * frame at the installation's origin, and hands it the port: nothing else is ever posted between windows (WG-004, WG-084).
 */
export const hello = "parlour:window";

/** Of the page. */
export type ToWindow =
  /** First message over the port. `token`: as the page keeps it. */
  | {
      readonly type: "start";
      readonly face: WidgetFace;
      readonly token: string | null;
      readonly userToken: string | null;
      readonly page: PageSeen;
      readonly language: string;
      readonly origin: string;
      readonly state: State;
      readonly dark: boolean;
      /** As `place`. */
      readonly phone: boolean;
      /** Whether somebody is there, if the page has heard it already (WG-103). */
      readonly situation: WidgetSituation | null;
      /** How long the page can keep the token (WG-084): "page" means that the chat is forgotten when the visitor leaves, and he is told so. */
      readonly kept: "always" | "tab" | "page";
      /** `_ga` and `_ym_uid`, where the widget may read them (WH-026). */
      readonly cookies?: { readonly ga?: string; readonly ym?: string };
      /** What the window gave to be kept (`keep`). */
      readonly sealed?: string;
    }
  /** The widget moved; `focus`: by the visitor's hand, so the window may take the focus (WG-088). */
  | { readonly type: "state"; readonly state: State; readonly focus: boolean }
  | { readonly type: "page"; readonly url: string; readonly title: string }
  /** The window covers a small screen (WG-088), or does no longer. */
  | { readonly type: "place"; readonly phone: boolean }
  /** The page's colour scheme changed, or its script set the accent (`#rrggbb`). */
  | { readonly type: "look"; readonly dark?: boolean; readonly accent?: string }
  /** The page's call of the script API that the server has to hear of. */
  | { readonly type: "contacts"; readonly contacts: ContactClaims }
  | { readonly type: "custom_data"; readonly fields: readonly PageField[] }
  | { readonly type: "attributes"; readonly attributes: Readonly<Record<string, string | number | boolean>> }
  | { readonly type: "user_token"; readonly token: string }
  /** Shown as a message of the service (WG-060); the page moves to the chat itself. */
  | { readonly type: "invite"; readonly text: string; readonly department_id: number | null; readonly by: "script" | "rule" }
  | { readonly type: "call"; readonly phone: string }
  | { readonly type: "offline"; readonly contacts: ContactClaims; readonly text: string }
  | { readonly type: "say"; readonly text: string }
  /** setRules of the page was taken (WG-050). */
  | { readonly type: "replaced" }
  /** The teaser's frame is at the other end of `port`: the window posts its model there (WG-110). */
  | { readonly type: "unread"; readonly port: MessagePort }
  | { readonly type: "forget" };

export type Start = Extract<ToWindow, { type: "start" }>;
export type Heard = Exclude<ToWindow, Start>;

/** The page to the teaser's frame: draw the unread messages of the model that the window posts to `port`. `language`: one of the ten. */
export interface ShowTeaser {
  readonly type: "teaser";
  readonly language: string;
  readonly port: MessagePort;
}
/** The teaser's frame to the page. `size`: its height in CSS pixels. `leave`: nobody has looked at it for a while. */
export type FromTeaser = { readonly type: "size"; readonly height: number } | { readonly type: "open" | "dismiss" | "leave" };

/** What the page may read at any moment without asking (WG-030). */
export interface Facts {
  readonly connected: boolean;
  readonly number: number | null;
  readonly situation: WidgetSituation | null;
  readonly contacts: WidgetContacts;
  readonly unread: number;
  /** Who answers, for the bar of `chat/min`; [] while nobody does. What was said never reaches the page. */
  readonly agents: readonly WidgetAgent[];
  /** A call of the visitor runs. */
  readonly calling: boolean;
  /** No rules for him (WG-054). */
  readonly quiet: boolean;
  /** A running chat with at least one message (WG-071). */
  readonly hasMessages: boolean;
}

/** Of the window. */
export type ToPage =
  | { readonly type: "facts"; readonly facts: Facts }
  /** To be kept for the next page; null: forget it. */
  | { readonly type: "token"; readonly token: string | null }
  /** For the next window of this tab, unreadable for the page; null: nothing. Said where the browser lets the frame itself keep nothing. */
  | { readonly type: "keep"; readonly sealed: string | null }
  /** The visitor pressed something in the window. */
  | { readonly type: "move"; readonly cause: "chat_tab" | "call" | "minimise" | "close" | "ended" | "reply" }
  /** An operator's invitation is there, sent at this time: the page that is looked at opens the window, unless the visitor closed one in this visit. */
  | { readonly type: "invited"; readonly at: number }
  /** It was taken back, and nothing was written yet. */
  | { readonly type: "withdrawn" }
  /** The server will not have it here (4004; WG-090 `hidden.countries`): the page takes the button away. */
  | { readonly type: "gone" }
  /** There is something to see in the window, and with it a way out of it. */
  | { readonly type: "drawn" }
  /** The visitor touched the window: a half one becomes a whole one (WG-088). */
  | { readonly type: "touched" }
  /** A callback of the page (WG-020) that the window alone knows of. */
  | { readonly type: "event"; readonly name: string; readonly detail: Readonly<Record<string, unknown>> };
