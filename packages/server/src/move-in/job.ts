import type { Readable } from "node:stream";
import type { JobWorkerDeps } from "../actions/job-worker.ts";
import type { AccountConfig, Clock, WriteCommand } from "../core/command.ts";
import type { SentFile } from "../core/chat/message/file-attachment.ts";
import type { ChangeSettings, Journal } from "../journal/index.ts";
import type { Reader } from "../store/database/reader.ts";
import type { Db } from "../store/database/sql.ts";
import type { ActiveMove } from "../store/move-in/move-import.ts";
import type { Egress } from "../egress/index.ts";
import type { MoveSource, SourceRegistry } from "./source.ts";
import type { MoveUploads } from "./uploads.ts";

export interface MoveDeps extends JobWorkerDeps {
  readonly journal: JobWorkerDeps["journal"] & {
    readonly stats: Journal["stats"];
    readonly evict: (account: number, visitorId: number) => void;
  };
  readonly db: Db;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly write: WriteCommand;
  readonly change: ChangeSettings;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly files: MoveFiles;
  readonly egress: { readonly open: Egress["open"] };
  /** Loads the readers, which a start of the server does not need (PERF-12). */
  readonly loadSources: () => Promise<SourceRegistry>;
  readonly secrets: {
    readonly seal: (text: string) => Buffer;
    readonly open: (sealed: Buffer) => string;
  };
  readonly version: string;
}
/** Stores files of imported messages, and opens those of sources. */
export interface MoveFiles {
  readonly openUpload: MoveUploads["open"];
  readonly store: (upload: {
    readonly account: number;
    readonly author: { readonly kind: "operator"; readonly id: number };
    readonly name: string;
    readonly body: Readable;
  }) => Promise<SentFile & { readonly id: number }>;
  readonly attach: (account: number, id: number, chatId: number) => Promise<void>;
}

const keyHash = new TextEncoder().encode("move");

/** Returns what makes a command of an import safe to repeat (MV-022). `key`: unique in it. */
export const toIdempotency = ({ move }: MoveJob, key: string) => ({
  scope: `move:${move.id}`,
  key,
  hash: keyHash,
});

/** A part of an import that is moved now. */
export interface MoveJob {
  readonly deps: MoveDeps;
  readonly move: ActiveMove;
  readonly source: MoveSource;
  readonly config: AccountConfig;
}
