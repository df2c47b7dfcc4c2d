import type { RuleEvent } from "@parlour/protocol/automation/rule";
import type { JournalEntry } from "../journal/entry.ts";
import { createAccountCache } from "../journal/subscribers/account-cache.ts";
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
  /** Lets the rules of an account, or of all, be read again. */
  invalidate(account?: number): void;
}

interface AccountRules {
  readonly rules: readonly RuleRow[];
  readonly events: ReadonlySet<RuleEvent>;
}

export function createRuleDirectory(reader: Reader): RuleDirectory {
  const accounts = createAccountCache(async (account): Promise<AccountRules> => {
    const rows = await ruleStore.list(reader, account);
    const rules = rows.filter(({ values }) => values.enabled);
    const events = new Set(
      rules.flatMap(({ values: { when } }) => ("event" in when ? [when.event] : [])),
    );
    return { rules, events };
  });
  return {
    isRelevant(entry) {
      if (isRuleChange(entry)) {
        accounts.invalidate(entry.account);
        return true;
      }
      // The rules of an account that was not read yet may be started by every entry.
      const events = accounts.peek(entry.account)?.events;
      return events === undefined || (events.size > 0 && isAnyEvent(events, entry));
    },
    read: async (account) => (await accounts.read(account)).rules,
    invalidate: (account) => accounts.invalidate(account),
  };
}

/** Returns whether an entry says that rules were changed. */
export const isRuleChange = ({ name, frame }: JournalEntry): boolean =>
  name === "settings_changed" && frame.includes('"kind":"rule"');
