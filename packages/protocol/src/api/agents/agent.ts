import { Type, type Static } from "typebox";
import { Id, Nullable, Time } from "../../entity/index.ts";
import { agent } from "../../settings/kinds/bots/agent.ts";
import { DepartmentHours, WorkingHours } from "../settings/hours.ts";
import { toChoice } from "../settings/shapes/field-schemas.ts";
import { createListSchemas } from "../settings/shapes/list-schemas.ts";
import { ChatCondition } from "../settings/shapes/view.ts";

/** Agents of the account (AGENT-001). The API path is `/agents`. */

/** How far an agent is (AGENT-002). */
export const AgentState = toChoice(agent.fields.state.values);

const schemas = createListSchemas(
  agent,
  {
    endpoint_id: Id,
    stopped: Nullable(Type.Enum(["hand_overs", "ratings"])),
    /** The highest state whose gates were passed when it was set. */
    proved: Nullable(AgentState),
    updated_at: Time,
  },
  {
    hand_over_when: { answer: ChatCondition, sent: ChatCondition },
    hours: { answer: DepartmentHours, sent: WorkingHours },
  },
);
export const Agent = schemas.entity;
export const Agents = schemas.page;
export const NewAgent = schemas.create;
export const AgentPatch = schemas.patch;
export const AgentFile = schemas.file;
export type Agent = Static<typeof Agent>;
