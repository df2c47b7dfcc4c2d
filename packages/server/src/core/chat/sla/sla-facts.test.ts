import { describe, expect, it } from "vitest";
import type { SlaSpan } from "./due-time.ts";
import { updateSlaFacts, type SlaFact } from "./sla-facts.ts";

/** Minutes as times. The answer is due at 10, and at risk from 8. */
const due = { policyId: 1, atRiskAt: 8, dueAt: 10 };
const span = (more: Partial<SlaSpan> = {}): SlaSpan => ({
  target: "next_reply",
  seq: 4,
  startedAt: 0,
  endedAt: null,
  isMet: false,
  due,
  ...more,
});
const fact = (more: Partial<SlaFact> = {}): SlaFact => ({
  target: "next_reply",
  seq: 4,
  ...due,
  endedAt: null,
  ...more,
});
const update = (stored: readonly SlaFact[], spans: readonly SlaSpan[], now: number, since = 0) =>
  updateSlaFacts(stored, spans, { now, since }).map((change) => change.fact);
const answered = (endedAt: number) => span({ endedAt, isMet: true });

describe("facts of the targets of a chat", () => {
  it("[SLA-031] a target is stored when it begins and ends once", () => {
    expect(update([], [span()], 1)).toEqual([fact()]);
    expect(update([fact()], [span()], 2)).toEqual([]);
    expect(update([fact()], [answered(9)], 9)).toEqual([fact({ endedAt: 9 })]);
    expect(update([fact({ endedAt: 9 })], [answered(9)], 20)).toEqual([]);
  });

  it("[SLA-031] entries that come late give the facts that they give in time", () => {
    expect(update([], [answered(9)], 30, 0)).toEqual([fact({ endedAt: 9 })]);
    expect(update([fact()], [answered(9)], 30)).toEqual([fact({ endedAt: 9 })]);
    expect(update([fact()], [answered(12)], 30)).toEqual([fact({ endedAt: 12 })]);
  });

  it("[SLA-031] a policy that applies later does not judge what ended before", () => {
    expect(update([], [answered(9)], 30, 20)).toEqual([]);
    const other = { policyId: 2, atRiskAt: 80, dueAt: 100 };
    expect(update([fact()], [span({ due: other })], 5)).toEqual([fact(other)]);
    expect(update([fact({ endedAt: 9 })], [{ ...answered(9), due: other }], 30)).toEqual([]);
  });

  it("[SLA-030] what was missed stays so, whatever happens after", () => {
    const other = { policyId: 2, atRiskAt: 80, dueAt: 100 };
    expect(update([fact()], [span({ due: other })], 11)).toEqual([]);
    expect(update([fact()], [span({ due: null })], 11)).toEqual([]);
    expect(update([fact()], [], 11)).toEqual([fact({ endedAt: 11 })]);
  });

  it("[SLA-030] a reply that a close, a bot or a snooze made needless in time counts nowhere", () => {
    const closed = span({ endedAt: 5 });
    expect(update([fact()], [closed], 5)).toEqual([null]);
    expect(update([], [closed], 5)).toEqual([]);
    expect(update([], [span({ endedAt: 12 })], 12)).toEqual([fact({ endedAt: 12 })]);
    expect(update([fact()], [], 5)).toEqual([null]);
    expect(update([fact()], [span({ due: null })], 5)).toEqual([null]);
  });

  it("[SLA-031] an answer that is undone runs again", () => {
    expect(update([fact({ endedAt: 3 })], [span()], 4)).toEqual([fact()]);
  });
});
