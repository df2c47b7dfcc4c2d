import type { Static } from "typebox";
import { Time } from "../../../entity/index.ts";
import { slaPolicy } from "../../../settings/kinds/chats/sla-policy.ts";
import { toChoice } from "./field-schemas.ts";
import { createListSchemas } from "./list-schemas.ts";
import { ChatCondition } from "./view.ts";

/** SLA policies of the account (SLA-001 – SLA-005). The API path is `/sla-policies`. */

/** Hours that count for due times (SLA-011). */
export const SlaHours = toChoice(slaPolicy.fields.hours.values);

const schemas = createListSchemas(
  slaPolicy,
  { updated_at: Time },
  { if: { answer: ChatCondition, sent: ChatCondition } },
);
export const SlaPolicy = schemas.entity;
export const SlaPolicies = schemas.page;
export const NewSlaPolicy = schemas.create;
export const SlaPolicyPatch = schemas.patch;
export const SlaPolicyFile = schemas.file;
export type SlaPolicy = Static<typeof SlaPolicy>;
