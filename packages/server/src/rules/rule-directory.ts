import type { RuleEvent } from "@parlour/protocol/automation/rule";
import type { JournalEntry } from "../journal/entry.ts";
import { createAccountCache } from "../journal/subscribers/account-cache.ts";
import type { ConsumerDeps } from "../journal/subscribers/durable-consumer.ts";
import type { Reader } from "../store/database/reader.ts";
import { ruleStore, type RuleRow } from "../store/settings/content/rule.ts";
import { isAnyEvent } from "./entry-events.ts";

/** The enabled rules of each account, in memory until they change. */
export interface RuleDirectory {
  /**
   * Returns whether an entry may start a rule, or changes the rules. Runs for each entry, so it
   * reads nothing.
   */
  isRelevant(entry: JournalEntry): boolean;
  /** Returns the enabled rules of an account in their order. */
  read(account: number): Promise<readonly RuleRow[]>;
  /** Returns whether an entry says that rules were changed. */
  isChange(entry: JournalEntry): boolean;
  close(): void;
}

interface AccountRules {
  readonly rules: readonly RuleRow[];
  readonly events: ReadonlySet<RuleEvent>;
}

export function createRuleDirectory(
  deps: ConsumerDeps & { readonly reader: Reader },
): RuleDirectory {
  const accounts = createAccountCache(deps, "rule", async (account): Promise<AccountRules> => {
    const rows = await ruleStore.list(deps.reader, account);
    const rules = rows.filter(({ values }) => values.enabled);
    const events = new Set(
      rules.flatMap(({ values: { when } }) => ("event" in when ? [when.event] : [])),
    );
    return { rules, events };
  });
  return {
    isRelevant(entry) {
      if (accounts.isChange(entry)) {
        accounts.invalidate(entry.account);
        return true;
      }
      // The rules of an account that was not read yet may be started by every entry.
      const events = accounts.peek(entry.account)?.events;
      return events === undefined || (events.size > 0 && isAnyEvent(events, entry));
    },
    read: async (account) => (await accounts.read(account)).rules,
    isChange: (entry) => accounts.isChange(entry),
    close: () => accounts.close(),
  };
}
