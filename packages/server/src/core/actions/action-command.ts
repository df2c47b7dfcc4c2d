import type { ActionOf, ActionType } from "@parlour/protocol/actions/actions";
import type { NotedReminder } from "../chat/details/note-reminder.ts";
import type { CommandHandler } from "../command.ts";
import type { MessageEmail, Presence } from "../entity.ts";

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
/** A command for each action. */
export type ActionCommands = {
  readonly [T in ActionType]: (
    action: ActionOf<T>,
    input: ActionInput,
    prepared: PreparedInput<T>,
  ) => CommandHandler<unknown>;
};
