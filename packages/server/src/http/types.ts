import type { Clock } from "../core/command.ts";
import type { HealthDeps } from "./health-routes.ts";

/** The part of the logger that HTTP uses. Matches pino. */
export interface HttpLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface HttpDeps extends HealthDeps {
  readonly clock: Clock;
  readonly log: HttpLog;
  /** Public URL of the installation (CFG-002). */
  readonly publicUrl: string;
  /** Origin of visitors (CFG-052). If absent or null, they use that of `publicUrl`. */
  readonly widgetUrl?: string | null;
  /** Trusted proxies and networks whose `X-Forwarded-*` headers are used (CFG-008). */
  readonly trustProxy: readonly string[];
  /** Email address or URL named in 5xx responses (CH-038), read at each use. */
  readonly supportContact: () => string | null;
  /** Body limit in bytes for routes without their own. */
  readonly bodyLimit: () => number;
  /**
   * Called after each response except on hot routes, with the route pattern, the status and the
   * duration in milliseconds.
   */
  readonly onRequest?: (method: string, route: string, status: number, ms: number) => void;
  /** Called if a connection could not be accepted, usually for lack of file descriptors. */
  readonly onAcceptError?: (error: NodeJS.ErrnoException) => void;
  /** Folder of the built operator application. Not served if null or missing. */
  readonly appDir: string | null;
}
