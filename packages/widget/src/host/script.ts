/** What only pages with scripts or rules of their own need: the functions of the script API with their checks, and the rules. Loaded for them alone. */
export { makeApi } from "./api.ts";
export { openRules } from "../rules/index.ts";
export { utmOf } from "../loader/utm.ts";
export { pageClock, pageEvents } from "../rules/page.ts";
