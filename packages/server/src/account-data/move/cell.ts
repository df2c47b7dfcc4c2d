import type { FileStorage } from "../../files/storage.ts";
import type { MovedTo } from "../../core/failure.ts";
import type { Connection } from "../../store/account-data/move/connection.ts";
import type { Sql } from "../../store/database/sql.ts";

/** One of the two installations of a move. */
export interface Cell {
  readonly addresses: MovedTo;
  /** Opens a connection with the rights of the owner of the tables. */
  readonly connect: () => Promise<Connection>;
  readonly getStorage: (kind: "disk" | "s3") => FileStorage | null;
  /** Where new files are stored. */
  readonly storage: FileStorage;
  /** Folder for temporary files. */
  readonly folder: string;
  readonly open: (sealed: Buffer) => string;
  readonly seal: (text: string) => Buffer;
  /** Notifies running nodes when this transaction commits: the account moved here or away. */
  readonly notify: (tx: Sql, account: number) => Promise<void>;
}
