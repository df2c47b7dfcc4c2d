import type { ClientAddress } from "../../core/client/address.ts";
import type { WidgetChat } from "@parlour/protocol/widget";
import type { VisitorIdentifiers } from "../../core/blacklist/match.ts";
import type { FieldClaims } from "../../core/field-values.ts";
import type { PageAttributes, PageData } from "../../core/chat/details/update-visit.ts";
import type { VisitSource } from "../../core/entity.ts";
import type { Widget, VisitorEntry } from "./types.ts";

/** State of one visitor connection after hello. */
export interface VisitorConnection {
  readonly account: number;
  widget: Widget;
  readonly publicId: string;
  /** Key of the visitor in the channel. The visitor's commands have it as their subject. */
  readonly customer: string;
  readonly tokenHash: Buffer;
  readonly visitorId: number;
  readonly number: number;
  /** Whether the site signed the visitor's identity (WG-047). */
  readonly isSigned: boolean;
  /** Origin of the page, as reported by the widget. */
  readonly origin: string;
  readonly address: ClientAddress;
  /** Name of the visitor that operators see in signals. */
  name: string;
  /** Email addresses and phone numbers that are compared with the block list. */
  contacts: VisitorIdentifiers;
  /** Value that the page passed to setUserToken, or null. */
  userToken: string | null;
  /**
   * Resolves when the previous user token is stored, because tokens are stored one after the other.
   */
  tokenSaved: Promise<unknown>;
  page: { url: string; title: string };
  readonly session: VisitSource;
  /** Data that the page set about the visitor (WG-041, WG-064), or null. */
  customData: readonly PageData[] | null;
  attributes: PageAttributes | null;
  /** The attributes as values of fields (FLD-015). undefined: the page set none. */
  fields: FieldClaims | undefined;
  /**
   * State of the write of page data. `again` means that the data changed during the write. Several
   * changes are merged, and the last value is stored.
   */
  pageDataWrite: "no" | "yes" | "again";
  /** Time up to which earlier writes have used the write rate, in monotonic ms. */
  pageDataBudgetUntil: number;
  /** Id of the visitor's call in progress, or null. */
  callId: number | null;
  /** The visitor's latest chat as the visitor sees it, or null. */
  chat: WidgetChat | null;
  /** Whether a message of this connection may open a chat whose frame has not been sent yet. */
  isChatOpening: boolean;
  /** Segments for the triggers of the page (WG-291). undefined: they name none. */
  segments: readonly number[] | undefined;
  /** Availability that was last sent, as JSON. */
  availability: string;
  /**
   * Entries that were published while the welcome is built. Null after the welcome, when entries
   * are sent immediately.
   */
  queuedEntries: VisitorEntry[] | null;
  /**
   * Resolves when the previous entry is sent, because entries are sent one after the other.
   * `pendingEntries` is the number of waiting entries.
   */
  publishing: Promise<void>;
  pendingEntries: number;
}

/** Returns whether the visitor has an open chat, according to the frames of this connection. */
export function hasOpenChat({ chat }: VisitorConnection): boolean {
  return chat !== null && chat.state !== "closed";
}
