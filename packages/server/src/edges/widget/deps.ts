import type { ClientAddress } from "../../core/client/address.ts";
import type { WidgetChat } from "@parlour/protocol/widget";
import type { Cluster } from "../../cluster/index.ts";
import type { Call, Message, VisitSource } from "../../core/entity.ts";
import type { ChatData } from "../../core/event.ts";
import type { AccountConfig, Clock, WriteCommand } from "../../core/command.ts";
import type { ReplyTime } from "../../core/report/reply-time.ts";
import type { FileContent, VisitorUploads } from "../../files/index.ts";
import type { Limits } from "../../limits/index.ts";
import type { ReleaseStore } from "./pages/release-files.ts";
import type { VisitorConnection } from "./visitor-connection.ts";
import type { VisitorSockets, VisitorSocketsDeps } from "../../realtime/index.ts";
import type { SiteNote } from "./session/sites.ts";
import type { Widget, VisitorWithChat, VisitorEntry } from "./types.ts";
import type { VisitStore } from "./visits/visit-writer.ts";

/** Hash of an email address of a visitor. */
interface EmailProofKey {
  readonly account: number;
  readonly visitorId: number;
  readonly address: Buffer;
}
/** Codes and proofs of visitors' email addresses (CORE-241). Times are in ms since 1970. */
export interface EmailProofStore {
  /** Saves a new code, which replaces the previous one. */
  saveEmailCode(
    key: EmailProofKey,
    code: { readonly hash: Buffer; readonly expiresAt: number },
  ): Promise<void>;
  /**
   * Counts an attempt, and proves the address if the code is correct. Resolves to false if the code
   * is wrong, used or expired, or if `maxAttempts` codes were entered before.
   */
  redeemEmailCode(
    key: EmailProofKey,
    entered: {
      readonly hash: Buffer;
      readonly now: number;
      readonly maxAttempts: number;
      readonly provenUntil: number;
    },
  ): Promise<boolean>;
  isEmailProven(key: EmailProofKey, now: number): Promise<boolean>;
}

/** Data that the widget edge reads and writes outside the journal. */
export interface WidgetStore extends VisitStore, ReleaseStore, EmailProofStore {
  /** Records that a page of this site loaded the widget. Stores at most 20 sites per widget. */
  noteSite(note: SiteNote): Promise<void>;
  findWidget(publicId: string): Promise<Widget | null>;
  /** Returns the visitor's key by the SHA-256 of a token, or null if it is not valid here. */
  useToken(channelId: number, hash: Buffer, now: number): Promise<string | null>;
  addToken(row: {
    readonly hash: Buffer;
    readonly account: number;
    readonly channelId: number;
    readonly customer: string;
    readonly now: number;
  }): Promise<void>;
  removeToken(hash: Buffer): Promise<void>;
  /** Returns the owner of a token by its SHA-256. Resolves to null if it is not valid. */
  findToken(hash: Buffer): Promise<{ readonly customer: string; readonly publicId: string } | null>;
  saveUserToken(row: {
    readonly account: number;
    readonly visitorId: number;
    readonly token: string;
    readonly now: number;
  }): Promise<void>;
  removeUserToken(account: number, visitorId: number): Promise<void>;
  findVisitor(
    account: number,
    channelId: number,
    customer: string,
  ): Promise<VisitorWithChat | null>;
  /** Returns the call in progress (CORE-103), otherwise the one with the id `known`, or null. */
  findCall(account: number, visitorId: number, known: number | null): Promise<Call | null>;
  /** Returns the median reply time of a channel's chats since `since` (ms since 1970). */
  replyTime(account: number, channelId: number, since: number): Promise<ReplyTime>;
  /** Returns the numbered messages of a chat, as API-022 does. */
  messages(
    account: number,
    chatId: number,
    page: { readonly before?: number; readonly after?: number; readonly limit: number },
  ): Promise<readonly Message[]>;
  /** Returns the queue position. null: the chat does not wait, or positions are not shown. */
  findQueuePosition(
    account: number,
    config: AccountConfig,
    chat: ChatData,
  ): Promise<WidgetChat["queue"]>;
}

