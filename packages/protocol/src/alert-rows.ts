/** Rows of the self-test of alerts (product.md 4); without schemas, so that the application's first files stay small. */
export const alertRows = ["sound", "notification", "push", "badge", "connection"] as const;
export type AlertRow = (typeof alertRows)[number];
