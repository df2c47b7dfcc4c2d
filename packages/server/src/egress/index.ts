import { checkUrl, type UrlCheckResult, type CheckRules } from "./check-url.ts";
import { createConnector } from "./connector.ts";
import { openStream } from "./open-stream.ts";
import { post } from "./post.ts";
import type { StreamReply, StreamRequest } from "./stream.ts";
import type { EgressRequest, EgressReply, StreamFailed, EgressOptions } from "./types.ts";

export type { StreamReply, StreamRequest } from "./stream.ts";
export type { Dial, DialResult } from "./dial.ts";
export type { Resolve } from "./target/resolve.ts";
export type { EgressOptions, EgressReply, EgressRequest } from "./types.ts";

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
  open(
    request: StreamRequest,
  ): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed>;
  /**
   * Checks a URL by the same address rules without connecting, before it is saved (CORE-123). An
   * unresolved name passes, because connecting checks it again.
   */
  check(url: string, rules: CheckRules): Promise<UrlCheckResult>;
  /** Closes idle connections. */
  close(): void;
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
