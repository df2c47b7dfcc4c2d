import type { Reader } from "../database/reader.ts";
import type { Secrets } from "../settings/account/idempotent-change.ts";
import type { Sql } from "../database/sql.ts";

export interface ServiceStoreDeps {
  readonly reader: Reader;
  /**
   * Connections of the writer role: for rows outside the journal (read marks) and for the
   * installation row, which no account owns.
   */
  readonly sql: Sql;
  readonly secrets: Secrets;
}
