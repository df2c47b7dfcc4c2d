import type { ResponseUsage } from "@parlour/protocol";
import { buildAnswerUse, type IgnoredField } from "../../../core/answer-use.ts";
import type { EgressReply } from "../../../egress/index.ts";
import { isJsonObject } from "../../../http/json.ts";
import { effectOf } from "../policy.ts";
import { isAbsent, isRefusedStatus, plain, readAnswer } from "./answer.ts";

interface Parts {
  readonly taken: readonly string[];
  readonly ignored: readonly IgnoredField[];
}

/**
 * Returns which parts of an integrator's response decided and which were ignored, with the reason
 * (API-150). Null if there was no response.
 */
export function channelUse(reply: EgressReply): ResponseUsage | null {
  if (reply.status === null) return null;
  const isRefused = isRefusedStatus(reply.status);
  const taken = isRefused ? ["status"] : [];
  const answer = reply.kind === "failed" ? null : readAnswer(reply.body);
  if (answer?.kind !== "value" || !isJsonObject(answer.value)) return useOf([{ taken, ignored: [] }]);
  const { result, error, ...others } = answer.value;
  return useOf([
    { taken, ignored: [] },
    resultParts(result, error, isRefused),
    errorParts(error),
    { taken: [], ignored: Object.keys(others).map((field) => ({ field, reason: "unknown_field" })) },
  ]);
}

function useOf(parts: readonly Parts[]): ResponseUsage {
  return buildAnswerUse(
    parts.flatMap(({ taken }) => taken.map((field) => ({ field }))),
    parts.flatMap(({ ignored }) => ignored),
  );
}

/**
 * An error takes precedence over the result. The result's text is used only if the error has none
 * (CH-083). A status other than 2xx takes precedence over `ok` (CH-080).
 */
function resultParts(result: unknown, error: unknown, isRefused: boolean): Parts {
  if (result === undefined) return { taken: [], ignored: [] };
  const isTaken = isAbsent(error) ? !isRefused : !hasWords(error) && plain(result) !== "";
  if (isTaken) return { taken: ["result"], ignored: [] };
  return { taken: [], ignored: [{ field: "result", reason: isAbsent(error) ? "status_decides" : "error_decides" }] };
}

function hasWords(error: unknown): boolean {
  return isJsonObject(error) ? plain(error["code"]) !== "" || plain(error["message"]) !== "" : plain(error) !== "";
}

function errorParts(error: unknown): Parts {
  if (isAbsent(error)) return { taken: [], ignored: [] };
  if (!isJsonObject(error)) return { taken: ["error"], ignored: [] };
  const { code, message, ...others } = error;
  const words = { code: plain(code), message: plain(message) };
  const effect = effectOf(words.code);
  const isHidden = effect === "hidden" || effect === "delivered";
  const named = (["code", "message"] as const).filter((key) => words[key] !== "" && !(key === "message" && isHidden));
  return {
    taken: named.length === 0 ? ["error"] : named.map((key) => `error.${key}`),
    ignored: [
      ...(words.message !== "" && isHidden ? [{ field: "error.message", reason: "code_hides_text" as const }] : []),
      ...Object.entries({ code, message })
        .filter(([, value]) => !isAbsent(value) && plain(value) === "")
        .map(([key]) => ({ field: `error.${key}`, reason: "wrong_type" as const })),
      ...Object.keys(others).map((key) => ({ field: `error.${key}`, reason: "unknown_field" as const })),
    ],
  };
}
