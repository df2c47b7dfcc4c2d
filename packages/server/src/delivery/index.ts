export type { AttemptOutcome, OutcomeText } from "./attempt/attempt-outcome.ts";
export { createDeliveryWorker, type DeliveryWorker, type DeliveryWorkerDeps } from "./worker.ts";
export type { PlannedDelivery, DeliveryPlanner } from "./queue/index.ts";
export type {
  DeliveryNote,
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
export type { AttemptPhase } from "./attempt/attempt.ts";
export { toTestResult, type EndpointTestResult } from "./attempt/endpoint-test-result.ts";
export { createSender, type SendRequest } from "./attempt/send-request.ts";
