export * from "./action.ts";
export * from "./bulk.ts";
