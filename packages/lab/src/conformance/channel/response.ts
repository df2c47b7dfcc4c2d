import type { EndpointResult } from "../http-client.ts";
import { toObject, quoteBody, parseReply } from "../json-reply.ts";

/** How Parlour interprets an attempt (CH-080, CH-082). */
export type InterpretedResponse =
  | { readonly kind: "success"; readonly seen: string }
  /** The endpoint accepted the message, but the body does not confirm that. */
  | { readonly kind: "unconfirmed"; readonly seen: string }
  /** The status is 2xx, but the body contains an error or another result. */
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly message: unknown;
      readonly seen: string;
    }
  | { readonly kind: "failed"; readonly status: number; readonly seen: string }
  | { readonly kind: "silent"; readonly isTimeout: boolean; readonly seen: string };

/** Codes after which Parlour makes no further attempt (CH-082). */
export const finalErrorCodes: ReadonlySet<string> = new Set([
  "recipient_not_found",
  "recipient_blocked",
  "recipient_unsubscribed",
  "message_rejected",
  "unsupported_type",
  "file_too_large",
  "session_expired",
  "invalid_request",
  "invalid_client",
  "unauthorized_client",
  "access_denied",
  "not_found",
]);

/** Interprets a response according to the table of CH-080. */
export function interpretResponse(answer: EndpointResult): InterpretedResponse {
  if (answer.kind === "timeout")
    return { kind: "silent", isTimeout: true, seen: `no answer within ${answer.ms} ms` };
  if (answer.kind === "cut") return { kind: "silent", isTimeout: false, seen: answer.why };
  const { status, body } = answer;
  const seen = `HTTP ${status}, ${quoteBody(body)}`;
  if (answer.tooLarge)
    return { kind: "failed", status, seen: `HTTP ${status} with more than 256 KiB` };
  if (status < 200 || status > 299) return { kind: "failed", status, seen };
  const parsedReply = parseReply(body);
  if (parsedReply.kind === "markup" || parsedReply.kind === "undecodable")
    return { kind: "failed", status, seen };
  if (parsedReply.kind !== "json") return { kind: "unconfirmed", seen };
  if (parsedReply.repeated.some((key) => key === "result" || key === "error"))
    return { kind: "failed", status, seen };
  return interpretReply(parsedReply.value, seen);
}

function interpretReply(reply: unknown, seen: string): InterpretedResponse {
  const top = toObject(reply);
  if (top === null) return { kind: "unconfirmed", seen };
  const errorValue = top["error"];
  if (!isNoError(errorValue)) {
    const error = toObject(errorValue);
    const code = error?.["code"];
    return {
      kind: "refused",
      code: typeof code === "string" ? code : "",
      message: error === null ? errorValue : error["message"],
      seen,
    };
  }
  const result = top["result"];
  if (result === undefined) return { kind: "unconfirmed", seen };
  if (typeof result === "string" && result.trim().toLowerCase() === "ok")
    return { kind: "success", seen };
  return { kind: "refused", code: "", message: result, seen };
}

/** Returns true if this value of `error` means that there is no error. */
const isNoError = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);
