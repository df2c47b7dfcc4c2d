import type { AccountConfig, Clock, WriteCommand } from "../../core/command.ts";
import type { Auth } from "../../auth/index.ts";
import type { PlannedDelivery } from "../../delivery/index.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { Secrets } from "../../store/settings/account/idempotent-change.ts";
import type { SettingsChangeResult } from "../../store/settings/account/settings-change.ts";

/**
 * Dependencies that most routes have in common. A route that needs more declares it beside itself.
 */
export interface RouteDeps {
  readonly auth: Auth;
  readonly clock: Pick<Clock, "now" | "scheduleAt">;
  /** Queries of one account. */
  readonly reader: Reader;
  /**
   * Connections of the writer role: for rows outside the journal (read marks) and for rows of the
   * installation, which no account owns.
   */
  readonly sql: Sql;
  /** Encrypts and decrypts with SECRET_KEY. */
  readonly secrets: Secrets;
  /** Runs a change of settings in one transaction that locks the account's head (journal). */
  readonly change: <R>(
    account: number,
    change: (
      tx: Sql,
    ) => Promise<SettingsChangeResult<R> & { readonly deliveries?: readonly PlannedDelivery[] }>,
  ) => Promise<R>;
  /** Runs a command through the one write path (journal). */
  readonly write: WriteCommand;
  /** Returns the settings of an account from the journal's cache. */
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Base URLs without a trailing slash. */
export interface BaseUrls {
  /** CFG-002: base of invitation links. */
  readonly publicUrl: () => string;
  /** CH-003: base of inbound URLs of channels. */
  readonly channelBase: () => string;
  readonly widgetBase: () => string;
  /** BOT-010: base of the URLs that bot providers call. */
  readonly botBase: () => string;
}
