import type { ResponseUsage } from "@parlour/protocol";
import { buildAnswerUse, type IgnoredField } from "../../../core/answer-use.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { isJsonObject } from "../../../http/json.ts";
import { errorIn, eventIn, objectIn, parseAnswer } from "./answer.ts";

/**
 * Returns which parts of a provider's response were used and which were ignored, with the reason
 * (BOT-093). The status decides (BOT-051, BOT-052). Of the body, only code and message of an error
 * are used (BOT-086). Null if there was no response.
 */
export function botUse(reply: EgressReply): ResponseUsage | null {
  const { status } = reply;
  if (status === null) return null;
  const body = reply.kind === "answered" ? parseAnswer(reply.body) : null;
  const isSuccess = status >= 200 && status <= 299;
  const words = isSuccess ? null : errorIn(body);
  const error = words === null ? [] : (["code", "message"] as const).filter((key) => words[key] !== "").map((key) => `error.${key}`);
  return buildAnswerUse(
    ["status", ...error].map((field) => ({ field })),
    isSuccess ? unreadParts(body) : errorParts(body, error),
  );
}

/**
 * The body of a success is not read. A `result` of `ok` only repeats the status and is not listed.
 */
function unreadParts(body: unknown): IgnoredField[] {
  const hasEvent = eventIn(body) !== null;
  return Object.entries(objectIn(body) ?? {})
    .filter(([field, value]) => !(field === "result" && value === "ok"))
    .map(([field]) => ({ field, reason: field === "event" && hasEvent ? "answer_in_reply" : "body_not_read" }));
}

function errorParts(body: unknown, taken: readonly string[]): IgnoredField[] {
  if (!isJsonObject(body)) return [];
  const { error, ...others } = body;
  const inError = isJsonObject(error) ? namesOf(error).map((key) => `error.${key}`) : isEmpty(error) ? [] : ["error"];
  return [
    ...inError
      .filter((field) => !taken.includes(field))
      .map((field): IgnoredField => ({ field, reason: errorFields.has(field) ? "wrong_type" : "unknown_field" })),
    ...namesOf(others).map((field): IgnoredField => ({ field, reason: "unknown_field" })),
  ];
}
const errorFields: ReadonlySet<string> = new Set(["error", "error.code", "error.message"]);

const namesOf = (fields: Readonly<Record<string, unknown>>): string[] => Object.keys(fields).filter((key) => !isEmpty(fields[key]));
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";
