/**
 * What SLA policies promise (SLA-001). Imports no schema library, so the operator application can
 * load it.
 */

/** Promises of a policy. The first one is chosen if two are due at the same time. */
export const slaTargets = ["first_reply", "next_reply", "close"] as const;
export type SlaTarget = (typeof slaTargets)[number];
/** States of a promise that is not kept yet (SLA-010). */
export const slaStates = ["on_time", "at_risk", "broken"] as const;
