import { priorityNames } from "../chat-priority.ts";
import type { FieldValue } from "../field-kinds.ts";
import { maxSkillLength } from "../skills.ts";

/**
 * What can be done to a chat (ACT-010), each declared once. Macros, bulk actions and the forms of
 * both derive from it. Imports no schema library, so the operator application can load it.
 */

/** Another row of the account, by its id. */
interface RowArgument {
  readonly type: "row";
  readonly to: "tag" | "operator" | "department" | "quick_reply";
}
/** Name of a field of the account, such as `visitor.plan`, and a value of it. null removes one. */
interface FieldArgument {
  readonly type: "field" | "field_value";
}
export type Argument = { readonly optional?: true } & (
  | RowArgument
  | FieldArgument
  | { readonly type: "text"; readonly max: number }
  | { readonly type: "choice"; readonly values: readonly string[] }
  | { readonly type: "integer"; readonly min: number; readonly max: number }
  /** RFC 3339 with a zone. */
  | { readonly type: "time" }
  | { readonly type: "flag" }
);
export interface ActionDeclaration {
  /** Name of the right of CORE-001 that the action needs. */
  readonly right: "chats.answer";
  readonly arguments: Readonly<Record<string, Argument>>;
  /** Whether an action has exactly one of the demanded arguments. Absent: it has all of them. */
  readonly oneOf?: true;
}

const maxTextLength = 4000;
/** The longest snooze (SNZ-001): 366 days. */
const maxSnoozeS = 366 * 86_400;
const right = "chats.answer";

export const actions = {
  tag: { right, arguments: { tag_id: { type: "row", to: "tag" } } },
  untag: { right, arguments: { tag_id: { type: "row", to: "tag" } } },
  assign: {
    right,
    arguments: {
      operator_id: { type: "row", to: "operator" },
      department_id: { type: "row", to: "department" },
    },
    oneOf: true,
  },
  priority: { right, arguments: { priority: { type: "choice", values: priorityNames } } },
  note: { right, arguments: { text: { type: "text", max: maxTextLength } } },
  reply: {
    right,
    arguments: {
      text: { type: "text", max: maxTextLength },
      quick_reply_id: { type: "row", to: "quick_reply" },
    },
    oneOf: true,
  },
  snooze: {
    right,
    arguments: {
      for_s: { type: "integer", min: 1, max: maxSnoozeS },
      until: { type: "time" },
      stay: { type: "flag", optional: true },
    },
    oneOf: true,
  },
  set_field: { right, arguments: { field: { type: "field" }, value: { type: "field_value" } } },
  demand_skill: { right, arguments: { skill: { type: "text", max: maxSkillLength } } },
  hand_to_bot: { right, arguments: {} },
  close: { right, arguments: {} },
} as const satisfies Readonly<Record<string, ActionDeclaration>>;

export type ActionType = keyof typeof actions;
export const actionTypes = Object.keys(actions) as readonly ActionType[];
/** Maximum number of actions in a list (ACT-011). */
export const maxActions = 20;

/** What became of an action. `unchanged`: the chat was so already. */
export const actionResults = ["done", "unchanged", "refused"] as const;
export type ActionResultName = (typeof actionResults)[number];

type ValueOf<A> = A extends { type: "row" | "integer" }
  ? number
  : A extends { type: "flag" }
    ? boolean
    : A extends { type: "field_value" }
      ? FieldValue | null
      : A extends { values: readonly (infer V)[] }
        ? V
        : string;
type ArgumentsOf<D extends ActionDeclaration> = {
  readonly [N in keyof D["arguments"]]: ValueOf<D["arguments"][N]>;
};
type GivenArguments<D extends ActionDeclaration> = D extends { oneOf: true }
  ? Partial<ArgumentsOf<D>>
  : ArgumentsOf<D>;
/** An action of one type: the type and its arguments beside it. */
export type ActionOf<T extends ActionType> = { readonly type: T } & GivenArguments<
  (typeof actions)[T]
>;
export type Action = { [T in ActionType]: ActionOf<T> }[ActionType];

/** What became of an action on a chat. `error`: why it was refused. */
export interface ActionResult {
  readonly type: ActionType;
  readonly result: ActionResultName;
  readonly error?: { readonly code: string; readonly message: string };
}
