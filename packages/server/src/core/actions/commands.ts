import type { ActionOf, ActionType } from "@parlour/protocol/actions/actions";
import { handToBot } from "../bot/hand-to-bot.ts";
import { closeChat } from "../chat/close.ts";
import { continueChat } from "../chat/continue.ts";
import { demandSkill } from "../chat/details/demand-skill.ts";
import { prioritizeChat } from "../chat/details/prioritize.ts";
import { sendOperatorMessage } from "../chat/message/send-message.ts";
import { sendRuleMessage } from "../chat/message/send-rule-message.ts";
import { assignByRule } from "../chat/participants/assign-by-rule.ts";
import { assignChat } from "../chat/participants/assign.ts";
import { snoozeChat } from "../chat/snooze.ts";
import { changeChatTags } from "../chat/tag.ts";
import type { CommandHandler } from "../command.ts";
import { fail } from "../failure.ts";
import { setChatFields, setVisitorFields } from "../field/set-fields.ts";
import type { ActionCommands, ActionInput, PreparedInput } from "./action-command.ts";
import { noticeCommands } from "./notice-commands.ts";

/** The command of each action: the one that a press of an operator runs (ACT-010). */
const actionCommands: ActionCommands = {
  ...noticeCommands,
  tag: (action, input) => changeChatTags({ ...input, add: [action.tag_id], remove: [] }),
  untag: (action, input) => changeChatTags({ ...input, add: [], remove: [action.tag_id] }),
  assign: ({ operator_id, department_id = 0, bot_id }, { operatorId, presence }) =>
    bot_id === undefined
      ? assignTo(
          operatorId,
          operator_id === undefined ? { departmentId: department_id } : { operatorId: operator_id },
          presence,
        )
      : handToBot({ operatorId, botId: bot_id }),
  hand_to_bot: (_, { operatorId }) => handToBot({ operatorId }),
  priority: ({ priority }, { operatorId }) => prioritizeChat({ operatorId, priority }),
  note: ({ text, mentions = [] }, { operatorId }) =>
    operatorId === null
      ? sendRuleMessage({ kind: "note", text, mentions })
      : sendOperatorMessage({ operatorId, kind: "note", text, mentions }),
  reply: (_, { operatorId }, { text, email }) =>
    operatorId === null
      ? sendRuleMessage({ kind: "reply", text, email })
      : sendOperatorMessage({ operatorId, kind: "text", text, email }),
  snooze:
    ({ for_s, until = null, stay = false, promise }, { operatorId }) =>
    (context) => {
      const end = until === null ? null : Date.parse(until);
      return snoozeChat({
        operatorId,
        until: for_s === undefined ? end : context.now + for_s * 1000,
        stay,
        promise,
      })(context);
    },
  set_field({ field, value }, { operatorId }) {
    const [object, key = ""] = field.split(".");
    const setFields = object === "chat" ? setChatFields : setVisitorFields;
    const source = operatorId === null ? "rule" : "operator";
    return setFields({ operatorId, source, fields: { [key]: value } });
  },
  demand_skill: ({ skill }, { operatorId }) => demandSkill({ operatorId, skill }),
  close: (_, { operatorId }) =>
    closeChat(operatorId === null ? { cause: "rule" } : { operatorId, reason: null }),
  reopen: (_, { operatorId }) =>
    operatorId === null
      ? () => fail("not_supported", "Only an operator continues a chat.")
      : continueChat({ operatorId }),
  /** A macro that could not be replaced by its actions. */
  run_macro: () => () =>
    fail("invalid_request", "There is no such macro, or too many macros run each other.", {
      field: "macro_id",
    }),
};

/** Returns the command of an action. Each key of the table has the command of its own type. */
export const commandOf = <T extends ActionType>(
  action: ActionOf<T> & { readonly type: T },
  input: ActionInput,
  prepared: PreparedInput<T>,
): CommandHandler<unknown> => actionCommands[action.type](action, input, prepared);

const assignTo = (
  operatorId: number | null,
  to: { readonly operatorId: number } | { readonly departmentId: number },
  presence: ActionInput["presence"],
): CommandHandler<unknown> =>
  operatorId === null
    ? assignByRule({ to, presence })
    : assignChat({ operatorId, to, comment: null, presence });
