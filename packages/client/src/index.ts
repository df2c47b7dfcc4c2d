export * from "./api.ts";
export { ApiError, toApiError } from "./api-error.ts";
export * from "./browser-database.ts";
export * from "./manual-timers.ts";
export * from "./outbox/outbox.ts";
export * from "./outbox/store.ts";
export type * from "./outbox/types.ts";
export * from "./projection/reducer.ts";
export {
  createRetryScheduler,
  isPermanentError,
  getRetryAfterMs,
  type RetryScheduler,
} from "./retry.ts";
export * from "./projection/snapshot.ts";
export * from "./socket/socket.ts";
export type * from "./socket/types.ts";
export type * from "./timers.ts";
export * from "./uploads/attachment-store.ts";
export type * from "./uploads/types.ts";
export * from "./uploads/upload.ts";
export * from "./uploads/upload-rules.ts";
export * from "./uploads/uploads.ts";
