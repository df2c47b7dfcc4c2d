/**
 * Entities of the service API and the operator socket (API-021, API-022, API-030, API-040,
 * API-050). Fields are in snake case as on the wire.
 */
export { Id, Nullable, Time } from "./scalar.ts";
export * from "./entity-account.ts";
export * from "./entity-call.ts";
export * from "./entity-channel.ts";
export * from "./entity-chat.ts";
export * from "./entity-delivery.ts";
export * from "./entity-message.ts";
export * from "./entity-offline.ts";
export * from "./entity-operator.ts";
export * from "./entity-routing.ts";
export * from "./entity-visitor.ts";
