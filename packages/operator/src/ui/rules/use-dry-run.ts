import type { NewRuleDryRun, RuleDryRun } from "@parlour/protocol/api";
import type { RuleActions, RuleRepeat, RuleStart } from "@parlour/protocol/automation/rule";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../state/api/api.ts";
import { browserClock } from "../../state/clock.ts";
import { useApiMutation } from "../mutation.ts";

export const dryRunDays = [7, 30, 90] as const;
type Days = (typeof dryRunDays)[number];
/** The longest period that is tried without a press. */
const maxDaysByItself = 30;
const startDelayMs = 1_000;
const pollIntervalMs = 500;

/** The parts of a rule that a dry run reads. */
export interface DryRunRule {
  readonly when: RuleStart;
  readonly if: Condition;
  readonly do: RuleActions;
  readonly repeat: RuleRepeat;
}
interface StartedRun {
  readonly id: number;
  readonly days: Days;
  /** The rule that was tried, as JSON. */
  readonly key: string;
}
export interface DryRun {
  readonly days: Days;
  /** The last dry run. undefined: none was started, or it is not loaded. */
  readonly result: RuleDryRun | undefined;
  readonly resultDays: Days;
  /** Whether the rule has changed since. */
  readonly isStale: boolean;
  readonly failure: unknown;
  readonly start: (days: Days) => Promise<unknown>;
  readonly cancel: () => Promise<unknown>;
}

/**
 * Tries a rule on the past, by a press, and a second after each change (RULE-053), unless it is
 * incomplete. `storedId`: the saved rule with which it is compared.
 */
export function useDryRun(rule: DryRunRule, isComplete: boolean, storedId: number | null): DryRun {
  const [days, setDays] = useState<Days>(maxDaysByItself);
  const [started, setStarted] = useState<StartedRun | null>(null);
  const { failure, run } = useApiMutation();
  const { when, repeat } = rule;
  const parts = { when, if: rule.if, do: [...rule.do], repeat };
  const key = JSON.stringify(parts);
  const start = (next: Days) => {
    setDays(next);
    if (!isComplete) return Promise.resolve();
    const body: NewRuleDryRun = { rule: parts, days: next };
    if (storedId !== null) body.rule_id = storedId;
    return run(async () => {
      const { id } = await api.post<{ id: number }>("/rules/dry-run", body);
      setStarted({ id, days: next, key });
    });
  };
  const [openedKey] = useState(key);
  const onSettled = useEffectEvent(() => {
    const isNew = started === null ? key !== openedKey : key !== started.key;
    if (isNew) void start(days > maxDaysByItself ? maxDaysByItself : days);
  });
  useEffect(() => browserClock.after(startDelayMs, onSettled), [key]);
  const id = started?.id ?? 0;
  const query = useQuery({
    queryKey: ["rule-dry-run", id],
    queryFn: () => api.get<RuleDryRun>(`/rules/dry-run/${id}`),
    enabled: started !== null,
    refetchInterval: ({ state }) => state.data?.state === "running" && pollIntervalMs,
  });
  return {
    days,
    result: query.data,
    resultDays: started?.days ?? days,
    isStale: started !== null && started.key !== key,
    failure: failure ?? query.error,
    start,
    cancel: () =>
      run(async () => {
        await api.delete(`/rules/dry-run/${id}`);
        await query.refetch();
      }),
  };
}
