export { startDelivery, type Delivery, type DeliveryDeps } from "./worker.ts";
export type { Owed, Planner } from "../queue/index.ts";
export type {
  AfterNote,
  AfterResult,
  Built,
  Ended,
  ErrorText,
  Later,
  Never,
  Outbound,
  Policy,
  Settled,
  Unsent,
  Verdict,
} from "./outbound.ts";
export type { Schedule } from "./schedule.ts";
export type { Step } from "./attempt.ts";
export { triedOf, type Tried } from "./tried.ts";
export { openSend, type Send, type SendDeps, type Sent } from "./request.ts";
