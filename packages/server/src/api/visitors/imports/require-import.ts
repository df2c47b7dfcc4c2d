import { mustMaskText, type Principal } from "../../../auth/index.ts";
import { refuse } from "../../../core/failure.ts";
import { findImport, type ImportRecord } from "../../../store/imports/visitor-import.ts";
import { parseId, requireFound } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Returns the import. Throws Refusal `not_found`, or `forbidden` if texts are masked. */
export async function requireImport(
  { reader }: RouteDeps,
  principal: Principal,
  text: string,
): Promise<ImportRecord> {
  assertReadsTexts(principal);
  const id = parseId(text, "import");
  return requireFound(await findImport(reader, principal.accountId, id), "import");
}

/** Throws `forbidden` for a role that sees texts masked (VI-001). */
export function assertReadsTexts(principal: Principal): void {
  if (mustMaskText(principal)) refuse("forbidden", "Your role cannot read the texts of visitors.");
}
