/** All schemas of the service API. */
export * from "./account.ts";
export * from "./call.ts";
export * from "./channel.ts";
export * from "./chat.ts";
export * from "./common.ts";
export * from "./draft.ts";
export * from "./event-feed.ts";
export * from "./offline-message.ts";
export * from "./operations/index.ts";
export * from "./people/index.ts";
export * from "./report.ts";
export * from "./search.ts";
export * from "./settings/index.ts";
export * from "./start.ts";
export * from "./upload.ts";
export * from "./visitors/index.ts";
export * from "./writing-limits.ts";
