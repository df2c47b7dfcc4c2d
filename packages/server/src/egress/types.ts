import type { Clock } from "../core/command.ts";
import type { Outcome } from "../core/entity.ts";
import type { Dial, HiddenLookupError } from "./dial.ts";
import type { Resolve } from "./target/resolve.ts";

export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether `Transfer-Encoding: chunked` is sent instead of `Content-Length` (CH-073). */
  readonly chunked: boolean;
  /** Maximum total time in ms, including name lookup and TLS. */
  readonly timeoutMs: number;
  /** Maximum size of the response body in bytes, encoded and decoded. */
  readonly maxReplyBytes: number;
}

export type EgressReply =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
      readonly durationMs: number;
    }
  | (ReplyHead & {
      readonly kind: "failed";
      readonly outcome: Outcome;
      readonly message: string;
      readonly durationMs: number;
    });
/** What arrived before the error of a failed request: null and nothing if no headers did. */
export interface ReplyHead {
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StreamFailed {
  readonly kind: "failed";
  readonly outcome: Outcome;
  readonly message: string;
}

export interface EgressOptions {
  readonly clock: Clock;
  /**
   * Returns the allowed private targets: `host:port`, address or CIDR range (CFG-010, API-355).
   * Called for every request. A changed list must be a new array.
   */
  allowed(): readonly string[];
  readonly resolve?: Resolve | undefined;
  readonly dial?: Dial | undefined;
  /**
   * Whether only the installation owner configures the targets. Errors of name lookups are then
   * exact, otherwise one general sentence (CORE-248).
   */
  readonly isForOwner?: true;
  /** Receives the exact error of a name lookup for the server log. */
  readonly onHidden?: (hidden: HiddenLookupError) => void;
  /** Additional trusted certificate. For tests only. */
  readonly ca?: string;
  /** Maximum numbers of idle connections. Default: 512, and 64 per origin. */
  readonly idle?: { readonly total: number; readonly perOrigin: number };
}
