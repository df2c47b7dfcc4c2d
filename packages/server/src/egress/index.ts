import type { Outcome } from "../core/entity.ts";
import type { Clock } from "../core/command.ts";
import { checkUrl, type UrlCheckResult, type CheckRules } from "./check-url.ts";
import type { Dial, HiddenError } from "./dial.ts";
import { createConnector } from "./connector.ts";
import { openStream } from "./open-stream.ts";
import { post } from "./post.ts";
import type { Resolve } from "./resolve.ts";
import type { StreamReply, StreamRequest } from "./stream.ts";

export type { StreamReply, StreamRequest } from "./stream.ts";
export type { Dial, DialResult } from "./dial.ts";
export type { Resolve } from "./resolve.ts";

/** The only module that opens outbound connections to configured or foreign addresses (R4). */
export interface Egress {
  /**
   * Sends one POST without redirects, cookies or proxies, with total time and size limits
   * (CORE-120, CORE-123). Never throws for errors of the server.
   */
  post(request: EgressRequest): Promise<EgressReply>;
  /**
   * Sends one request for a file, under the same rules. `failed` until the head arrives. After that
   * the body stream fails.
   */
  open(request: StreamRequest): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed>;
  /**
   * Checks a URL by the same address rules without connecting, before it is saved (CORE-123). An
   * unresolved name passes, because connecting checks it again.
   */
  check(url: string, rules: CheckRules): Promise<UrlCheckResult>;
  /** Closes idle connections. */
  close(): void;
}
export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** `Transfer-Encoding: chunked` instead of `Content-Length` (CH-073). */
  readonly chunked: boolean;
  /** Total time, including name lookup and TLS. */
  readonly timeoutMs: number;
  /** Maximum bytes of the response body, both encoded and decoded. */
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
  /** `status` and `headers` are set if the error is in the body. */
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
  /**
   * Returns the allowed private targets: `host:port`, address or CIDR (CFG-010, API-355). Called
   * for every request. A changed list must be another array.
   */
  allowed(): readonly string[];
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /**
   * Only the owner of the installation sets targets, so errors of names are exact. Otherwise they
   * are one general sentence (CORE-248).
   */
  readonly isForOwner?: true;
  /** Receives the hidden details for the server's log. */
  readonly onHidden?: (hidden: HiddenError) => void;
  /** Additional trusted certificate. For tests only. */
  readonly ca?: string;
  /** Limits of idle connections. Default: 512, and 64 per origin. */
  readonly idle?: { readonly total: number; readonly perOrigin: number };
}

export function createEgress(options: EgressOptions): Egress {
  const { clock } = options;
  const connector = createConnector(options);
  return {
    post: (request) => post(connector, clock, request),
    open: (request) => openStream(connector, clock, request),
    check: (url, rules) => checkUrl(connector, clock, url, rules),
    close: () => connector.connections.close(),
  };
}
