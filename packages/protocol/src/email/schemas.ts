/** Schemas of emails in the service API. */
export * from "./chat-email.ts";
export * from "./new-email.ts";
