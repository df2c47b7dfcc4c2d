import type { EndpointResult } from "./http-client.ts";
import { quoteBody } from "./json-reply.ts";

/** Headers of every JSON request, as Parlour sends them. */
export const requestHeaders = {
  "content-type": "application/json; charset=utf-8",
  accept: "application/json",
  "user-agent": "Parlour/conformance",
} as const;

/** Returns true for a 2xx status. Used for endpoints where the body does not matter. */
export const isSuccessResponse = (answer: EndpointResult): boolean =>
  answer.kind === "answered" && answer.status >= 200 && answer.status < 300;

export const describeResponse = (answer: EndpointResult): string =>
  answer.kind === "answered"
    ? `HTTP ${answer.status}, ${quoteBody(answer.body)}`
    : answer.kind === "timeout"
      ? `no answer within ${answer.ms} ms`
      : answer.why;
