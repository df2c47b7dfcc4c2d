import type { Device, RuleFacts } from "@parlour/protocol/rules";
import type { Clock } from "../clock.ts";

/** The page as rules read it. Listeners are added only when a rule needs them. */
export interface RulesPage {
  readonly url: () => string;
  /** From the first page of the visit. */
  readonly referrer: string;
  readonly utm: RuleFacts["utm"];
  readonly visits: number;
  readonly pages: number;
  readonly device: Device;
  readonly language: string;
  /** Language of the chat window (WG-089), used for texts of rules. */
  readonly textLanguage: string;
  /** Start of the page and of the visit, in milliseconds since 1970. */
  readonly since: number;
  readonly visitSince: number;
  /** Percentage of the page's height above the lower edge of the viewport. */
  readonly getScrollPercent: () => number;
  readonly onScroll: (run: () => void) => () => void;
  /** True when the pointer leaves through the upper edge, false when it returns. */
  readonly onExit: (run: (isOut: boolean) => void) => () => void;
}
/** Other values, which may change at any time. */
export interface RulesState {
  /** The first state from the server has arrived. No rule fires before. */
  readonly ready: boolean;
  readonly hasMessages: boolean;
  readonly quiet: boolean;
  readonly workingHours: boolean;
  readonly operatorsOnline: boolean;
  /** Invitations shown in this visit, by rules and operators. */
  readonly invited: number;
  /**
   * `closed`: the visitor closed one in this visit. `closedAt`: when they last closed one in any
   * visit, in milliseconds since 1970. Null: never.
   */
  readonly closed: boolean;
  readonly closedAt: number | null;
}
export interface RulesDeps {
  /** Rules of the account, from the loader script. */
  readonly rules: readonly unknown[];
  readonly clock: Pick<Clock, "now" | "after">;
  readonly page: RulesPage;
  /** Keys of rules that fired in this session or for this visitor. */
  readonly loadFired: (scope: "session" | "visitor") => readonly string[];
  readonly saveFired: (scope: "session" | "visitor", names: readonly string[]) => void;
  /** Settings of the widget (WG-090). */
  readonly caps: { readonly per_visit: number; readonly after_close_min: number };
  /** The page's own rules replaced those of the account. */
  readonly onReplaced: () => void;
  readonly actions: {
    open(start: "chat" | "call"): void;
    /** Shows an invitation as WG-060. The page counts it as shown. */
    invite(text: string, departmentId: number | null): void;
    label(text: string): void;
  };
}
export interface Rules {
  /** `setRules` (WG-050): replaces all rules for this page view. If rejected, nothing changes. */
  set(
    rules: unknown,
  ): { readonly result: "ok" } | { readonly result: "fail"; readonly reason: string };
  update(changed: Partial<RulesState>): void;
  /** Checks the rules again, because the page's address changed. */
  recheck(): void;
  stop(): void;
}
