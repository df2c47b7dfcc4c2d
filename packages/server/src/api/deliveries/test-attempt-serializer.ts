import type { TestAttempt } from "@parlour/protocol/api";
import type { EndpointTestResult } from "../../delivery/index.ts";

type Headers = Readonly<Record<string, string>>;

/** Serializes the result of a test. `maskHeaders` returns the headers that may be read. */
export function serializeTestAttempt(
  attempt: EndpointTestResult,
  maskHeaders: (headers: Headers) => Record<string, string> = (headers) => ({ ...headers }),
): TestAttempt {
  const { outcome, status, durationMs, error, request, reply } = attempt;
  return {
    outcome,
    status,
    duration_ms: Math.round(durationMs),
    error: error && { ...error },
    request: request && {
      url: request.url,
      headers: maskHeaders(request.headers),
      body: request.body,
    },
    reply: reply && { headers: maskHeaders(reply.headers), body: reply.body },
  };
}
