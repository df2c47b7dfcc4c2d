import type { Clock } from "../core/command.ts";
import type { ReadClientAddress } from "./client-address.ts";
import type { HealthDeps } from "./health-routes.ts";

/** Methods of the logger that the HTTP server uses. Compatible with pino. */
interface HttpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface HttpDeps extends HealthDeps {
  readonly clock: Clock;
  readonly log: HttpLog;
  /** Returns the public URL of the installation (CFG-002). */
  readonly publicUrl: () => string;
  /** Separate origin for visitors (CFG-052). If it is absent or null, visitors use `publicUrl`. */
  readonly widgetUrl?: string | null;
  /** Returns the client address of a request (CFG-165). */
  readonly readClientAddress: ReadClientAddress;
  /** Returns the email address or URL for 5xx responses (CH-038). Called for each such response. */
  readonly supportContact: () => string | null;
  /** Maximum size in bytes of a body, for routes without a limit of their own. */
  readonly bodyLimit: () => number;
  /** After each response without `hot`: route pattern, status, duration in ms. */
  readonly onRequest?: (method: string, route: string, status: number, ms: number) => void;
  /** Called if a connection could not be accepted, usually because no file descriptor is free. */
  readonly onAcceptError?: (error: NodeJS.ErrnoException) => void;
  /** Folder of the built operator application. Without it, the application is not served. */
  readonly appDir: string | null;
}
