import type { SlaTarget } from "@parlour/protocol/chat-sla";
import type { SlaSpan } from "./due-time.ts";

interface SlaFactKey {
  readonly target: SlaTarget;
  /** `seq` of the message from which a next reply is due. 0: of another target. */
  readonly seq: number;
}
/** A target of a chat and how it ended (SLA-030). Times are in ms since 1970. */
export interface SlaFact extends SlaFactKey {
  readonly policyId: number;
  readonly atRiskAt: number;
  readonly dueAt: number;
  /** When the answer came or the chat was closed. null: not yet. */
  readonly endedAt: number | null;
}
/** A fact, or null if the one with this target and `seq` is removed. */
export interface SlaFactChange extends SlaFactKey {
  readonly fact: SlaFact | null;
}

/**
 * Returns the changes of the stored facts of a chat, as its targets are now. A target that was
 * missed stays missed, under the policy of that time. Others follow the policies until they end.
 * `since`: when the first entry happened that is handled now. Targets that ended before have the
 * facts that they had, so that a new policy does not judge the past.
 */
export function updateSlaFacts(
  stored: readonly SlaFact[],
  spans: readonly SlaSpan[],
  { now, since }: { readonly now: number; readonly since: number },
): readonly SlaFactChange[] {
  const rest = new Map(stored.map((fact) => [toKey(fact), fact]));
  const changes = spans.map((span): SlaFactChange => {
    const fact = rest.get(toKey(span)) ?? null;
    rest.delete(toKey(span));
    const next = fact === null ? startFact(span, since) : followSpan(fact, span, now);
    return { target: span.target, seq: span.seq, fact: next };
  });
  // A bot has taken over, for example.
  for (const fact of rest.values())
    if (fact.endedAt === null)
      changes.push({ ...fact, fact: fact.dueAt <= now ? { ...fact, endedAt: now } : null });
  const before = new Map(stored.map((fact) => [toKey(fact), fact]));
  return changes.filter((change) => !isSameFact(before.get(toKey(change)) ?? null, change.fact));
}

const toKey = ({ target, seq }: SlaFactKey): string => `${target} ${seq}`;

/** Returns the fact of a span that has none. A reply that a close made needless has none. */
function startFact({ due, ...span }: SlaSpan, since: number): SlaFact | null {
  const { target, seq, endedAt } = span;
  if (due === null || (endedAt !== null && endedAt < since)) return null;
  return span.isMet || endedAt === null || due.dueAt <= endedAt
    ? { target, seq, ...due, endedAt }
    : null;
}

/** Returns the fact as it is now. null: it no longer counts. */
function followSpan(fact: SlaFact, { due, endedAt, isMet }: SlaSpan, now: number): SlaFact | null {
  if (fact.dueAt <= (fact.endedAt ?? endedAt ?? now))
    return { ...fact, endedAt: fact.endedAt ?? endedAt };
  if (endedAt === null) return due && { ...fact, ...due, endedAt };
  return isMet ? { ...fact, endedAt } : null;
}

function isSameFact(a: SlaFact | null, b: SlaFact | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.policyId === b.policyId &&
    a.atRiskAt === b.atRiskAt &&
    a.dueAt === b.dueAt &&
    a.endedAt === b.endedAt
  );
}
