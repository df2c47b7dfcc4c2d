import type { FaultSwitch, FaultSwitches } from "./panel.ts";

/** A fault of a service with the call that starts it. */
export interface SwitchedFault extends FaultSwitch {
  readonly start: () => void;
}

/** Creates the switches of a panel. `end` ends all faults of the service. */
export function createFaultSwitches(
  faults: readonly SwitchedFault[],
  end: () => void,
): FaultSwitches {
  return {
    faults: faults.map(({ name, label, hint }) => ({ name, label, hint })),
    showFaults(names) {
      end();
      for (const fault of faults) if (names.has(fault.name)) fault.start();
    },
  };
}

/** Texts of faults that services of one message per request share. */
export const commonFaults = {
  error: { name: "error", label: "Error", hint: "Answers 500 to each message" },
  hang: { name: "hang", label: "No answer", hint: "Never answers a message" },
  lost: { name: "lost", label: "Lost answers", hint: "Takes the message and cuts the connection" },
  outage: { name: "outage", label: "Outage", hint: "Cuts every connection" },
  repeats: { name: "repeats", label: "Repeated webhooks", hint: "Sends each webhook twice" },
} as const satisfies Record<string, FaultSwitch>;
