/** product.md 4. No schema, to keep the first load of the application small. */
export const alertRows = ["sound", "notification", "push", "badge", "connection"] as const;
export type AlertRow = (typeof alertRows)[number];
