import type { Device, RuleFacts } from "@parlour/protocol/rules";
import type { Clock } from "../clock.ts";

/** The page that the rules look at. Nothing is listened to before a rule asks for it. */
export interface RulesPage {
  readonly url: () => string;
  /** Of the visit, as its first page had it. */
  readonly referrer: string;
  readonly utm: RuleFacts["utm"];
  readonly visits: number;
  readonly pages: number;
  readonly device: Device;
  readonly language: string;
  /** Of the window (WG-089): in it rules speak. */
  readonly spoken: string;
  /** When the page, and the visit, began; milliseconds since 1970. */
  readonly since: number;
  readonly visitSince: number;
  /** Per cent of the page's height that lies above the lower edge of what is seen. */
  readonly scrolled: () => number;
  readonly onScroll: (run: () => void) => () => void;
  /** The pointer left through the upper edge (true), and came back. */
  readonly onExit: (run: (isOut: boolean) => void) => () => void;
}
/** What the page knows besides; all of it may change at any time. */
export interface RulesState {
  /** The server has spoken: who the visitor is and what runs is known. Nothing fires before. */
  readonly ready: boolean;
  readonly hasMessages: boolean;
  readonly quiet: boolean;
  readonly workingHours: boolean;
  readonly operatorsOnline: boolean;
  /** Invitations that were shown in this visit, by rules and operators. */
  readonly invited: number;
  /** The visitor closed one in this visit; when he last closed one in any, null: never. Milliseconds since 1970. */
  readonly closed: boolean;
  readonly closedAt: number | null;
}
export interface RulesDeps {
  /** The account's, as the script carries them. */
  readonly rules: readonly unknown[];
  readonly clock: Pick<Clock, "now" | "after">;
  readonly page: RulesPage;
  /** Names of rules that fired in this session, for this visitor. */
  readonly fired: (scope: "session" | "visitor") => readonly string[];
  readonly keepFired: (scope: "session" | "visitor", names: readonly string[]) => void;
  /** Settings of the widget (WG-090). */
  readonly caps: { readonly per_visit: number; readonly after_close_min: number };
  /** The page's own rules stand in the place of the account's. */
  readonly replaced: () => void;
  readonly act: {
    open(start: "chat" | "call"): void;
    /** As WG-060; the page counts it as shown. */
    invite(text: string, departmentId: number | null): void;
    label(text: string): void;
  };
}
export interface Rules {
  /** setRules (WG-050): these and no others on this page view. Refused: nothing changes. */
  set(rules: unknown): { readonly result: "ok" } | { readonly result: "fail"; readonly reason: string };
  facts(changed: Partial<RulesState>): void;
  /** Looks again: the page shows another address. */
  tick(): void;
  stop(): void;
}
