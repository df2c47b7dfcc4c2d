import { factsWith, policyFactsWith, type Facts } from "@parlour/protocol/conditions/facts";
import type { AccountConfig } from "../command.ts";

const noFields = factsWith([]);
const getFacts = cacheByConfig(factsWith);

/** Returns the facts that conditions of an account can name. null: those of every account. */
export const getAccountFacts = (config: AccountConfig | null): Facts =>
  config === null ? noFields : getFacts(config);

/** Returns the facts that conditions of the policies of an account can name. */
export const getPolicyFacts = cacheByConfig(policyFactsWith);

/** Caches the facts with the configuration, because consumers ask for them at each entry. */
function cacheByConfig(build: typeof factsWith): (config: AccountConfig) => Facts {
  const known = new WeakMap<AccountConfig, Facts>();
  return (config) => {
    let facts = known.get(config);
    if (facts === undefined)
      known.set(config, (facts = build(config.fields ?? [], config.segments)));
    return facts;
  };
}
