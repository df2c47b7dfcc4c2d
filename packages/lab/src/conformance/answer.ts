import type { Answer } from "./dial.ts";
import { quote } from "./reply.ts";

/** Head of every JSON request, as Parlour sends it. */
export const sentHeaders = {
  "content-type": "application/json; charset=utf-8",
  accept: "application/json",
  "user-agent": "Parlour/conformance",
} as const;

/** Where 2xx is success, whatever the body says. */
export const isTaken = (answer: Answer): boolean => answer.kind === "answered" && answer.status >= 200 && answer.status < 300;

/** An answer in a few words. */
export const sawOf = (answer: Answer): string =>
  answer.kind === "answered"
    ? `HTTP ${answer.status}, ${quote(answer.body)}`
    : answer.kind === "timeout"
      ? `no answer within ${answer.ms} ms`
      : answer.why;
