import { refetchChanged } from "./api.ts";

/**
 * First part of the keys of queries whose changes are frames that are not in the journal: reminders
 * of this operator, and scheduled messages.
 */
export const personalKey = "personal";

/** Fetches reminders and scheduled messages again. */
export const refetchPersonal = (): void => refetchChanged([personalKey]);
