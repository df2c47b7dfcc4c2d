import { queryClient } from "./api.ts";

/**
 * First part of the keys of queries whose changes are sent to this operator only: reminders and
 * scheduled messages.
 */
export const personalKey = "personal";

/** Fetches reminders and scheduled messages again. */
export const refetchPersonal = (): void =>
  void queryClient.invalidateQueries({ queryKey: [personalKey] });
