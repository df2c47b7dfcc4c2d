import type { AskModel } from "../agent/ports.ts";
import type { HashCost } from "../auth/index.ts";
import type { Config } from "../config/read-config.ts";
import type { CreateConnector } from "../connectors/connector.ts";
import type { Clock, WriteCommand } from "../core/command.ts";
import type { AttemptPhase } from "../delivery/index.ts";
import type { Dial, Resolve } from "../egress/index.ts";
import type { RouteAudience } from "../http/origins.ts";
import type { GatewayPhase, Journal } from "../journal/index.ts";
import type { Model } from "../model/index.ts";
import type { Log } from "../log.ts";
import type { OnNested } from "../store/database/sql.ts";
import type { PoolOptions } from "../store/database/pools.ts";

export interface ServerOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly config: Config;
  readonly secretKey: Buffer;
  readonly log: Log;
  readonly clock: Clock;
}
export interface RunningServer {
  readonly port: number;
  /** Returns the address of the installation (CFG-002, CFG-167). */
  publicUrl(): string;
  /** One-time set-up link of an empty installation (CFG-017). */
  readonly setupLink: string | null;
  /** Returns the number of commands that were executed since the start. */
  countCommands(): number;
  /**
   * Makes `/ready` respond with 503 immediately. While other nodes run, waits for the balancer and
   * moves the sockets to them (CORE-265), for at most SHUTDOWN_DELAY and SHUTDOWN_MOVE together.
   */
  drain(): Promise<void>;
  /** `/ready` responds with 503. Resolves when all accepted work is done (CORE-131). */
  close(): Promise<void>;
}

/** Replacements and callbacks that only tests pass. */
export interface TestHooks {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Name servers instead of those of this machine, for records of mail and host names. */
  readonly nameServers?: readonly string[];
  /** At each step of a batch and of an attempt. Crash tests end the process there. */
  readonly probe?: (step: GatewayPhase | AttemptPhase) => void;
  /** A test acknowledges before the commit, and expects the checker to fail. */
  readonly wrapWrite?: (write: WriteCommand) => WriteCommand;
  /** Called with the journal as soon as it is open. A test writes commands and reads settings. */
  readonly onJournal?: (journal: Journal) => void;
  /** Called with the port to the language models. */
  readonly onModel?: (model: Model) => void;
  /** `off`: no worker, no connector. A test reads or changes the due rows. */
  readonly deliveries?: "off";
  /** `off`: no timer, no durable consumer. A test runs the one that it is about. */
  readonly consumers?: "off";
  /** Called for each route that an edge registers, so that tests cover every route. */
  readonly onRoute?: (route: {
    readonly method: string | string[];
    readonly url: string;
    readonly config?: { readonly audience?: RouteAudience };
  }) => void;
  /** Database timeouts for busy test machines. */
  readonly pools?: PoolOptions;
  /** Receives uses of another connection inside a transaction instead of the log (CORE-465). */
  readonly onNested?: OnNested | undefined;
  /** Clock for the connection timeouts of the commit gateway. Default: the system clock. */
  readonly gatewayClock?: Clock;
  /** Connectors instead of those of this server. */
  readonly connectors?: readonly CreateConnector[];
  /** Answers agents instead of the model of the account. */
  readonly askModel?: AskModel | undefined;
  /** Cost of password hashes. Default: the minimum that OWASP recommends. */
  readonly hashCost?: HashCost;
}
