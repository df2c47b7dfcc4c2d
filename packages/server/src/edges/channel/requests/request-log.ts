import type { InboundRequest } from "./inbound-request.ts";

/** A request of an integrator, with its result (API-052). */
interface RequestRecord {
  readonly account: number;
  readonly channelId: number;
  /** Path and query. Only the last four characters of the secret are shown. */
  readonly url: string;
  readonly request: InboundRequest;
  /** Null if the body was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  /** Error or warning with the rule that the request violated. null: none. */
  readonly fault: RequestFault | null;
}
export interface RequestFault {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  readonly rule: string | null;
}

export interface RequestLogDeps {
  /** Called for every request to a known address, after the response. */
  readonly onReceived?: (one: RequestRecord) => void;
  /** Returns whether `onReceived` would do nothing with a request without a fault. */
  readonly ignoresReceived?: (account: number) => boolean;
  readonly clock: { monotonic(): number };
}
export type RequestLog = (
  request: InboundRequest,
  status: number,
  fault: RequestFault | null,
) => void;

/** Reports requests after their response, without those to unknown addresses. */
export function createRequestLog(
  { onReceived, ignoresReceived, clock }: RequestLogDeps,
  prefix: string,
): RequestLog {
  return (request, status, fault) => {
    const { channel, bytes, begunAt } = request;
    if (onReceived === undefined || channel === null) return;
    const { account, channelId } = channel;
    if (fault === null && ignoresReceived?.(account) === true) return;
    const durationMs = clock.monotonic() - begunAt;
    onReceived({
      account,
      channelId,
      url: maskUrl(request, prefix),
      request,
      body: bytes,
      status,
      durationMs,
      fault,
    });
  };
}

function maskUrl({ raw: { url = "" } }: InboundRequest, prefix: string): string {
  const secretStart = prefix.length + 1;
  const end = url.indexOf("/", secretStart);
  return `${prefix}/…${url.slice(Math.max(secretStart, end - 4))}`;
}
