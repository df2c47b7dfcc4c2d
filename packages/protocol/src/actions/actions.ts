import { priorityNames } from "../chat-priority.ts";
import type { FieldValue } from "../field-kinds.ts";
import { maxSkillLength } from "../skills.ts";
import { maxBlockReasonLength, maxMentions, maxReminderLength } from "./argument-limits.ts";

/**
 * What can be done to a chat (ACT-010), each declared once. Macros, bulk actions and the forms of
 * both derive from it. Imports no schema library, so the operator application can load it.
 */

export type ActionRowKind =
  | "tag"
  | "operator"
  | "department"
  | "quick_reply"
  | "bot"
  | "webhook"
  | "macro";
/** Another row of the account, by its id. */
interface RowArgument {
  readonly type: "row";
  readonly to: ActionRowKind;
}
/** Several rows of the account, by their ids. */
interface RowsArgument {
  readonly type: "rows";
  readonly to: ActionRowKind;
  readonly max: number;
}
/** Name of a field of the account, such as `visitor.plan`, and a value of it. null removes one. */
interface FieldArgument {
  readonly type: "field" | "field_value";
}
export type Argument = { readonly optional?: true } & (
  | RowArgument
  | RowsArgument
  | FieldArgument
  | { readonly type: "text"; readonly max: number }
  | { readonly type: "email" }
  | { readonly type: "choice"; readonly values: readonly string[] }
  | { readonly type: "integer"; readonly min: number; readonly max: number }
  /** RFC 3339 with a zone. `openEnd`: null is not a time, and flags need a time then. */
  | { readonly type: "time"; readonly openEnd?: true }
  | { readonly type: "flag" }
);
export interface ActionDeclaration {
  /** Name of the right of CORE-001 that the action needs. */
  readonly right: "chats.answer";
  readonly arguments: Readonly<Record<string, Argument>>;
  /** Arguments of which an action has exactly one. It has all others that are not optional. */
  readonly oneOf?: readonly string[];
  /** Events of rules that the action can cause, also later (RULE-005). Absent: none. */
  readonly causes?: readonly string[];
  /** Whether rules cannot have the action, because it needs an operator. */
  readonly needsOperator?: true;
}

/** Whom a notice reaches: the operator who has the chat, or owners and administrators. */
const noticeTargets = ["assigned", "managers"] as const;
/** How a notice reaches operators. */
export const noticeWays = ["email", "push", "both"] as const;

const maxTextLength = 4000;
/** The longest snooze, reminder and block: 366 days. */
const maxSpanS = 366 * 86_400;
const right = "chats.answer";

