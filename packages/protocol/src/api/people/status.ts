import type { Static } from "typebox";
import { operatorStatus } from "../../settings/kinds/people/status.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";
import { createListSchemas } from "../settings/shapes/list-schemas.ts";

/** Schemas of statuses (STATUS-001). Their fields are in `operatorStatus`. */
const schemas = createListSchemas(operatorStatus, {});
export const StatusPresence = toChoice(operatorStatus.fields.counts_as.values);
export const OperatorStatus = schemas.entity;
export type OperatorStatus = Static<typeof OperatorStatus>;
export const OperatorStatuses = schemas.page;
export const NewOperatorStatus = schemas.create;
export const OperatorStatusPatch = schemas.patch;
export const OperatorStatusFile = schemas.file;
