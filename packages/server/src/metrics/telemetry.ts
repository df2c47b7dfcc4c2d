import { SpanKind, SpanStatusCode, trace, type SpanOptions } from "@opentelemetry/api";
import type { Clock } from "../core/command.ts";
import type { Metrics } from "./metrics.ts";
import { version } from "../version.ts";

/** Receives each finished unit of work, for `/metrics` and traces. Times are in ms. */
export interface Telemetry {
  readonly request: (method: string, route: string, status: number, ms: number) => void;
  readonly commit: (commands: number, ms: number) => void;
  readonly attempt: (kind: string, outcome: string, ms: number) => void;
}

const msPerSecond = 1_000;
const commitBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15];

/**
 * Creates the metrics and spans of units of work. Spans go to the tracer provider of an
 * OpenTelemetry SDK, which `NODE_OPTIONS=--import …` loads. Parlour includes only the OpenTelemetry
 * API, which does nothing without an SDK. Spans contain no text, no visitor address and no secret.
 */
export function createTelemetry(metrics: Metrics, clock: Clock): Telemetry {
  const tracer = trace.getTracer("parlour", version);
  const span = (
    name: string,
    ms: number,
    options: SpanOptions & { readonly startTime: number },
    isFault: boolean,
  ): void => {
    const created = tracer.startSpan(name, options);
    if (isFault) created.setStatus({ code: SpanStatusCode.ERROR });
    created.end(options.startTime + ms);
  };
  const requests = metrics.histogram(
    "http_request_seconds",
    "Requests by route and status",
    requestBuckets,
    ["method", "route", "status"],
  );
  const commits = metrics.histogram(
    "journal_commit_seconds",
    "How long the database took for a batch",
    commitBuckets,
  );
  const attempts = metrics.histogram(
    "delivery_attempt_seconds",
    "Attempts by kind of endpoint and outcome",
    requestBuckets,
    ["kind", "outcome"],
  );
  return {
    request(method, route, status, ms) {
      requests.observe(ms / msPerSecond, { method, route, status });
      const attributes = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": status,
      };
      const startTime = clock.now() - ms;
      span(
        `${method} ${route}`,
        ms,
        { kind: SpanKind.SERVER, startTime, attributes },
        status >= 500,
      );
    },
    commit(commands, ms) {
      commits.observe(ms / msPerSecond);
      const attributes = { "parlour.commands": commands };
      const startTime = clock.now() - ms;
      span("journal.commit", ms, { kind: SpanKind.INTERNAL, startTime, attributes }, false);
    },
    attempt(kind, outcome, ms) {
      attempts.observe(ms / msPerSecond, { kind, outcome });
      const attributes = { "parlour.endpoint.kind": kind, "parlour.outcome": outcome };
      const startTime = clock.now() - ms;
      span(
        "delivery.attempt",
        ms,
        { kind: SpanKind.CLIENT, startTime, attributes },
        outcome !== "delivered",
      );
    },
  };
}
