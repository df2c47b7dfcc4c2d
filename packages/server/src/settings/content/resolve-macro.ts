import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Reader } from "../../store/database/reader.ts";
import { macroStore, type MacroRow } from "../../store/settings/content/macro.ts";
import { getAudienceFilter } from "./audience.ts";

/** Returns a macro that a principal uses (ACT-022). Throws `invalid_request` if there is none. */
export async function resolveMacro(
  reader: Reader,
  principal: Principal,
  id: number,
): Promise<MacroRow> {
  const filter = { ...getAudienceFilter(principal), id };
  const [row] = await macroStore.list(reader, principal.accountId, filter);
  return row ?? refuse("invalid_request", "There is no such macro.", { field: "macro_id" });
}
