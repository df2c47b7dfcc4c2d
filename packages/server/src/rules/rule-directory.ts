import type { RuleEvent } from "@parlour/protocol/automation/rule";
import type { JournalEntry } from "../journal/entry.ts";
import { createAccountCache } from "../journal/subscribers/account-cache.ts";
import type { ConsumerDeps } from "../journal/subscribers/durable-consumer.ts";
import type { Reader } from "../store/database/reader.ts";
import { ruleStore, type RuleRow } from "../store/settings/content/rule.ts";
import { isEvent } from "./entry-events.ts";

/** The enabled rules of each account, in memory until they change. */
export interface RuleDirectory {
  /** May start or change rules. Runs for each entry, so it reads nothing. */
  isRelevant(entry: JournalEntry): boolean;
  read(account: number): Promise<AccountRules>;
  /** Returns whether an entry says that rules were changed. */
  isChange(entry: JournalEntry): boolean;
  close(): void;
}

/** The enabled rules of an account in their order: all, and those that each event starts. */
export interface AccountRules {
  readonly rules: readonly RuleRow[];
  readonly byEvent: readonly (readonly [RuleEvent, readonly RuleRow[]])[];
}

export function createRuleDirectory(
  deps: ConsumerDeps & { readonly reader: Reader },
): RuleDirectory {
  const accounts = createAccountCache(deps, "rule", async (account): Promise<AccountRules> => {
    const rows = await ruleStore.list(deps.reader, account);
    const rules = rows.filter(({ values }) => values.enabled);
    const byEvent = Map.groupBy(rules, ({ values: { when } }) =>
      "event" in when ? when.event : null,
    );
    return {
      rules,
      byEvent: [...byEvent].flatMap(([event, list]) => (event === null ? [] : [[event, list]])),
    };
  });
  return {
    isRelevant(entry) {
      if (accounts.isChange(entry)) {
        accounts.invalidate(entry.account);
        return true;
      }
      // The rules of an account that was not read yet may be started by every entry.
      const known = accounts.peek(entry.account);
      return known === undefined || known.byEvent.some(([event]) => isEvent(event, entry));
    },
    read: (account) => accounts.read(account),
    isChange: (entry) => accounts.isChange(entry),
    close: () => accounts.close(),
  };
}
