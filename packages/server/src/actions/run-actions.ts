import { createHash } from "node:crypto";
import type { Action, ActionResult } from "@parlour/protocol/actions/actions";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { commandOf } from "../core/actions/commands.ts";
import type { IdempotencyKey, ReadUntil, WriteCommand } from "../core/command.ts";
import { countCommandBytes } from "../core/command-size.ts";
import type { ChatEntity, MessageCause, Presence } from "../core/entity.ts";
import { isDefiniteRefusal, refuse } from "../core/failure.ts";
import { everyChat, type ChatVisibility } from "../store/chats/chat-record.ts";
import { findChat } from "../store/chats/chat.ts";
import { prepareAction, type PreparationDeps } from "./prepare-action.ts";

export interface ActionRunnerDeps extends PreparationDeps {
  readonly write: WriteCommand;
  readonly presence: (account: number, operatorId: number) => Presence;
}

/** Who runs actions, and through what. */
export interface ActionRun {
  readonly account: number;
  /** The operator, and which chats they see. null: a rule, which sees every chat. */
  readonly operator: ChatVisibility | null;
  readonly cause: MessageCause;
  /** What was read when the replies were chosen (API-522). Absent: they never cross. */
  readonly after?: ReadUntil | undefined;
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
 * action does not stop the others, except a reply that another one has crossed: what follows it was
 * meant for the chat with the reply (CORE-475). Throws if the database is not available. Then a run
 * with the same keys continues.
 */
export async function runActions(
  deps: ActionRunnerDeps,
  run: ActionRun,
  chatId: number,
  actions: readonly Action[],
): Promise<readonly ActionResult[]> {
  const results: ActionResult[] = [];
  let target = chatId;
  for (const [n, action] of actions.entries()) {
    const { continuedBy, ...result } = await runAction(deps, run, { chatId: target, action, n });
    // The actions behind `reopen` concern the new chat.
    target = continuedBy ?? target;
    results.push(result);
    if (result.error?.code === "crossed") break;
  }
  const last = results.at(-1);
  const rest = actions.slice(results.length);
  return last === undefined ? [] : [...results, ...rest.map(({ type }) => ({ ...last, type }))];
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
): Promise<ActionResult & { readonly continuedBy?: number | undefined }> {
  const { type } = step.action;
  try {
    const { replayed, events, answer } = await writeAction(deps, run, step);
    const result = !replayed && events?.length === 0 ? "unchanged" : "done";
    const continuedBy = type === "reopen" ? (answer as ChatEntity).id : undefined;
    return { type, result, continuedBy };
  } catch (error) {
    // The key was used for another request, so no action of this one may run.
    if (!isDefiniteRefusal(error) || error.failure.failure === "idempotency_conflict") throw error;
    const { failure, message, by, reason } = error.failure;
    return {
      type,
      result: "refused",
      error: { code: failure, message, ...omitAbsent(failure === "crossed" ? { by, reason } : {}) },
    };
  }
}

async function writeAction(
  deps: ActionRunnerDeps,
  run: ActionRun,
  { chatId, action, n }: Step,
): ReturnType<WriteCommand> {
  const { account, operator, cause, key } = run;
  const after = action.type === "reply" ? run.after : undefined;
  const operatorId = operator?.operatorId ?? null;
  const readChat = async (): Promise<ChatEntity> => {
    const found = await findChat(deps.reader, account, operator ?? everyChat, chatId);
    return found?.chat ?? refuse("not_found", "No such chat in this account.");
  };
  // The action before may have taken the chat out of an operator's sight.
  const chat = operator === null ? undefined : await readChat();
  const idempotency = key === null ? undefined : toIdempotencyKey(key, chatId, n, action);
  const origin = idempotency && `${idempotency.scope}:${idempotency.key}`;
  const target = { account, operator, readChat: async () => chat ?? readChat(), origin };
  const prepared = await prepareAction(deps, target, action);
  return deps.write({
    account,
    subject: operatorId === null ? { chat: chatId } : { chat: chatId, operator: operatorId, after },
    handler: commandOf(
      action,
      { operatorId, presence: (id) => deps.presence(account, id) },
      prepared,
    ),
    cause,
    bytes: countCommandBytes(JSON.stringify(prepared)?.length ?? 0),
    idempotency,
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
