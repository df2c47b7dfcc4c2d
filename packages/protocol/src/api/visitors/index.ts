export * from "./person.ts";
export * from "./visitor.ts";
