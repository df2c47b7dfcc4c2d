import { queryClient } from "./api.ts";

/**
 * First part of the keys of queries whose changes are frames that are not in the journal: reminders
 * of this operator, and scheduled messages.
 */
export const personalKey = "personal";

/**
 * Fetches reminders and scheduled messages again. A response that is under way is dropped, because
 * it may be older than the change.
 */
export function refetchPersonal(): void {
  const queries = { queryKey: [personalKey] };
  void queryClient.cancelQueries(queries).then(() => queryClient.invalidateQueries(queries));
}
