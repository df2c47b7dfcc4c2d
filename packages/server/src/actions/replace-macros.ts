import type { Action } from "@parlour/protocol/actions/actions";
import { expandMacros, runsMacro } from "@parlour/protocol/actions/macro-chain";
import type { Reader } from "../store/database/reader.ts";
import type { AudienceFilter } from "../store/settings/content/audience-store.ts";
import { macroStore } from "../store/settings/content/macro.ts";

/** {@link replaceMacros} for the routes. */
export type ReplaceMacros = (
  account: number,
  list: readonly Action[],
  options: { readonly filter: AudienceFilter; readonly depth: number },
) => Promise<readonly Action[]>;

/**
 * Returns the actions with those of the macros that they run in their place (ACT-019). `filter`:
 * the macros that may run. `depth`: 1 for the actions of a macro, else 0.
 */
export async function replaceMacros(
  reader: Reader,
  account: number,
  list: readonly Action[],
  { filter, depth }: { readonly filter: AudienceFilter; readonly depth: number },
): Promise<readonly Action[]> {
  if (!runsMacro(list)) return list;
  const macros = await macroStore.list(reader, account, filter);
  return expandMacros(list, new Map(macros.map(({ id, values }) => [id, values.do])), depth);
}
