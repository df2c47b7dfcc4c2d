import type { NamedRef, SystemMessageData } from "../../entity.ts";

/**
 * Returns the operator to whom this system message says the chat was assigned, if they were not
 * online then (CORE-341). They get a notice on their devices and by email. Null for everything
 * else.
 */
export function getAbsentAssignee({
  code,
  by,
  to,
  assignment,
}: SystemMessageData): NamedRef | null {
  if (code !== "assigned" || !to || to.id === by?.id) return null;
  return (assignment?.others.length ?? 0) > 0 ? to : null;
}
