import type { MoveFile, MoveRecord, MoveSystem, ReadKind } from "@parlour/protocol/move-in/record";
import type { Egress } from "../egress/index.ts";

/** A record that a reader could not use completely: in the report by record, never an error. */
export interface RecordProblem {
  readonly kind: MoveRecord["kind"] | "file";
  /** Id in the other system, or the line or path in a file. */
  readonly id: string;
  /** Code of the report, such as `no_author`, `no_date`, `unknown_chat`, `broken_record`. */
  readonly code: string;
  readonly detail?: string;
}

/** Id of a record that has none. */
export const noId = "?";

/** One page of a source. */
export interface SourcePage {
  /** In the order of the source. A chat comes before its messages, and they may span pages. */
  readonly records: readonly MoveRecord[];
  readonly problems: readonly RecordProblem[];
  /** Where the next page begins, also in another process. null: nothing follows. */
  readonly next: string | null;
}

/** What the screen shows after "Connect". */
export interface SourceCheck {
  /** Name and version as the other system states them, such as `Chatwoot 4.2.0`. */
  readonly product: string;
  readonly account: string | null;
  /** Id of the account, if the system has several. Its address alone is no identity then. */
  readonly accountId?: string;
  readonly firstChatAt: number | null;
  /** Requests per minute that the other system states or is known to allow, or null. */
  readonly requestsPerMinute: number | null;
  /** Approximate numbers that the system states without being read through. */
  readonly counts: Partial<Record<ReadKind | "message", number>>;
}

/**
 * The other system failed. `retryAfterMs`: how long it asked to wait (429, 503). With `isFinal`
 * (wrong token, no such account, answer of another program) a repetition does not help. Other
 * failures (5xx, HTML instead of JSON, half a page) are repeated by the caller with growing pauses.
 */
export class SourceError extends Error {
  readonly code: string;
  readonly options: { readonly isFinal?: boolean; readonly retryAfterMs?: number };
  constructor(code: string, message: string, options: SourceError["options"] = {}) {
    super(message);
    this.code = code;
    this.options = options;
  }
}

/** The system answers the same page again and again. */
export const createSamePageError = (): SourceError =>
  new SourceError("same_page", "The other system answers the same page again and again.", {
    isFinal: true,
  });

/** Describes a source that states nothing about itself. */
export const createCheck = (product: string, counts: SourceCheck["counts"] = {}): SourceCheck => ({
  product,
  account: null,
  firstChatAt: null,
  requestsPerMinute: null,
  counts,
});

/** A system or file that is read. Nothing is ever written to it. */
export interface MoveSource {
  /** Throws SourceError. */
  check(): Promise<SourceCheck>;
  /**
   * Reads a page. `cursor`: `next` of the page before, null for the first one. Throws SourceError,
   * also with the code `same_page` if the system answers the same page again and again.
   */
  readPage(kind: ReadKind, cursor: string | null): Promise<SourcePage>;
  /**
   * Opens a file. null: it is gone (404, 410, or not in the export), or is not a file. The caller
   * limits its size. Throws SourceError.
   */
  openFile(file: MoveFile): Promise<AsyncIterable<Uint8Array> | null>;
  close(): Promise<void>;
}

/** How a system is connected: an address with a token, or uploaded files. */
export interface SourceSettings {
  readonly address?: string;
  readonly token?: string;
  /** A second credential, such as the user id of Rocket.Chat, or the account of Chatwoot. */
  readonly account?: string;
  /** Uploaded files: name as uploaded, path on this machine. A zip is unpacked by the reader. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}
/** The connection of an import as it is stored. Files are named by the ids of their uploads. */
export interface StoredSettings extends Omit<SourceSettings, "files"> {
  readonly files: readonly { readonly id: string; readonly name: string }[];
}
export interface SourceDeps {
  readonly egress: { readonly open: Egress["open"] };
  readonly version: string;
  /** Aborted when the import pauses or the process stops. */
  readonly signal: AbortSignal;
}
/** Each reader is one folder `move-in/sources/<system>/` and exports one of these. */
export type OpenSource = (settings: SourceSettings, deps: SourceDeps) => Promise<MoveSource>;

/** Registered in `move-in/sources/index.ts`, one line per system. */
export type SourceRegistry = Readonly<Partial<Record<MoveSystem, OpenSource>>>;
