import { createHash } from "node:crypto";
import type { Action, ActionOf, ActionResult } from "@parlour/protocol/actions/actions";
import { filledText, fillVariables, getReplyVariables } from "@parlour/protocol/reply-text";
import { commandOf } from "../core/actions/commands.ts";
import type { AccountConfig, IdempotencyKey, WriteCommand } from "../core/command.ts";
import { countCommandBytes } from "../core/command-size.ts";
import type { ChatEntity, MessageCause, MessageEmail, Presence } from "../core/entity.ts";
import { isDefiniteRefusal, refuse } from "../core/failure.ts";
import { everyChat, type ChatVisibility } from "../store/chats/chat-record.ts";
import { findChat } from "../store/chats/chat.ts";
import type { Reader } from "../store/database/reader.ts";
import { listReplies } from "../store/settings/content/canned-reply.ts";

export interface ActionRunnerDeps {
  readonly write: WriteCommand;
  readonly reader: Reader;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly presence: (account: number, operatorId: number) => Presence;
  /** Returns subject and recipients of a reply, or undefined if the channel has none. */
  readonly createEmail: (
    account: number,
    chat: { readonly chatId: number; readonly channelId: number },
  ) => Promise<MessageEmail | undefined>;
}

/** Who runs actions, and through what. */
export interface ActionRun {
  readonly account: number;
  /** The operator, and which chats they see. null: a rule, which sees every chat. */
  readonly operator: ChatVisibility | null;
  readonly cause: MessageCause;
  /**
   * Scope and beginning of the keys that make a repeat of the run harmless. `hash`: that of the
   * request. Absent: the action of a key is always the same. null: a repeat runs again.
   */
  readonly key: {
    readonly scope: string;
    readonly prefix: string;
    readonly hash?: Uint8Array;
  } | null;
}

/**
 * Runs actions on a chat, one after the other, each as the command of a press (ACT-010). A refused
 * action does not stop the others. Throws if the database is not available. Then a run with the
 * same keys continues.
 */
export async function runActions(
  deps: ActionRunnerDeps,
  run: ActionRun,
  chatId: number,
  actions: readonly Action[],
): Promise<readonly ActionResult[]> {
  const results: ActionResult[] = [];
  for (const [n, action] of actions.entries())
    results.push(await runAction(deps, run, { chatId, action, n }));
  return results;
}

interface Step {
  readonly chatId: number;
  readonly action: Action;
  readonly n: number;
}
async function runAction(
  deps: ActionRunnerDeps,
  run: ActionRun,
  step: Step,
): Promise<ActionResult> {
  const { type } = step.action;
  try {
    const { replayed, events } = await writeAction(deps, run, step);
    return { type, result: !replayed && events?.length === 0 ? "unchanged" : "done" };
  } catch (error) {
    // The key was used for another request, so no action of this one may run.
    if (!isDefiniteRefusal(error) || error.failure.failure === "idempotency_conflict") throw error;
    const { failure, message } = error.failure;
    return { type, result: "refused", error: { code: failure, message } };
  }
}

async function writeAction(
  deps: ActionRunnerDeps,
  run: ActionRun,
  { chatId, action, n }: Step,
): ReturnType<WriteCommand> {
  const { account, operator, cause, key } = run;
  const operatorId = operator?.operatorId ?? null;
  // The action before may have taken the chat out of sight.
  const found = await findChat(deps.reader, account, operator ?? everyChat, chatId);
  const chat = found?.chat ?? refuse("not_found", "No such chat in this account.");
  const reply = action.type === "reply" ? await prepareReply(deps, run, chat, action) : {};
  return deps.write({
    account,
    subject: operatorId === null ? { chat: chatId } : { chat: chatId, operator: operatorId },
    handler: commandOf(action, {
      operatorId,
      presence: (id) => deps.presence(account, id),
      ...reply,
    }),
    cause,
    bytes: countCommandBytes(reply.text?.length ?? 0),
    idempotency: key === null ? undefined : toIdempotencyKey(key, chatId, n, action),
  });
}

const toIdempotencyKey = (
  { scope, prefix, hash }: NonNullable<ActionRun["key"]>,
  chatId: number,
  n: number,
  action: Action,
): IdempotencyKey => ({
  scope,
  key: `${prefix}${chatId}:${n}`,
  hash: hash ?? createHash("sha256").update(JSON.stringify(action)).digest(),
});

/** Returns the text of a reply with the values of the chat, and its recipients. */
async function prepareReply(
  { reader, config, createEmail }: ActionRunnerDeps,
  { account, operator }: ActionRun,
  chat: ChatEntity,
  reply: ActionOf<"reply">,
): Promise<{ readonly text?: string; readonly email?: MessageEmail | undefined }> {
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
    return refuse("invalid_request", "There is no such quick reply.", { field: "quick_reply_id" });
  const name = (await config(account)).operators.get(operator?.operatorId ?? 0)?.name ?? "";
  return {
    text: filledText(fillVariables(template, getReplyVariables(chat, name))),
    email: await createEmail(account, { chatId: chat.id, channelId: chat.channel.id }),
  };
}