export const actions = {
  tag: { right, arguments: { tag_id: { type: "row", to: "tag" } }, causes: ["tag_changed"] },
  untag: { right, arguments: { tag_id: { type: "row", to: "tag" } }, causes: ["tag_changed"] },
  assign: {
    right,
    arguments: {
      operator_id: { type: "row", to: "operator" },
      department_id: { type: "row", to: "department" },
      bot_id: { type: "row", to: "bot" },
    },
    oneOf: ["operator_id", "department_id", "bot_id"],
    causes: ["assigned", "transferred", "message_by_bot"],
  },
  hand_to_bot: { right, arguments: {}, causes: ["message_by_bot"] },
  priority: { right, arguments: { priority: { type: "choice", values: priorityNames } } },
  note: {
    right,
    arguments: {
      text: { type: "text", max: maxTextLength },
      mentions: { type: "rows", to: "operator", max: maxMentions, optional: true },
    },
  },
  reply: {
    right,
    arguments: {
      text: { type: "text", max: maxTextLength },
      quick_reply_id: { type: "row", to: "quick_reply" },
    },
    oneOf: ["text", "quick_reply_id"],
    causes: ["message_by_bot", "delivery_failed"],
  },
  snooze: {
    right,
    arguments: {
      for_s: { type: "integer", min: 1, max: maxSpanS },
      until: { type: "time", openEnd: true },
      stay: { type: "flag", optional: true },
      promise: { type: "flag", optional: true },
    },
    oneOf: ["for_s", "until"],
    causes: ["snooze_ended"],
  },
  remind: {
    right,
    arguments: {
      operator_id: { type: "row", to: "operator", optional: true },
      for_s: { type: "integer", min: 1, max: maxSpanS },
      until: { type: "time" },
      text: { type: "text", max: maxReminderLength },
    },
    oneOf: ["for_s", "until"],
  },
  notify: {
    right,
    arguments: {
      operator_ids: { type: "rows", to: "operator", max: maxMentions },
      department_id: { type: "row", to: "department" },
      to: { type: "choice", values: noticeTargets },
      by: { type: "choice", values: noticeWays },
      text: { type: "text", max: maxReminderLength },
    },
    oneOf: ["operator_ids", "department_id", "to"],
  },
  set_field: {
    right,
    arguments: { field: { type: "field" }, value: { type: "field_value" } },
    causes: ["field_changed"],
  },
  demand_skill: { right, arguments: { skill: { type: "text", max: maxSkillLength } } },
  ask_rating: { right, arguments: {} },
  mail_transcript: { right, arguments: { address: { type: "email", optional: true } } },
  block: {
    right,
    arguments: {
      reason: { type: "text", max: maxBlockReasonLength },
      for_s: { type: "integer", min: 60, max: maxSpanS, optional: true },
    },
    causes: ["closed"],
  },
  close: { right, arguments: {}, causes: ["closed"] },
  reopen: { right, arguments: {}, needsOperator: true },
  call_webhook: { right, arguments: { webhook_id: { type: "row", to: "webhook" } } },
  /** The actions of the macro take its place before they run (`expandMacros`). */
  run_macro: { right, arguments: { macro_id: { type: "row", to: "macro" } } },
} as const satisfies Readonly<Record<string, ActionDeclaration>>;

export type ActionType = keyof typeof actions;
export const actionTypes = Object.keys(actions) as readonly ActionType[];
/** Maximum number of actions in a list (ACT-011). */
export const maxActions = 20;

/** Result of an action. `unchanged`: the chat already had this state. */
export const actionResults = ["done", "unchanged", "refused"] as const;
type ActionResultName = (typeof actionResults)[number];

type ValueOf<A> = A extends { type: "row" | "integer" }
  ? number
  : A extends { type: "rows" }
    ? readonly number[]
    : A extends { type: "flag" }
      ? boolean
      : A extends { type: "field_value" }
        ? FieldValue | null
        : A extends { openEnd: true }
          ? string | null
          : A extends { values: readonly (infer V)[] }
            ? V
            : string;
/** Names of the arguments that an action may lack. */
type OptionalName<D extends ActionDeclaration> =
  | (D extends { oneOf: readonly (infer N)[] } ? N : never)
  | {
      [N in keyof D["arguments"]]: D["arguments"][N] extends { optional: true } ? N : never;
    }[keyof D["arguments"]];
type GivenArguments<D extends ActionDeclaration> = {
  readonly [N in Exclude<keyof D["arguments"], OptionalName<D>>]: ValueOf<D["arguments"][N]>;
} & {
  readonly [N in Extract<keyof D["arguments"], OptionalName<D>>]?: ValueOf<D["arguments"][N]>;
};
export type ActionOf<T extends ActionType> = { readonly type: T } & GivenArguments<
  (typeof actions)[T]
>;
export type Action = { [T in ActionType]: ActionOf<T> }[ActionType];

/** Result of an action on a chat. `error`: why it was refused. */
export interface ActionResult {
  readonly type: ActionType;
  readonly result: ActionResultName;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    /** Who crossed the reply, and how (`crossed`, API-522). */
    readonly by?: { readonly id: number; readonly name: string };
    readonly reason?: "answered" | "assigned";
  };
}
