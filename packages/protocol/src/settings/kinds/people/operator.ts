import type { WorkingHours } from "../../../entity/hours.ts";
import { valueOf } from "../../field.ts";
import { listKind } from "../../kind.ts";
import { skillsField } from "../../../skills.ts";

export const operatorRoles = ["owner", "admin", "developer", "operator", "viewer"] as const;

/** CORE-003. Password, invitation and activity have routes of their own. */
export const operator = listKind({
  kind: "operator",
  path: "operators",
  label: "operator",
  table: "operator",
  part: "operators",
  key: "email",
  fields: {
    /** Unique in the installation, ignoring case. */
    email: { type: "text", format: "email", spaced: true, min: 1, max: 254 },
    name: { type: "text", min: 1, max: 100 },
    role: {
      type: "choice",
      values: operatorRoles,
      default: "operator",
      required: true,
      exported: "always",
    },
    /** The custom role. Its base is the role (ROLE-006). */
    custom_role_id: { type: "reference", to: "role", default: null },
    phone: { type: "text", max: 64, default: null },
    /** Public http or https URL of the avatar. */
    photo: { type: "text", format: "url", max: 2048, default: null },
    /** Maximum number of simultaneous chats. 0: no limit. */
    chat_limit: { type: "integer", min: 0, max: 1000, default: 0 },
    /** Outside them, no chat is offered to the operator (CORE-396). null: at any time. */
    hours: {
      type: "custom",
      value: valueOf<Required<WorkingHours>, WorkingHours>(),
      elsewhere: true,
      default: null,
    },
    /** BCP 47 tags. */
    languages: { type: "texts", format: "language", max: 20, typed: "words", default: [] },
    skills: skillsField,
    /** The file has the operators of each department instead. */
    departments: {
      type: "references",
      to: "department",
      max: 1000,
      only: "api",
      elsewhere: true,
      completed: true,
    },
    /**
     * `all` of the account, also those that are added later, or these (CORE-322). The file has the
     * operators of each channel instead, besides those who answer all.
     */
    channels: {
      type: "custom",
      value: valueOf<"all" | number[]>(),
      elsewhere: true,
      default: [],
    },
  },
});
