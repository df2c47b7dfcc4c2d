export { startDelivery, type Delivery, type DeliveryDeps } from "./worker.ts";
export { joinPlanners, type Owed, type Planner } from "./plan.ts";
export type { Built, Ended, ErrorText, Later, Never, Outbound, Policy, Unsent, Verdict } from "./outbound.ts";
export type { Schedule } from "./schedule.ts";
export type { Step } from "./attempt.ts";
export { triedOf, type Tried } from "./tried.ts";
export { openSend, type Send, type SendDeps, type Sent } from "./request.ts";
