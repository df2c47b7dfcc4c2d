import type { EndpointResult } from "./http-client.ts";
import { quote } from "./json-reply.ts";

/** Headers of every JSON request, as Parlour sends them. */
export const requestHeaders = {
  "content-type": "application/json; charset=utf-8",
  accept: "application/json",
  "user-agent": "Parlour/conformance",
} as const;

/** For endpoints where any 2xx is success, regardless of the body. */
export const isAccepted = (answer: EndpointResult): boolean =>
  answer.kind === "answered" && answer.status >= 200 && answer.status < 300;

/** Describes a response briefly. */
export const describeResponse = (answer: EndpointResult): string =>
  answer.kind === "answered"
    ? `HTTP ${answer.status}, ${quote(answer.body)}`
    : answer.kind === "timeout"
      ? `no answer within ${answer.ms} ms`
      : answer.why;
