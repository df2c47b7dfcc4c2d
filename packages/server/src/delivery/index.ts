export { startDeliveryWorker, type DeliveryWorker, type DeliveryWorkerDeps } from "./worker.ts";
export type { PlannedDelivery, DeliveryPlanner } from "./queue/index.ts";
export type {
  AfterNote,
  AfterResult,
  RequestReady,
  AttemptResult,
  OutcomeText,
  RequestPostponed,
  RequestImpossible,
  DeliveryDriver,
  RetryPolicy,
  RequestSettled,
  RequestUnavailable,
  AttemptOutcome,
} from "./attempt/delivery-driver.ts";
export type { Schedule } from "./schedule.ts";
export type { AttemptPhase } from "./attempt/attempt.ts";
export { toTestResult, type TestResult } from "./attempt/test-result.ts";
export { createSender, type SendRequest, type SendDeps, type SendResult } from "./attempt/send-request.ts";
