import type { Delivery } from "@parlour/protocol";

/** Which columns of the delivery log have a value in any row. */
export interface OptionalColumns {
  readonly hasChats: boolean;
  readonly hasUsage: boolean;
}

/**
 * Returns the columns that some row fills. The others are left out, so that the rest has their
 * space (CORE-346).
 */
export function findOptionalColumns(
  rows: readonly Pick<Delivery, "chat_id" | "last_attempt">[],
): OptionalColumns {
  return {
    hasChats: rows.some((row) => row.chat_id !== null),
    hasUsage: rows.some((row) => row.last_attempt?.used != null),
  };
}
