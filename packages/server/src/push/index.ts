export { loadPushKeys, type PushKeys } from "./keys.ts";
export { interpretResponse, createPushOutbound, type PushData } from "./outbound.ts";
export { planPushDeliveries } from "./plan.ts";
export { pushRetryPolicy } from "./policy.ts";
export { isKeyPair, buildPushRequest } from "./request.ts";
