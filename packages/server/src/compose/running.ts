import type { Config } from "../config.ts";
import type { Clock } from "../core/ports.ts";
import type { Log } from "../log.ts";

/** What the composition root gets. */
export interface ServerOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly config: Config;
  readonly secretKey: Buffer;
  readonly log: Log;
  readonly clock: Clock;
}
/** What it gives back once it listens. */
export interface RunningServer {
  readonly port: number;
  /** One-time link for the owner of an empty installation (CFG-017). */
  readonly setupLink: string | null;
  /** `/ready` answers 503 from the first moment; resolves when everything that was taken is done (CORE-131). */
  close(): Promise<void>;
}
