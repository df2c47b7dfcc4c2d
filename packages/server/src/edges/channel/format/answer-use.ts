import type { ResponseUsage } from "@parlour/protocol";
import { buildResponseUsage, type IgnoredField } from "../../../core/answer-use.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { isJsonObject } from "../../../http/body/json.ts";
import { getErrorCodeEffect } from "../retry-policy.ts";
import { isNoError, isRefusedStatus, toPlainText, parseResponse } from "./parse-response.ts";

interface FieldUse {
  readonly taken: readonly string[];
  readonly ignored: readonly IgnoredField[];
}

/** Returns the used and ignored parts of a response (API-330), or null without one. */
export function buildChannelResponseUsage(reply: EgressReply): ResponseUsage | null {
  if (reply.status === null) return null;
  const isRefused = isRefusedStatus(reply.status);
  const usedFields = isRefused ? ["status"] : [];
  const answer = reply.kind === "failed" ? null : parseResponse(reply.body);
  if (answer?.kind !== "value" || !isJsonObject(answer.value))
    return mergeFieldUse([{ taken: usedFields, ignored: [] }]);
  const { result, error, ...others } = answer.value;
  return mergeFieldUse([
    { taken: usedFields, ignored: [] },
    getResultUse(result, error, isRefused),
    getErrorUse(error),
    {
      taken: [],
      ignored: Object.keys(others).map((field) => ({ field, reason: "unknown_field" })),
    },
  ]);
}

function mergeFieldUse(parts: readonly FieldUse[]): ResponseUsage {
  return buildResponseUsage(
    parts.flatMap(({ taken }) => taken.map((field) => ({ field }))),
    parts.flatMap(({ ignored }) => ignored),
  );
}

/**
 * Returns how the result was used. An error takes precedence, unless it has no text (CH-083). A
 * status other than 2xx takes precedence over `ok` (CH-080).
 */
function getResultUse(result: unknown, error: unknown, isRefused: boolean): FieldUse {
  if (result === undefined) return { taken: [], ignored: [] };
  const isUsed = isNoError(error) ? !isRefused : !hasErrorText(error) && toPlainText(result) !== "";
  if (isUsed) return { taken: ["result"], ignored: [] };
  return {
    taken: [],
    ignored: [{ field: "result", reason: isNoError(error) ? "status_decides" : "error_decides" }],
  };
}

function hasErrorText(error: unknown): boolean {
  return isJsonObject(error)
    ? toPlainText(error["code"]) !== "" || toPlainText(error["message"]) !== ""
    : toPlainText(error) !== "";
}

function getErrorUse(error: unknown): FieldUse {
  if (isNoError(error)) return { taken: [], ignored: [] };
  if (!isJsonObject(error)) return { taken: ["error"], ignored: [] };
  const { code, message, ...others } = error;
  const errorText = { code: toPlainText(code), message: toPlainText(message) };
  const effect = getErrorCodeEffect(errorText.code);
  const isHidden = effect === "hidden" || effect === "delivered";
  const usedKeys = (["code", "message"] as const).filter(
    (key) => errorText[key] !== "" && !(key === "message" && isHidden),
  );
  return {
    taken: usedKeys.length === 0 ? ["error"] : usedKeys.map((key) => `error.${key}`),
    ignored: [
      ...(errorText.message !== "" && isHidden
        ? [{ field: "error.message", reason: "code_hides_text" as const }]
        : []),
      ...Object.entries({ code, message })
        .filter(([, value]) => !isNoError(value) && toPlainText(value) === "")
        .map(([key]) => ({ field: `error.${key}`, reason: "wrong_type" as const })),
      ...Object.keys(others).map((key) => ({
        field: `error.${key}`,
        reason: "unknown_field" as const,
      })),
    ],
  };
}
