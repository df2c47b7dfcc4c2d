/** Schemas of operators and their devices. `session.ts` is imported by its path. */
export * from "./application.ts";
export * from "./operator.ts";
export * from "./push.ts";
export * from "./role.ts";
export * from "./status.ts";
