import type { WidgetChat } from "@parlour/protocol/widget";
import type { WidgetSettings } from "@parlour/protocol/widget-settings";
import type { Call, Message } from "../../core/entity.ts";
import type { ChatDraft, VisitorDraft } from "../../core/event.ts";
import type { AccountConfig, Clock, Write } from "../../core/ports.ts";
import type { ReplyTime } from "../../core/report/reply-time.ts";
import type { Content, Files } from "../../files/index.ts";
import type { Limits } from "../../limits/index.ts";
import type { ReleaseStore } from "./files.ts";
import type { Seat } from "./seat.ts";
import type { VisitorSockets, VisitorSocketsDeps } from "../../realtime/index.ts";
import type { SiteNote } from "./sites.ts";
import type { VisitStore } from "./visit-store.ts";

/** A widget by its public id (WG-005). */
export interface Widget {
  readonly account: number;
  readonly channelId: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly settings: WidgetSettings;
  /** Sealed secret of signed identity (WG-047); null: off. */
  readonly identitySecret: Buffer | null;
}
/** A visitor of a widget with his latest chat; `seq`: of its last message. */
export interface KnownVisitor {
  readonly id: number;
  readonly number: number;
  readonly visitor: VisitorDraft;
  /** Value of setUserToken (WG-046). */
  readonly userToken: string | null;
  readonly chat: { readonly id: number; readonly seq: number; readonly entity: ChatDraft } | null;
}
/** What the edge reads and keeps apart from the journal. */
export interface WidgetStore extends VisitStore, ReleaseStore {
  /** Notes that a page of this site loaded the widget; at most 20 sites of each widget are stored. */
  noteSite(note: SiteNote): Promise<void>;
  findWidget(publicId: string): Promise<Widget | null>;
  /** The visitor's key behind the SHA-256 of a token of this channel; null: it opens nothing here. */
  useToken(channelId: number, hash: Buffer, now: number): Promise<string | null>;
  addToken(row: {
    readonly hash: Buffer;
    readonly account: number;
    readonly channelId: number;
    readonly customer: string;
    readonly now: number;
  }): Promise<void>;
  dropToken(hash: Buffer): Promise<void>;
  /** Where a token belongs, by its SHA-256; null: it opens nothing. */
  findToken(hash: Buffer): Promise<{ readonly customer: string; readonly publicId: string } | null>;
  keepUserToken(row: { readonly account: number; readonly visitorId: number; readonly token: string; readonly now: number }): Promise<void>;
  dropUserToken(account: number, visitorId: number): Promise<void>;
  findVisitor(account: number, channelId: number, customer: string): Promise<KnownVisitor | null>;
  /** His running call (CORE-103), else the one of his with the id `known`; null: none. */
  callOf(account: number, visitorId: number, known: number | null): Promise<Call | null>;
  /** Of the chats of a channel that began at or after `since` (ms since 1970). */
  replyTime(account: number, channelId: number, since: number): Promise<ReplyTime>;
  /** As API-022: everything that has a number in the chat. */
  messages(
    account: number,
    chatId: number,
    page: { readonly before?: number; readonly after?: number; readonly limit: number },
  ): Promise<readonly Message[]>;
}
/** An entry of the journal, as the edge reads it. */
export interface Entry {
  readonly position: number;
  readonly name: string;
  readonly channelId: number | null;
  readonly chatId: number | null;
  readonly visitorId: number | null;
  readonly seq: number | null;
  readonly frame: string;
}
export interface WidgetEdgeDeps {
  /** CFG-012; its path is where script, window and socket stand. */
  readonly widgetBaseUrl: () => string;
  /** Origin of the operator application, where a widget's test page and preview are. */
  readonly ownOrigin: () => string;
  /** Folder of the built widget. */
  readonly widgetDir: string;
  readonly store: WidgetStore;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly write: Write;
  readonly subscribe: (listener: (account: number, entries: readonly Entry[]) => void) => () => void;
  readonly isOnline: (account: number, operatorId: number) => boolean;
  /** Called for each change of an operator's presence. */
  readonly onPresence: (listener: (account: number) => void) => () => void;
  /** What a visitor types, for operators; what operators type, for visitors (CORE-047). */
  readonly typing: (signal: {
    readonly account: number;
    readonly chatId: number;
    readonly channelId: number;
    readonly author: { readonly kind: "visitor"; readonly id: number; readonly name: string };
    readonly typing: boolean;
    readonly preview?: string;
  }) => void;
  readonly onOperatorTyping: (
    listener: (signal: {
      readonly account: number;
      readonly chatId: number;
      readonly operatorId: number;
      readonly typing: boolean;
    }) => void,
  ) => void;
  readonly sockets: (deps: Pick<VisitorSocketsDeps<Seat>, "received" | "gone">) => VisitorSockets<Seat>;
  readonly readJson: (bytes: Uint8Array) => unknown;
  /** Mails a code to an address that a visitor gave (CORE-162); nothing leaves for one that refused our mail. Never rejects for the server's faults. */
  readonly mailCode: (
    account: number,
    to: string,
    of: { readonly code: string; readonly language: string | null; readonly channel: string },
  ) => Promise<void>;
  /** A sealed secret (CORE-125). */
  readonly openSecret: (sealed: Buffer) => string;
  /** A key of the visitor's own, 32 bytes as base64url, the same each time (WG-082). */
  readonly windowKey: (account: number, visitorId: number) => string;
  /** Place of a waiting chat, where the account shows it; null: it does not wait, or is not shown. */
  readonly placeInQueue: (account: number, config: AccountConfig, chat: ChatDraft) => Promise<WidgetChat["queue"]>;
  /** Nobody is asked to rate the closed chat any longer: its webhooks are sent now (WH-080). */
  readonly releaseChat: (account: number, chatId: number) => Promise<void>;
  /** Whether no other node runs, which could have a window of the visitor. */
  readonly isOnlyNode: () => Promise<boolean>;
  readonly files: Pick<Files, "store" | "claimOfVisitor" | "attach" | "release">;
  /** Largest file, in bytes. */
  readonly fileBytes: () => number;
  /** A picture at an integrator's address (CORE-063); null: there is none. */
  readonly picture: (account: number, url: string, kind: "image" | "photo") => Promise<Content | null>;
  /** Origin of the public addresses of files. */
  readonly filesOrigin: () => string;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}
