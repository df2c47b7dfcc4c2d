import type { ActionOf, ActionType } from "@parlour/protocol/actions/actions";
import { handToBot } from "../bot/hand-to-bot.ts";
import { blockChat } from "../chat/block.ts";
import { closeChat } from "../chat/close.ts";
import { demandSkill } from "../chat/details/demand-skill.ts";
import { mailTranscript } from "../chat/details/mail-transcript.ts";
import { noteReminder, type NotedReminder } from "../chat/details/note-reminder.ts";
import { prioritizeChat } from "../chat/details/prioritize.ts";
import { requestRating } from "../chat/details/request-rating.ts";
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
}
/** What is read or stored before the command of an action. */
export interface PreparedInputs {
  /**
   * The text with the values of its variables. Subject and recipients, if messages of the channel
   * are emails.
   */
  readonly reply: { readonly text: string; readonly email: MessageEmail | undefined };
  readonly remind: NotedReminder;
  /** The end of the entry in the block list. null: none. */
  readonly block: { readonly until: string | null };
}
/** `undefined` for an action without preparation. */
export type PreparedInput<T extends ActionType> = T extends keyof PreparedInputs
  ? PreparedInputs[T]
  : undefined;
type ActionCommands = {
  readonly [T in ActionType]: (
    action: ActionOf<T>,
    input: ActionInput,
    prepared: PreparedInput<T>,
  ) => CommandHandler<unknown>;
};

/** The command of each action: the one that a press of an operator runs (ACT-010). */
const actionCommands: ActionCommands = {
  tag: (action, input) => changeTags(input, (ids) => [...ids, action.tag_id]),
  untag: (action, input) => changeTags(input, (ids) => ids.filter((id) => id !== action.tag_id)),
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
    ({ for_s, until = "", stay = false, promise }, { operatorId }) =>
    (context) =>
      snoozeChat({
        operatorId,
        until: for_s === undefined ? Date.parse(until) : context.now + for_s * 1000,
        stay,
        promise,
      })(context),
  remind: (_, { operatorId }, reminder) => noteReminder({ operatorId, reminder }),
  set_field({ field, value }, { operatorId }) {
    const [object, key = ""] = field.split(".");
    const setFields = object === "chat" ? setChatFields : setVisitorFields;
    const source = operatorId === null ? "rule" : "operator";
    return setFields({ operatorId, source, fields: { [key]: value } });
  },
  demand_skill: ({ skill }, { operatorId }) => demandSkill({ operatorId, skill }),
  ask_rating: (_, { operatorId }) => requestRating({ operatorId }),
  mail_transcript: ({ address }, { operatorId }) => mailTranscript({ operatorId, address }),
  block: ({ reason }, { operatorId }, { until }) => blockChat({ operatorId, reason, until }),
  close: (_, { operatorId }) =>
    closeChat(operatorId === null ? { cause: "rule" } : { operatorId, reason: null }),
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
