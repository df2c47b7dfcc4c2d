import type { ActionOf, ActionType } from "@parlour/protocol/actions/actions";
import { handToBot } from "../bot/hand-to-bot.ts";
import { closeChat } from "../chat/close.ts";
import { demandSkill } from "../chat/details/demand-skill.ts";
import { prioritizeChat } from "../chat/details/prioritize.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import { sendRuleMessage } from "../chat/message/send-rule-message.ts";
import { assignByRule } from "../chat/participants/assign-by-rule.ts";
import { assignChat } from "../chat/participants/assign.ts";
import { snoozeChat } from "../chat/snooze.ts";
import { tagChat } from "../chat/tag.ts";
import type { CommandHandler } from "../command.ts";
import type { MessageEmail, Presence, TagRef } from "../entity.ts";
import { setChatFields, setVisitorFields } from "../field/set-fields.ts";

/** What a command needs besides the arguments of its action. */
export interface ActionInput {
  /** Operator who acts. The command checks their rights in the chat. null: a rule. */
  readonly operatorId: number | null;
  readonly presence: (operatorId: number) => Presence;
  /** Text of a reply, with the values of its variables. */
  readonly text?: string | undefined;
  /** Subject and recipients of a reply, if messages of the channel are emails. */
  readonly email?: MessageEmail | undefined;
}
type ActionCommands = {
  readonly [T in ActionType]: (action: ActionOf<T>, input: ActionInput) => CommandHandler<unknown>;
};

/** The command of each action: the one that a press of an operator runs (ACT-010). */
const actionCommands: ActionCommands = {
  tag: (action, input) => changeTags(input, (ids) => [...ids, action.tag_id]),
  untag: (action, input) => changeTags(input, (ids) => ids.filter((id) => id !== action.tag_id)),
  assign: (action, { operatorId, presence }) =>
    assignTo(
      operatorId,
      action.operator_id === undefined
        ? { departmentId: action.department_id ?? 0 }
        : { operatorId: action.operator_id },
      presence,
    ),
  priority: ({ priority }, { operatorId }) => prioritizeChat({ operatorId, priority }),
  note: ({ text }, { operatorId }) =>
    operatorId === null
      ? sendRuleMessage({ kind: "note", text })
      : sendOperatorMessage({ operatorId, kind: "note", text }),
  reply: (_, { operatorId, text = "", email }) =>
    operatorId === null
      ? sendRuleMessage({ kind: "reply", text, email })
      : sendOperatorMessage({ operatorId, kind: "text", text, email }),
  snooze:
    ({ for_s, until = "", stay = false }, { operatorId }) =>
    (context) =>
      snoozeChat({
        operatorId,
        until: for_s === undefined ? Date.parse(until) : context.now + for_s * 1000,
        stay,
      })(context),
  set_field({ field, value }, { operatorId }) {
    const [object, key = ""] = field.split(".");
    const setFields = object === "chat" ? setChatFields : setVisitorFields;
    const source = operatorId === null ? "rule" : "operator";
    return setFields({ operatorId, source, fields: { [key]: value } });
  },
  demand_skill: ({ skill }, { operatorId }) => demandSkill({ operatorId, skill }),
  hand_to_bot: (_, { operatorId }) => handToBot({ operatorId }),
  close: (_, { operatorId }) =>
    closeChat(operatorId === null ? { cause: "rule" } : { operatorId, reason: null }),
};

/** Returns the command of an action. Each key of the table has the command of its own type. */
export const commandOf = <T extends ActionType>(
  action: ActionOf<T> & { readonly type: T },
  input: ActionInput,
): CommandHandler<unknown> => actionCommands[action.type](action, input);

const assignTo = (
  operatorId: number | null,
  to: { readonly operatorId: number } | { readonly departmentId: number },
  presence: ActionInput["presence"],
): CommandHandler<unknown> =>
  operatorId === null
    ? assignByRule({ to, presence })
    : assignChat({ operatorId, to, comment: null, presence });

/** Changes the tags that the chat has when the command runs. */
const changeTags =
  (
    { operatorId }: ActionInput,
    change: (ids: readonly number[]) => readonly number[],
  ): CommandHandler<unknown> =>
  (context) => {
    const before: readonly TagRef[] = context.chat?.entity.tags ?? [];
    const tags = [...new Set(change(before.map(({ id }) => id)))];
    return tagChat({ operatorId, tags })(context);
  };
