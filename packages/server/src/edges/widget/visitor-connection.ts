import type { WidgetChat } from "@parlour/protocol/widget";
import type { VisitorIdentifiers } from "../../core/blacklist/match.ts";
import type { PageAttributes, PageData } from "../../core/chat/details/update-visit.ts";
import type { VisitSource } from "../../core/entity.ts";
import type { Widget, VisitorEntry } from "./types.ts";

/** State of one visitor connection after hello. */
export interface VisitorConnection {
  readonly account: number;
  /** Current settings of the widget. */
  widget: Widget;
  readonly publicId: string;
  /** Key of the visitor on the channel. It is the subject of the visitor's commands. */
  readonly customer: string;
  readonly tokenHash: Buffer;
  readonly visitorId: number;
  readonly number: number;
  /** Whether the site signed the visitor's identity (WG-047). */
  readonly isSigned: boolean;
  /** Origin of the page, as the widget reports it. */
  readonly origin: string;
  readonly address: string;
  /** Name that operators see in signals. */
  name: string;
  /** Email addresses and phones that the block list is compared with. */
  contacts: Pick<VisitorIdentifiers, "emails" | "phones">;
  /** Value of setUserToken. Null if it was never set. */
  userToken: string | null;
  /** Resolves when the previous token is stored. Tokens are stored one after the other. */
  tokenSaved: Promise<unknown>;
  page: { url: string; title: string };
  readonly session: VisitSource;
  /** Data that the page set about the visitor. Null if none was set (WG-041, WG-064). */
  customData: readonly PageData[] | null;
  attributes: PageAttributes | null;
  /**
   * State of the page data write. `again`: the data changed during the write. Bursts are merged and
   * the last value is stored.
   */
  pageDataWrite: "no" | "yes" | "again";
  /** End of the time that earlier writes use up, in monotonic ms. */
  pageDataBudgetUntil: number;
  /** Id of the visitor's call in progress. Null if there is none. */
  callId: number | null;
  /** The visitor's latest chat as the visitor sees it. Null if there is none. */
  chat: WidgetChat | null;
  /** Availability as last sent, as JSON. */
  availability: string;
  /**
   * Entries published while the welcome is built. Null after the welcome: entries are sent at once.
   */
  queuedEntries: VisitorEntry[] | null;
  /** Entries are sent one after the other. `pendingEntries` counts those that wait. */
  publishing: Promise<void>;
  pendingEntries: number;
}

/** Returns whether the visitor has an open chat, as far as this connection has received. */
export function hasOpenChat({ chat }: Pick<VisitorConnection, "chat">): boolean {
  return chat !== null && chat.state !== "closed";
}
