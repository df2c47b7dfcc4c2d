import type { Outcome } from "../core/entity.ts";
import type { Clock } from "../core/ports.ts";
import { checkUrl, type Checked, type CheckRules } from "./check-url.ts";
import type { Dial, Hidden } from "./dial.ts";
import { openDialling } from "./dialling.ts";
import { openStream } from "./open-stream.ts";
import { post } from "./post.ts";
import type { Resolve } from "./resolve.ts";
import type { StreamReply, StreamRequest } from "./stream.ts";

export type { StreamReply, StreamRequest } from "./stream.ts";
export type { Dial, Dialled } from "./dial.ts";
export type { Resolve } from "./resolve.ts";

/** The only dialler (R4): every request to an address that somebody gave us. */
export interface Egress {
  /** One POST: no redirects, cookies or proxies; total time and size limits (CORE-120, CORE-123). Never throws for the peer's faults. */
  post(request: EgressRequest): Promise<EgressReply>;
  /** One request of a file, under the same rules. `failed` until the head is there; later the body itself fails. */
  open(request: StreamRequest): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed>;
  /** The same address rules without a dial, for saving (CORE-123). A name that cannot be found, or is not looked up, passes: the dial checks again. */
  check(url: string, rules: CheckRules): Promise<Checked>;
  /** Closes kept connections. */
  close(): void;
}
export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** `Transfer-Encoding: chunked` instead of `Content-Length` (CH-073). */
  readonly chunked: boolean;
  /** Total time, name lookup and TLS included. */
  readonly timeoutMs: number;
  /** Most body bytes on the wire, and again after decoding. */
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
  /** `status` and `headers` are known when the fault lies in the body. */
  | {
      readonly kind: "failed";
      readonly outcome: Outcome;
      readonly message: string;
      readonly status: number | null;
      readonly headers?: Readonly<Record<string, string>>;
      readonly durationMs: number;
    };

export interface StreamFailed {
  readonly kind: "failed";
  readonly outcome: Outcome;
  readonly message: string;
}

export interface EgressOptions {
  readonly clock: Clock;
  /** Private targets that may be called: `host:port`, address or CIDR (CFG-010, API-043). Asked at every request; a changed list is another array. */
  allowed(): readonly string[];
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Only the owner of the installation names targets: faults of names are told exactly. Without it they are told by one sentence (CORE-123). */
  readonly isForOwner?: true;
  /** Receives what that sentence hides, for the log of the server. */
  readonly onHidden?: (hidden: Hidden) => void;
  /** Certificate to trust besides the system's; tests only. */
  readonly ca?: string;
  /** Kept idle connections; default 512, 64 per origin. */
  readonly idle?: { readonly total: number; readonly perOrigin: number };
}

export function openEgress(options: EgressOptions): Egress {
  const { clock } = options;
  const dialling = openDialling(options);
  return {
    post: (request) => post(dialling, clock, request),
    open: (request) => openStream(dialling, clock, request),
    check: (url, rules) => checkUrl(dialling, clock, url, rules),
    close: () => dialling.connections.close(),
  };
}
