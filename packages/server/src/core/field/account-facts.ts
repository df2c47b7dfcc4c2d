import { factsWith, type Facts } from "@parlour/protocol/conditions/facts";
import type { AccountConfig } from "../command.ts";

const noFields = factsWith([]);
const known = new WeakMap<AccountConfig, Facts>();

/**
 * Returns the facts that conditions of an account can name. null: those of every account. They are
 * kept with the configuration, because rules ask for them at each entry.
 */
export function getAccountFacts(config: AccountConfig | null): Facts {
  if (config === null) return noFields;
  let facts = known.get(config);
  if (facts === undefined)
    known.set(config, (facts = factsWith(config.fields ?? [], config.segments)));
  return facts;
}
