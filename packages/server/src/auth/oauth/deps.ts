import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";
import type { Db } from "../../store/database/sql.ts";
import type { AccessFilter } from "../access.ts";

/** Dependencies of the authorization server for applications. */
export interface ApplicationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: Limits;
  /** Returns the public URL, which is also the issuer, without a slash at the end. */
  readonly publicUrl: () => string;
  readonly onEnded: (ended: AccessFilter) => void;
}
