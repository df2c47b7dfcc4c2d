import { refetchChanged } from "./api.ts";

/** First part of the keys of queries for reminders and scheduled messages of this operator. */
export const personalKey = "personal";

/** Fetches reminders and scheduled messages again. */
export const refetchPersonal = (): void => refetchChanged([personalKey]);
