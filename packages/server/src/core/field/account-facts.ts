import type { Visitor } from "@parlour/protocol";
import { conditionHolds, type Condition } from "@parlour/protocol/conditions/condition";
import { factsWith, policyFactsWith, type Facts } from "@parlour/protocol/conditions/facts";
import type { AccountConfig } from "../command.ts";
import { refuse } from "../failure.ts";

const noFields = factsWith([]);
const getFacts = cacheByConfig(factsWith);

/** Returns the facts that conditions of an account can name. null: those of every account. */
export const getAccountFacts = (config: AccountConfig | null): Facts =>
  config === null ? noFields : getFacts(config);

/**
 * Returns the condition of a segment that conditions on chats can name (SEG-007). Else throws
 * `invalid_request` with the field.
 */
export function getChatSegment({ segments }: AccountConfig, id: number, field: string): Condition {
  return (
    segments?.get(id) ??
    refuse(
      "invalid_request",
      `${field} must be the id of a shared segment without visitor.chats and last_chat_at.`,
      { field },
    )
  );
}

/**
 * Returns those of some segments to which a visitor belongs. `now`: ms since 1970. Unknown segments
 * and those that {@link getChatSegment} refuses have no visitors.
 */
export function filterSegments(
  config: AccountConfig,
  ids: Iterable<number>,
  visitor: Visitor,
  now: number,
): readonly number[] {
  const facts = getAccountFacts(config);
  // The conditions do not test the chats (SEG-007).
  const subject = { visitor, chats: 0, last_chat_at: null };
  return [...new Set(ids)].filter((id) => {
    const condition = config.segments?.get(id);
    return condition !== undefined && conditionHolds({ condition, facts, now }, subject);
  });
}

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
