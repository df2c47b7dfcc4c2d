/**
 * States of a promise to answer the visitor by a time (PROM-001). Imports no schema library, so the
 * operator application can load it.
 */
export const promiseStates = ["running", "at_risk", "kept", "broken"] as const;
export type PromiseState = (typeof promiseStates)[number];

/** Returns whether an answer can still keep a promise in this state. */
export const isOpenPromise = (state: PromiseState): boolean =>
  state === "running" || state === "at_risk";