/** What writes commands to the journal. */
export interface JournalWriter {
  readonly write: WriteCommand;
}
/** The journal: settings, commands and entries of all accounts. */
export interface WidgetJournal extends JournalWriter {
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly subscribe: (
    listener: (account: number, entries: readonly VisitorEntry[]) => void,
  ) => () => void;
  /** Calls the listener when an account moved to this installation, or away from it. */
  readonly onMove: (listener: (account: number) => void) => () => void;
}

/** Presence and typing of operators. */
interface WidgetOperators {
  readonly isOnline: (account: number, operatorId: number) => boolean;
  /** Calls the listener on each change of an operator's presence. */
  readonly onPresence: (listener: (account: number) => void) => () => void;
  /** Sends the visitor's typing to operators (CORE-047). */
  readonly publishTyping: (signal: {
    readonly account: number;
    readonly chatId: number;
    readonly channelId: number;
    readonly author: { readonly kind: "visitor"; readonly id: number; readonly name: string };
    readonly typing: boolean;
    readonly preview?: string | undefined;
  }) => void;
  /** Calls the listener with the operators' typing for visitors (CORE-047). */
  readonly onTyping: (listener: (signal: OperatorTyping) => void) => void;
}
export interface OperatorTyping {
  readonly account: number;
  readonly chatId: number;
  readonly operatorId: number;
  readonly typing: boolean;
}

/** Files of visitors and pictures of integrators. */
export interface WidgetFiles extends VisitorUploads {
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: () => number;
  /** Loads an image from an integrator's URL (CORE-063). Resolves to null if there is none. */
  readonly picture: (
    account: number,
    url: string,
    kind: "image" | "photo",
  ) => Promise<FileContent | null>;
}

export interface WidgetSecrets {
  /** Unseals a stored secret (CORE-125). */
  readonly unseal: (sealed: Buffer) => string;
  /** Returns the secret key of a visitor, always the same 32 bytes as base64url (WG-082). */
  readonly deriveStorageKey: (account: number, visitorId: number) => string;
  /** Returns the hash of an email address or a code, which cannot be guessed without the key. */
  readonly hashForEmailProof: (text: string) => Buffer;
}

export interface WidgetUrls {
  /** Base URL of the script, the chat window and the socket (CFG-012). */
  readonly widgetBase: () => string;
  /** Origin of the operator application, which shows the test page and the preview of a widget. */
  readonly ownOrigin: () => string;
  readonly filesOrigin: () => string;
}

/**
 * Emails a code to an address that a visitor entered (CORE-162). Sends nothing to an address that
 * has unsubscribed. Does not reject if the mail server fails.
 */
export type SendEmailCode = (
  account: number,
  to: string,
  mail: { readonly code: string; readonly language: string | null; readonly channel: string },
) => Promise<void>;

export interface WidgetDeliveries {
  readonly sendEmailCode: SendEmailCode;
  /**
   * Sends the webhooks of a closed chat now, because no rating can be expected any more (WH-080).
   */
  readonly releaseChat: (account: number, chatId: number) => Promise<void>;
}

/** Where visitors are: in the world, and at other nodes. */
export interface WidgetVisits {
  /** Returns the location of an IP address. */
  readonly locate: (address: ClientAddress) => VisitSource["geoip"];
  /** Connects the visits of all nodes. */
  readonly cluster: Cluster;
}

export interface WidgetEdgeDeps {
  readonly store: WidgetStore;
  readonly journal: WidgetJournal;
  readonly operators: WidgetOperators;
  readonly files: WidgetFiles;
  readonly secrets: WidgetSecrets;
  readonly urls: WidgetUrls;
  readonly deliveries: WidgetDeliveries;
  readonly sockets: (
    deps: Pick<VisitorSocketsDeps<VisitorConnection>, "received" | "isLive" | "onDisconnect">,
  ) => VisitorSockets<VisitorConnection>;
  readonly visits: WidgetVisits;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}
