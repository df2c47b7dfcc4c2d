import { i18n } from "../text/index.ts";

/** How many rows there are: "20", or "50+" where more stand behind those that were read. */
export const atLeast = (rows: number, isCut: boolean): string => `${i18n.number(rows)}${isCut ? "+" : ""}`;
