export { openPushKeys, type PushKeys } from "./keys.ts";
export { judge, pushOutbound, type PushMaterial } from "./outbound.ts";
export { planPush } from "./plan.ts";
export { policy } from "./policy.ts";
export { isKeyPair, requestFor } from "./request.ts";
