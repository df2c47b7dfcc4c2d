import type { FastifyRequest } from "fastify";
import type { AccountConfig, Clock, WriteCommand } from "../../core/command.ts";
import type { Auth } from "../../auth/index.ts";
import type { PlannedDelivery } from "../../delivery/index.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { Secrets } from "../../store/database/seal.ts";
import type { SettingsChangeResult } from "../../store/settings/account/settings-change.ts";

/** Dependencies that most routes share. A route that needs more declares them in its own file. */
export interface RouteDeps {
  readonly auth: Auth;
  readonly clock: Clock;
  /** Reads the data of one account. */
  readonly reader: Reader;
  /** May be the replica (CFG-120). `header`: the `Parlour-Cursor` (API-380). Throws Refusal. */
  readonly replicaReader: (account: number, header: string | string[] | undefined) => Reader;
  /** The role of the writer, for rows outside the journal and of the installation. */
  readonly sql: Sql;
  /** Encrypts and decrypts with SECRET_KEY. */
  readonly secrets: Secrets;
  /** Runs a change of settings in one transaction that locks the journal head of the account. */
  readonly change: <R>(
    account: number,
    change: (
      tx: Sql,
    ) => Promise<SettingsChangeResult<R> & { readonly deliveries?: readonly PlannedDelivery[] }>,
  ) => Promise<R>;
  /** Runs a command through the commit gateway. */
  readonly write: WriteCommand;
  /** Returns the settings of an account from the cache. */
  readonly config: (account: number) => Promise<AccountConfig>;
}

/** Base URLs without a trailing slash. */
export interface BaseUrls {
  /** Base URL of invitation links (CFG-002). */
  readonly publicUrl: () => string;
  /** Base URL of the inbound URLs of channels (CH-003). */
  readonly channelBase: () => string;
  readonly widgetBase: () => string;
  /** Base URL of the URLs that bot providers call (BOT-010). */
  readonly botBase: () => string;
  /** Origin of the help centre of the first account (CFG-143). */
  readonly help: () => string;
}

/** Returns dependencies whose reader may use the read replica for this request (CFG-120). */
export const withReplica = <D extends RouteDeps>(deps: D, request: FastifyRequest): D => ({
  ...deps,
  reader: deps.replicaReader(
    deps.auth.principalOf(request).accountId,
    request.headers["parlour-cursor"],
  ),
});

/** What decides who may claim a host name. */
export interface HostNamesPort {
  /** Returns the names of the addresses of the installation. */
  readonly listOwn: () => readonly string[];
  /** Returns the TXT records of a name. Does not reject. */
  readonly findTextRecords: (name: string) => Promise<readonly string[]>;
}
