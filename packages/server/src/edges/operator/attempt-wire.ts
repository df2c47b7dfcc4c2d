import type { TestAttempt } from "@parlour/protocol/api";
import type { TestResult } from "./deps.ts";

type Headers = Readonly<Record<string, string>>;

/** What one test message met. `shown`: headers as the asker may read them. */
export function attemptWire(
  tried: TestResult,
  shown: (headers: Headers) => Record<string, string> = (headers) => ({ ...headers }),
): TestAttempt {
  const { outcome, status, durationMs, error, request, reply } = tried;
  return {
    outcome,
    status,
    duration_ms: Math.round(durationMs),
    error: error && { ...error },
    request: request && { url: request.url, headers: shown(request.headers), body: request.body },
    reply: reply && { headers: shown(reply.headers), body: reply.body },
  };
}
