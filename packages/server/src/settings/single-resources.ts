import { helpCenterResource } from "./account/help-center.ts";
import { routingResource } from "./account/routing.ts";
import { securityResource } from "./account/security.ts";
import { workingHoursResource } from "./account/working-hours.ts";
import { callsResource } from "./integrations/calls.ts";
import { modelResource } from "./integrations/model.ts";
import type { SingleResource } from "./single-resource.ts";

/**
 * All settings that an account has once, in the order in which a file changes them. Each one must
 * only receive states and entries that it has returned.
 */
export const singleResources = [
  workingHoursResource,
  routingResource,
  callsResource,
  securityResource,
  modelResource,
  helpCenterResource,
] as unknown as readonly SingleResource<object, object>[];
