import type { ResponseUsage, IgnoredReason } from "@parlour/protocol";
import { cleanText, cutText } from "./text.ts";

/** Maximum number of ignored fields that are listed by name. Further ones are only counted. */
const maxIgnoredFields = 20;
/** Maximum length of a field name in code points, because the integrator chooses these names. */
const maxFieldNameLength = 100;

/** A field of an integrator's response that was not used. */
export interface IgnoredField {
  readonly field: string;
  readonly reason: IgnoredReason;
}

/**
 * Returns the stored record of how a response was used: all used fields, the first ignored fields
 * and the number of all ignored fields (WH-082, BOT-093).
 */
export function buildResponseUsage(
  usedFields: ResponseUsage["taken"],
  ignored: readonly IgnoredField[],
): ResponseUsage {
  return {
    taken: [...usedFields],
    ignored: ignored.slice(0, maxIgnoredFields).map(({ field, reason }) => ({
      field: cutText(cleanText(field), maxFieldNameLength).text,
      reason,
    })),
    ignored_count: ignored.length,
  };
}
