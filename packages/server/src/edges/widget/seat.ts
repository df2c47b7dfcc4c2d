import type { WidgetChat } from "@parlour/protocol/widget";
import type { Facts } from "../../core/blacklist/match.ts";
import type { PageAttributes, PageData } from "../../core/chat/visit.ts";
import type { Session } from "../../core/entity.ts";
import type { Widget, Entry } from "./deps.ts";

/** What is known of the visitor behind a socket from his hello on. */
export interface Seat {
  readonly account: number;
  /** As its settings stand now. */
  widget: Widget;
  readonly publicId: string;
  /** The visitor's key on the channel: the subject of his commands. */
  readonly customer: string;
  readonly tokenHash: Buffer;
  readonly visitorId: number;
  readonly number: number;
  /** WG-047. */
  readonly isSigned: boolean;
  /** Origin of the page, as the window says. */
  readonly origin: string;
  readonly address: string;
  /** How operators read him in signals. */
  name: string;
  /** E-mails and phones that the blacklist is compared with. */
  contacts: Pick<Facts, "emails" | "phones">;
  /** Value of setUserToken; null: never set. */
  userToken: string | null;
  /** What was said of it before is stored: tokens are kept one after the other. */
  tokenKept: Promise<unknown>;
  page: { url: string; title: string };
  readonly session: Session;
  /** What the page says of the visitor; null: nothing yet (WG-041, WG-064). */
  customData: readonly PageData[] | null;
  attributes: PageAttributes | null;
  /** Whether what the page says is being written, and was said anew meanwhile: bursts are merged, the last wins. */
  describing: "no" | "yes" | "again";
  /** Until when earlier writes use up the window's share, in monotonic milliseconds. */
  describedUntil: number;
  /** His call that is not over; null: none. */
  callId: number | null;
  /** The visitor's latest chat as he sees it; null: none yet. */
  chat: WidgetChat | null;
  /** The situation as it was last told, JSON. */
  situation: string;
  /** Of entries published while the welcome is made; null: it is out, entries go at once. */
  waiting: Entry[] | null;
  /** Entries are told one after the other, and how many of them wait. */
  telling: Promise<void>;
  untold: number;
}

/** Whether a chat of the visitor runs, as far as this window knows. */
export function isRunning({ chat }: Pick<Seat, "chat">): boolean {
  return chat !== null && chat.state !== "closed";
}
