import type { MessageOrigin } from "@parlour/protocol";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { ParsedMail } from "../format/parse/index.ts";

/** Faults of which the reader of a message should know (MAIL-117). */
const shownFaults: ReadonlySet<string> = new Set<ParsedMail["faults"][number]>([
  "signature_not_checked",
  "encrypted",
  "unreadable",
  "guessed_charset",
  "undecodable_text",
  "broken_structure",
  "broken_encoding",
  "too_complex",
  "too_many_parts",
]);

/** Returns the faults of a mail that are shown with its message, as fields of `origin`. */
export function describeFaults({ faults, guessed }: ParsedMail): Partial<MessageOrigin> {
  const shown = faults.filter((fault) => shownFaults.has(fault));
  return omitAbsent({ faults: shown.length === 0 ? undefined : shown, charset: guessed?.charset });
}
