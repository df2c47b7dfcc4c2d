export type { AttemptOutcome, OutcomeText } from "./attempt/attempt-outcome.ts";
export { startDeliveryWorker, type DeliveryWorker, type DeliveryWorkerDeps } from "./worker.ts";
export type { PlannedDelivery, DeliveryPlanner } from "./queue/index.ts";
export type {
  AfterNote,
  AfterResult,
  AttemptResult,
  DeliveryDriver,
  RequestImpossible,
  RequestPostponed,
  RequestReady,
  RequestSettled,
  RequestUnavailable,
  RetryPolicy,
  SendResult,
} from "./attempt/delivery-driver.ts";
export type { Schedule } from "./schedule.ts";
export type { AttemptPhase } from "./attempt/attempt.ts";
export { toTestResult, type TestResult } from "./attempt/test-result.ts";
export { createSender, type SendRequest, type SendDeps } from "./attempt/send-request.ts";
