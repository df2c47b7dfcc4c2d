export {
  buildRequest,
  createCallOutbound,
  interpretResponse,
  toCallRequest,
  type CallOutboundDeps,
} from "./outbound.ts";
export { planCallDeliveries } from "./plan.ts";
export { callRetryPolicy } from "./policy.ts";
export { reportRoutes } from "./report.ts";
