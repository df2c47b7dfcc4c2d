import type { Presence } from "../entity.ts";

/** A status of the account that an operator has chosen (STATUS-002). */
export interface CustomStatus {
  readonly id: number;
  /** End in ms since 1970. null: until the operator changes it. */
  readonly until: number | null;
  readonly comment: string | null;
}
/** A chosen presence, or a chosen status with the presence that it counts as. */
export interface PresenceChoice {
  readonly status: Presence;
  readonly custom: CustomStatus | null;
}

/** Returns whether the status of a choice has ended. The operator is online then (STATUS-004). */
export const hasEnded = (custom: CustomStatus | null, now: number): boolean =>
  custom !== null && custom.until !== null && custom.until <= now;

/** The fields of answers and frames about a chosen status. Without one, there are none. */
export interface CustomStatusFields {
  readonly status_id?: number;
  readonly status_until?: string | null;
  readonly status_comment?: string | null;
}
export const serializeCustomStatus = (custom: CustomStatus | null): CustomStatusFields =>
  custom === null
    ? {}
    : {
        status_id: custom.id,
        status_until: custom.until === null ? null : new Date(custom.until).toISOString(),
        status_comment: custom.comment,
      };
