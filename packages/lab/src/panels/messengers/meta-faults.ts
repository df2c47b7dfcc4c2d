import type { Faults } from "../../services/meta/faults.ts";
import { commonFaults, type SwitchedFault } from "../fault-switches.ts";

const messages = { match: "/messages", times: Infinity };

/** The faults of a service of Meta. `codes`: its errors for a rate limit and for a failure. */
export function describeMetaFaults(
  faults: Faults,
  codes: { readonly limit: number; readonly error: number },
): readonly SwitchedFault[] {
  return [
    {
      name: "limit",
      label: "Rate limit",
      hint: `Answers ${codes.limit} to each message`,
      start: () => faults.add({ kind: "error", code: codes.limit }, messages),
    },
    {
      ...commonFaults.error,
      hint: `Answers ${codes.error} to each message`,
      start: () => faults.add({ kind: "error", code: codes.error }, messages),
    },
    { ...commonFaults.hang, start: () => faults.add({ kind: "hang" }, messages) },
    { ...commonFaults.lost, start: () => faults.add({ kind: "cut_after" }, messages) },
    {
      ...commonFaults.outage,
      start: () => faults.add({ kind: "cut" }, { times: Infinity }),
    },
    { ...commonFaults.repeats, start: () => void (faults.webhookRepeats = 1) },
  ];
}

export function endMetaFaults(faults: Faults): void {
  faults.clear();
  faults.webhookRepeats = 0;
}
