export * from "./entity/index.ts";
export * from "./socket/index.ts";
