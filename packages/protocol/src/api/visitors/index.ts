export * from "./broadcast.ts";
export * from "./company.ts";
export * from "./person.ts";
export * from "./visitor.ts";
export * from "./visitor-import.ts";
