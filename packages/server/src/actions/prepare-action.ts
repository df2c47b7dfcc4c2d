import type { ActionOf, ActionType } from "@parlour/protocol/actions/actions";
import { filledText, fillVariables, getReplyVariables } from "@parlour/protocol/reply-text";
import type { PreparedInput, PreparedInputs } from "../core/actions/action-command.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { ChatEntity, MessageEmail } from "../core/entity.ts";
import { refuse } from "../core/failure.ts";
import type { ChatVisibility } from "../store/chats/chat-record.ts";
import type { Reader } from "../store/database/reader.ts";
import type { ReminderInput } from "../store/reminders/reminder.ts";
import { listReplies } from "../store/settings/content/canned-reply.ts";

export interface PreparationDeps extends ActionEffects {
  readonly clock: Clock;
  readonly reader: Reader;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Returns subject and recipients of a reply, or undefined if the channel has none. */
  readonly createEmail: (
    account: number,
    chat: { readonly chatId: number; readonly channelId: number },
  ) => Promise<MessageEmail | undefined>;
}
/** What actions store outside of the journal. */
export interface ActionEffects {
  /** Stores a reminder. A repeat with its origin finds it. Throws a `Refusal`. */
  readonly remind: (
    account: number,
    reminder: Omit<ReminderInput, "now">,
  ) => Promise<PreparedInputs["remind"]>;
  /** Adds the visitor of a chat to the block list. A repeat changes the entry. */
  readonly block: (
    account: number,
    chat: ChatEntity,
    block: {
      /** Time in ms since 1970. null: no end. */
      readonly until: number | null;
      readonly reason: string;
      /** null: a rule. */
      readonly by: number | null;
    },
  ) => Promise<void>;
}

/** On which chat an action runs, and for whom. */
interface ActionTarget {
  readonly account: number;
  /** null: a rule. */
  readonly operator: ChatVisibility | null;
  /** Returns the chat as it is now. Throws a `Refusal`. */
  readonly readChat: () => Promise<ChatEntity>;
  /** What is the same in each repeat of the action. Absent: a repeat is another action. */
  readonly origin: string | undefined;
}
type Preparations = {
  readonly [T in keyof PreparedInputs]: (
    deps: PreparationDeps,
    target: ActionTarget,
    action: ActionOf<T>,
  ) => Promise<PreparedInputs[T]>;
};

/** Reads or stores what the command of an action needs. Throws a `Refusal`. */
export async function prepareAction<T extends ActionType>(
  deps: PreparationDeps,
  target: ActionTarget,
  action: ActionOf<T> & { readonly type: T },
): Promise<PreparedInput<T>> {
  // Each key of the table has the preparation of its own type.
  const prepare = preparations[action.type as keyof PreparedInputs] as Prepare<T> | undefined;
  return (await prepare?.(deps, target, action)) as PreparedInput<T>;
}
type Prepare<T extends ActionType> = (
  deps: PreparationDeps,
  target: ActionTarget,
  action: ActionOf<T>,
) => Promise<unknown>;

const preparations: Preparations = {
  /** Fills in the values of the chat. */
  async reply({ reader, config, createEmail }, { account, operator, readChat }, reply) {
    const chat = await readChat();
    const [stored] =
      reply.quick_reply_id === undefined
        ? []
        : await listReplies(reader, account, {
            operatorId: operator?.operatorId ?? null,
            seesAllDepartments: operator?.seesAllChats ?? true,
            id: reply.quick_reply_id,
          });
    const template = reply.text ?? stored?.values.text;
    if (template === undefined)
      return refuse("invalid_request", "There is no such quick reply.", {
        field: "quick_reply_id",
      });
    const name = (await config(account)).operators.get(operator?.operatorId ?? 0)?.name ?? "";
    return {
      text: filledText(fillVariables(template, getReplyVariables(chat, name))),
      email: await createEmail(account, { chatId: chat.id, channelId: chat.channel.id }),
    };
  },
  /** Reminds the given operator, else the one who acts, else the one who has the chat. */
  async remind({ clock, remind }, { account, operator, readChat, origin = null }, action) {
    const { operator_id, for_s, until = "", text } = action;
    const chat = await readChat();
    const operatorId =
      operator_id ??
      operator?.operatorId ??
      chat.assignee?.id ??
      refuse("not_available", "The chat has no operator to remind.");
    return remind(account, {
      operatorId,
      createdBy: operator?.operatorId ?? operatorId,
      chatId: chat.id,
      text,
      dueAt: for_s === undefined ? Date.parse(until) : clock.now() + for_s * 1000,
      origin,
    });
  },
  async block({ clock, block }, { account, operator, readChat }, { reason, for_s }) {
    const until = for_s === undefined ? null : clock.now() + for_s * 1000;
    await block(account, await readChat(), { until, reason, by: operator?.operatorId ?? null });
    return { until: until === null ? null : new Date(until).toISOString() };
  },
};
