import { findingTexts, type Values } from "./finding-texts.ts";
import type { FindingCode, FindingState, HealthCheck } from "@parlour/protocol/api";

/** Result of one check. In state `fault`, Parlour cannot work. A warning may lead to a fault. */
export interface Finding {
  readonly check: HealthCheck;
  readonly state: FindingState;
  readonly code: FindingCode;
  /** Values for the texts. They never contain secrets. */
  readonly values: Values;
  readonly message: string;
  /** Advice on how to fix the problem. */
  readonly advice?: string | undefined;
}

/** Creates a finding with the texts of its code. */
export function createFinding(code: FindingCode, values: Values = {}): Finding {
  const { check, state, message, advice } = findingTexts[code];
  return {
    check,
    state,
    code,
    values,
    message: message(values),
    advice,
  };
}
/** Returns the worst state among the findings. */
export function getWorstState(findings: readonly Finding[]): FindingState {
  for (const state of ["fault", "warning"] as const)
    if (findings.some((item) => item.state === state)) return state;
  return "good";
}
