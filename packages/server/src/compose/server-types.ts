import type { Config } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";

/** Input of the composition root. */
export interface ServerOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly config: Config;
  readonly secretKey: Buffer;
  readonly log: Log;
  readonly clock: Clock;
}
/** The server after it listens. */
export interface RunningServer {
  readonly port: number;
  /** One-time link for the owner of an empty installation (CFG-017). */
  readonly setupLink: string | null;
  /** Makes `/ready` answer 503 at once. Resolves after all accepted work is done (CORE-131). */
  close(): Promise<void>;
}
