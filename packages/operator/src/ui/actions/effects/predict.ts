import type { Chat } from "@parlour/protocol";
import type { Action, ActionOf, ActionType } from "@parlour/protocol/actions/actions";
import type { CannedReply } from "@parlour/protocol/api";
import { filledText, fillVariables, getReplyVariables } from "@parlour/protocol/reply-text";
import { formatUpcoming } from "../../time.ts";
import {
  findChoice,
  formatAction,
  formatArgument,
  formatChoice,
  type ActionCatalogue,
} from "../action-catalogue.ts";
import { t } from "../text.ts";

/** What an action would do in a chat. */
export interface Effect {
  readonly sentence: string;
  /** Why it would change nothing or be refused. null: it runs. */
  readonly skipped: string | null;
}
interface EffectContext {
  readonly chat: Chat;
  /** The operator who runs the actions. null: a rule. */
  readonly me: { readonly id: number; readonly name: string } | null;
  readonly catalogue: ActionCatalogue;
  readonly replies: readonly CannedReply[];
  readonly now: number;
}

/** Returns what actions would do in a chat, with its real values (ACT-026, RULE-053). */
export function predictEffects(
  actions: readonly Action[],
  context: EffectContext,
): readonly Effect[] {
  const closesAt = actions.findIndex(({ type }) => type === "close");
  return actions.map((action, n) => {
    const isClosed = context.chat.state === "closed" || (closesAt >= 0 && n > closesAt);
    return {
      sentence: formatEffect(action, context),
      skipped: findSkip(action, isClosed, context),
    };
  });
}

/** Returns the sentence of an action with the text and the time that it has in this chat. */
function formatEffect(
  action: Action,
  { chat, me, catalogue, replies, now }: EffectContext,
): string {
  const start = formatChoice(findChoice(action));
  if (action.type === "snooze" && action.until !== null) {
    const at =
      action.for_s === undefined ? Date.parse(action.until ?? "") : now + action.for_s * 1000;
    return `${t("action.snooze.until")} ${formatUpcoming(at, now, "long")}`;
  }
  if (action.type !== "reply") return formatAction(action, catalogue);
  const text = action.text ?? replies.find(({ id }) => id === action.quick_reply_id)?.text;
  return text === undefined
    ? formatAction(action, catalogue)
    : `${start}: ${filledText(fillVariables(text, getReplyVariables(chat, me?.name ?? "")))}`;
}

/** Actions that a closed chat accepts. */
const actionsForClosed: ReadonlySet<ActionType> = new Set([
  "tag",
  "untag",
  "set_field",
  "remind",
  "ask_rating",
  "mail_transcript",
  "block",
  "call_webhook",
  "notify",
  "run_macro",
]);

function findSkip(action: Action, isClosed: boolean, context: EffectContext): string | null {
  const { chat, catalogue } = context;
  const { names } = findChoice(action);
  if (names.some((name) => formatArgument(action, name, catalogue).isRemoved))
    return t("actions.removed");
  if (action.type === "reopen") return isClosed ? null : t("effect.open");
  if (isClosed && !actionsForClosed.has(action.type)) return t("effect.closed");
  if (action.type === "snooze" && chat.state === "bot") return t("effect.bot");
  const isForOthers =
    context.me !== null && action.type === "assign" && action.operator_id !== context.me.id;
  if (isForOthers && chat.state === "waiting") return t("effect.waiting");
  return isUnchanged(action, chat) ? t("effect.unchanged") : null;
}

/** Returns whether the chat is already as the action makes it. */
function isUnchanged(action: Action, chat: Chat): boolean {
  const hasTag = (id: number): boolean => (chat.tags ?? []).some((tag) => tag.id === id);
  if (action.type === "tag") return hasTag(action.tag_id);
  if (action.type === "untag") return !hasTag(action.tag_id);
  if (action.type === "snooze") return action.until === null && chat.snoozed?.until === null;
  if (action.type === "priority") return (chat.priority ?? "normal") === action.priority;
  if (action.type === "assign")
    return action.operator_id !== undefined && chat.assignee?.id === action.operator_id;
  return action.type === "set_field" && hasFieldValue(action, chat);
}

function hasFieldValue({ field, value }: ActionOf<"set_field">, chat: Chat): boolean {
  const [object, key = ""] = field.split(".");
  const fields = object === "chat" ? chat.fields : chat.visitor.fields;
  return JSON.stringify(fields?.[key]?.value ?? null) === JSON.stringify(value);
}
