/**
 * Rows of the self-test of notifications (product.md 4). Without schemas, to keep the first load of
 * the application small.
 */
export const alertRows = ["sound", "notification", "push", "badge", "connection"] as const;
export type AlertRow = (typeof alertRows)[number];
