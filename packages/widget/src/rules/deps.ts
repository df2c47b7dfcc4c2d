import type { Device, RuleFacts } from "@parlour/protocol/rules";
import type { Clock } from "../clock.ts";

/** The page as rules read it. Listeners are added only when a rule needs them. */
export interface RulesPage {
  readonly url: () => string;
  /** Referrer of the first page of the visit. */
  readonly referrer: string;
  readonly utm: RuleFacts["utm"];
  readonly visits: number;
  readonly pages: number;
  readonly device: Device;
  readonly language: string;
  /** Language of the chat window (WG-089). Texts of rules are selected by it. */
  readonly textLanguage: string;
  /** Start of the page view and of the visit, Unix milliseconds. */
  readonly since: number;
  readonly visitSince: number;
  /**
   * Returns how far the visitor has scrolled: the percentage of the page's height above the lower
   * edge of the viewport.
   */
  readonly getScrollPercent: () => number;
  readonly onScroll: (run: () => void) => () => void;
  /**
   * Reports exit intent. `isOut` is true when the pointer leaves through the upper edge, and false
   * when it returns.
   */
  readonly onExit: (run: (isOut: boolean) => void) => () => void;
}
/** Other values that rules read. They may change at any time. */
export interface RulesState {
  readonly working_hours: boolean;
  readonly operators_online: boolean;
  readonly country: string;
  readonly segment: readonly number[];
  readonly variable: RuleFacts["variable"];
  /** Whether the first state from the server has arrived. No rule fires before. */
  readonly ready: boolean;
  readonly hasMessages: boolean;
  readonly quiet: boolean;
  /** Whether the visitor closed an invitation in this visit. */
  readonly closed: boolean;
}
export interface RulesDeps {
  /** Rules of the account, from the loader script. */
  readonly rules: readonly unknown[];
  readonly clock: Clock;
  readonly page: RulesPage;
  /** Loads the keys of the rules that have fired in this session or for this visitor. */
  readonly loadFired: (scope: "session" | "visitor") => readonly string[];
  readonly saveFired: (scope: "session" | "visitor", names: readonly string[]) => void;
  /** Returns whether the widget's limits allow an invitation now (WG-054). */
  readonly canInvite: () => boolean;
  /** Called when the page has replaced the account's rules with its own. */
  readonly onReplaced: () => void;
  readonly actions: {
    open(start: "chat" | "call"): void;
    /** Shows an invitation as WG-060. The page counts it as shown. */
    invite(text: string, departmentId: number | null): void;
    label(text: string): void;
    /** Called after each check. */
    hide(isHidden: boolean): void;
  };
}
export interface Rules {
  /**
   * Replaces all rules for this page view (`setRules`, WG-050). If the new rules are rejected,
   * nothing changes.
   */
  set(
    rules: unknown,
  ): { readonly result: "ok" } | { readonly result: "fail"; readonly reason: string };
  update(changed: Partial<RulesState>): void;
  /** Checks the rules again. Called when the page's address has changed. */
  recheck(): void;
  stop(): void;
}
