export { built, callOutbound, judge, requestOf, type CallOutboundDeps } from "./outbound.ts";
export { planCall } from "./plan.ts";
export { callPolicy } from "./policy.ts";
export { reportRoutes } from "./report.ts";
