/** Schemas of settings that are declared as data. */
export * from "./field.ts";
export { Audience } from "./audience.ts";
export * from "./macro.ts";
export * from "./segment.ts";
export * from "./rule.ts";
export * from "./sla-policy.ts";
export * from "./view.ts";
export * from "./widget.ts";
