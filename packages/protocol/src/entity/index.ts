/**
 * Entities of the service API and the operator socket (API-021, API-022, API-030, API-040,
 * API-050). Fields are in snake case as on the wire.
 */
export { Id, Nullable, Time } from "./scalar.ts";
export * from "./account.ts";
export * from "./call.ts";
export * from "./channel.ts";
export * from "./chat.ts";
export * from "./delivery.ts";
export * from "./message.ts";
export * from "./offline-message.ts";
export * from "./operator.ts";
export * from "./routing.ts";
export * from "./visitor.ts";
