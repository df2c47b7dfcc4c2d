/** What pages of comparable services need. Loaded only with their prefix (WG-235, WG-236). */
export { addPageElements, type PageElements } from "./page-elements.ts";
export { createCompatibleFunctions } from "./functions.ts";
