import {
  conditionHolds,
  type BoundCondition,
  type Condition,
} from "@parlour/protocol/conditions/condition";
import type { ConditionSubject, Facts } from "@parlour/protocol/conditions/facts";
import { holdsForRunningOnly } from "@parlour/protocol/conditions/running";
import { expandSegments } from "@parlour/protocol/conditions/segments";
import { toPositive } from "@parlour/protocol/conditions/operators";
import { listTests } from "@parlour/protocol/conditions/tree";
import type { Audience } from "@parlour/protocol/settings/audience";
import { can, type Principal } from "../auth/index.ts";
import type { AccountConfig } from "../core/command.ts";
import { survivesRetention } from "../core/visitor/erase.ts";
import type { ViewRow } from "../store/settings/content/view.ts";
import type { MatchingChats, ViewedChat } from "./matching-chats.ts";

/** Interval between counts by SQL: of views that depend on the time, and of others. */
const timedIntervalMs = 60_000;
const intervalMs = 3_600_000;

/** A view with the chats that match it. */
export class TrackedView {
  readonly id: number;
  readonly condition: Condition;
  /** Whether it can only contain running chats. */
  readonly isRunningOnly: boolean;
  /** Whether it needs facts that are stored apart from the entity of an event. */
  readonly usesTookPart: boolean;
  readonly usesVisitor: boolean;
  /** null: not counted yet. */
  chats: MatchingChats | null = null;
  /** The chats of a count that is not complete. */
  next: MatchingChats | null = null;
  /** Time of the next count by SQL, in ms since 1970. */
  dueAt = 0;
  /** A count together with others failed. */
  isAlone = false;
  readonly #shared: Audience;
  readonly #ownerId: number | null;
  readonly #isTimed: boolean;
  /** Whether only entries of the journal change which chats match. */
  readonly #followsJournal: boolean;
  /** The condition with the facts that it names, for comparison. */
  readonly #definition: string;

  constructor({ id, values, facts }: ViewRow, accountFacts: Facts) {
    // With the conditions of its segments, the view changes when one of them does.
    this.condition = expandSegments(values.if, accountFacts);
    const tests = listTests(this.condition);
    this.#definition = defineCondition(this.condition, accountFacts);
    this.id = id;
    this.#shared = values.shared;
    this.#ownerId = facts.owner?.id ?? null;
    this.isRunningOnly = holdsForRunningOnly(values.if);
    this.usesTookPart = tests.some(({ fact }) => fact === "chat.took_part");
    this.usesVisitor = tests.some(({ fact }) => fact.startsWith("visitor."));
    this.#isTimed = tests.some(({ op }) => op === "longer_ago_than" || op === "within_last");
    this.#followsJournal = !this.#isTimed && followsJournal(this.condition, accountFacts);
  }

  /** Takes over the chats of the view as it was before, if its condition means the same. */
  continue(before: TrackedView | undefined): void {
    if (before === undefined || before.#definition !== this.#definition) return;
    this.chats = before.chats;
    this.dueAt = before.dueAt;
    this.isAlone = before.isAlone;
  }
  /** Returns whether a principal uses the view (VIEW-003). */
  isUsedBy(principal: Principal, { departments }: AccountConfig): boolean {
    if (typeof this.#shared === "object")
      return (
        can(principal, "account.manage") ||
        (departments.get(this.#shared.department_id)?.operators.has(principal.operatorId) ?? false)
      );
    return this.#shared === "all" || this.#ownerId === principal.operatorId;
  }

  /** Returns the ids of the chats of a condition, or null if they are not known exactly. */
  listExactIds({ condition, facts, now }: BoundCondition): readonly number[] | null {
    const isSame = defineCondition(expandSegments(condition, facts), facts) === this.#definition;
    const isExact = isSame && this.#followsJournal && this.dueAt > now;
    return isExact ? (this.chats?.listIds() ?? null) : null;
  }
  /** Applies the state of a chat, also to a count that is not complete. */
  set(chat: ViewedChat, holds: boolean): void {
    this.chats?.set(chat, holds);
    this.next?.set(chat, holds);
  }
  holds(chat: ConditionSubject, facts: Facts, now: number): boolean {
    return conditionHolds({ condition: this.condition, facts, now }, chat);
  }
  /** Counts again, because chats changed without entries of their own. */
  restart(): void {
    this.next = null;
    this.dueAt = 0;
  }
  /** Completes a count, unless it was restarted. */
  complete(now: number): void {
    if (this.next === null) return;
    this.chats = this.next;
    this.next = null;
    this.isAlone = false;
    this.dueAt = now + (this.#isTimed ? timedIntervalMs : intervalMs);
  }
  /** Gives up a count. Views that failed together are counted again one by one. */
  fail(now: number, wasAlone: boolean): void {
    this.next = null;
    this.isAlone = true;
    if (wasAlone) this.dueAt = now + timedIntervalMs;
  }
  /** Forgets the chats of a view that no operator of this node uses. */
  clear(): void {
    this.chats = this.next = null;
    this.dueAt = 0;
  }
}

/** Facts that can change without an entry: CORE-379, and texts that retention replaces. */
const silentFacts: readonly string[] = ["visitor.customer", "chat.close_reason"];
/**
 * Returns whether only entries of the journal change the chats of a condition. Retention removes
 * content without an entry (CORE-115), so tests for missing content do not follow the journal.
 */
function followsJournal(condition: Condition, facts: Facts, isReversed = false): boolean {
  if ("not" in condition) return followsJournal(condition.not, facts, !isReversed);
  const isFollowing = (child: Condition): boolean => followsJournal(child, facts, isReversed);
  if ("all" in condition) return condition.all.every(isFollowing);
  if ("any" in condition) return condition.any.every(isFollowing);
  const { fact, op } = condition;
  const needsContent = toPositive(op)[1] === isReversed;
  const [key = ""] = facts[fact]?.path ?? [];
  return (
    !silentFacts.includes(fact) && (needsContent || key === "visitor" || survivesRetention(key))
  );
}
function defineCondition(condition: Condition, facts: Facts): string {
  return JSON.stringify([condition, listTests(condition).map(({ fact }) => facts[fact])]);
}
