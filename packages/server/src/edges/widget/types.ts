import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import type { ChatData, VisitorData } from "../../core/event.ts";

/** A widget, which pages identify by its public id (WG-005). */
export interface Widget {
  readonly account: number;
  readonly channelId: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: WidgetSettings;
  /** Sealed secret for signed identity (WG-047). Null if signed identity is off. */
  readonly identitySecret: Buffer | null;
  /** Whether the window shows articles of the help centre (WG-310). */
  readonly hasArticles: boolean;
}

/** A visitor of a widget with their latest chat. `seq`: number of its last message. */
export interface VisitorWithChat {
  readonly id: number;
  readonly number: number;
  readonly visitor: VisitorData;
  /** Value of setUserToken (WG-046). */
  readonly userToken: string | null;
  readonly chat: { readonly id: number; readonly seq: number; readonly entity: ChatData } | null;
}

/** A journal entry, with the data that the widget edge uses. */
export interface VisitorEntry {
  readonly position: number;
  readonly name: string;
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  readonly seq: number | null;
  readonly frame: string;
}
