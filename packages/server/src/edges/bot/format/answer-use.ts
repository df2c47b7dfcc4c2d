import type { ResponseUsage } from "@parlour/protocol";
import { buildResponseUsage, type IgnoredField } from "../../../core/answer-use.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { isJsonObject } from "../../../http/body/json.ts";
import {
  findResponseError,
  findResponseEvent,
  findResponseObject,
  parseResponseBody,
} from "./parse-response.ts";

/**
 * Returns which parts of a provider's response were used and which were ignored, with the reason
 * (BOT-093). Returns null without a response. The status decides (BOT-051, BOT-052). Only the code
 * and message of an error are read from the body (BOT-086).
 */
export function buildBotResponseUsage(reply: EgressReply): ResponseUsage | null {
  const { status } = reply;
  if (status === null) return null;
  const body = reply.kind === "answered" ? parseResponseBody(reply.body) : null;
  const isSuccess = status >= 200 && status <= 299;
  const errorText = isSuccess ? null : findResponseError(body);
  const errorFieldNames =
    errorText === null
      ? []
      : (["code", "message"] as const)
          .filter((key) => errorText[key] !== "")
          .map((key) => `error.${key}`);
  return buildResponseUsage(
    ["status", ...errorFieldNames].map((field) => ({ field })),
    isSuccess ? listUnreadFields(body) : listIgnoredFields(body, errorFieldNames),
  );
}

/** The body of a success is not read. A `result` of `ok` repeats the status: not listed. */
function listUnreadFields(body: unknown): IgnoredField[] {
  const hasEvent = findResponseEvent(body) !== null;
  return Object.entries(findResponseObject(body) ?? {})
    .filter(([field, value]) => !(field === "result" && value === "ok"))
    .map(([field]) => ({
      field,
      reason: field === "event" && hasEvent ? "answer_in_reply" : "body_not_read",
    }));
}

function listIgnoredFields(body: unknown, usedFields: readonly string[]): IgnoredField[] {
  if (!isJsonObject(body)) return [];
  const { error, ...others } = body;
  const inError = isJsonObject(error)
    ? listFilledKeys(error).map((key) => `error.${key}`)
    : isEmpty(error)
      ? []
      : ["error"];
  return [
    ...inError
      .filter((field) => !usedFields.includes(field))
      .map((field): IgnoredField => ({
        field,
        reason: errorFields.has(field) ? "wrong_type" : "unknown_field",
      })),
    ...listFilledKeys(others).map((field): IgnoredField => ({ field, reason: "unknown_field" })),
  ];
}
const errorFields: ReadonlySet<string> = new Set(["error", "error.code", "error.message"]);

const listFilledKeys = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(fields).filter((key) => !isEmpty(fields[key]));
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";
