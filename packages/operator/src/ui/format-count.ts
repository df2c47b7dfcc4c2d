import { i18n } from "../text/index.ts";

/** Formats a number of loaded rows: "20", or "50+" if more rows exist. */
export const formatCount = (rows: number, hasMore: boolean): string =>
  `${i18n.number(rows)}${hasMore ? "+" : ""}`;
