export type { Bus } from "./types.ts";
export { createMemoryBus } from "./memory-bus.ts";
export { formatHeadNotice, headsChannel, openPostgresBus } from "./postgres-bus.ts";
