import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import { omitFields } from "@parlour/protocol/omit-fields";
import { appendToDraft, getDraft, setDraft } from "../../state/drafts/drafts.ts";
import { getConflictWinner } from "../../state/inbox/conflict-winner.ts";
import { setOpening, type OpeningRequest } from "../../state/inbox/openings.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import { getChatPermission } from "../../state/live-state.ts";
import { can } from "../../state/session.tsx";
import type { ChatAddress } from "../address/chat-routes.ts";
import { toast } from "../dialog/toast.tsx";
import { getErrorDetails, getErrorText } from "../loading/ErrorMessage.tsx";
import { restoreDraft } from "./restore-draft.ts";
import { t } from "./text.ts";

/** A chat that was opened, and the request that was answered. */
interface OpenedChat {
  readonly live: LiveClient;
  readonly me: Operator;
  readonly chatId: number;
  readonly request: OpeningRequest;
  /** Shows another chat, and focuses its composer. */
  readonly show: (target: ChatAddress) => void;
}

/** Shows the chat that continues a closed one. What was typed and sent for that is for this one. */
export function moveToNewChat(opened: OpenedChat, next: number): void {
  moveToChat(opened, { chatId: next, view: "mine" }, true);
}

/** Handles a request that was refused. What was sent meanwhile goes back into the field. */
export function handleRefusal(opened: OpenedChat, error: unknown): void {
  const running = opened.request === "continue" ? getRunningChat(error) : undefined;
  if (running === undefined) {
    refuse(opened, error);
    return;
  }
  moveToChat(opened, { chatId: running, view: "all" }, false);
  toast(t("conversation.runs"));
}

function moveToChat(
  { live, me, chatId, show }: OpenedChat,
  target: ChatAddress,
  isSending: boolean,
): void {
  setOpening(chatId, null);
  moveUnsent(live, { operator: me.id, from: chatId, to: target.chatId }, isSending);
  if (isShown(chatId)) show(target);
}

/**
 * Moves the reply that was typed for a closed chat to another chat, with the messages that wait.
 * They are sent there, or are added to its draft. Files are attached to its composer.
 */
function moveUnsent(
  live: LiveClient,
  chats: { readonly operator: number; readonly from: number; readonly to: number },
  isSending: boolean,
): void {
  const { operator, from, to } = chats;
  const draft = getDraft(operator, from, "text");
  setDraft(operator, from, "text", "");
  for (const item of live.takeQueued(from)) {
    const { kind, text, file } = item;
    if (file) live.uploads.putBack(to, file);
    // A quote names a message of the closed chat, and so does `afterSeq`.
    if (isSending && kind !== "file")
      void live.sendMessage(to, kind, text, omitFields(item, "quotes", "afterSeq"));
    else if (text !== "") appendToDraft(operator, to, text, kind === "note" ? kind : "text");
  }
  if (draft !== "") appendToDraft(operator, to, draft);
}

/** Keeps the composer with the typed text, and says why the chat is not the operator's. */
function refuse({ live, me, chatId, request }: OpenedChat, error: unknown): void {
  for (const item of live.takeQueued(chatId).toReversed()) restoreDraft(live, item);
  const chat = live.get().snapshot.chats.get(chatId)?.chat;
  const isTaken = error instanceof ApiError && error.code === "already_accepted";
  const failed = t(`opening.failed.${request}`);
  const text = isTaken
    ? t("opening.taken", { name: getConflictWinner(error) || t("opening.somebody") })
    : `${failed} ${getErrorText(error)} ${getErrorDetails(error)}`.trim();
  const permission = chat && getChatPermission(chat, me.id, can(me, "chats.answer"));
  const canStillTake = !isTaken && (permission === "take" || permission === "reply");
  const isInField = !canStillTake && isShown(chatId);
  setOpening(chatId, isInField ? { request, refusal: text } : null);
  if (!isInField) toast(text, { tone: isTaken ? "plain" : "bad", chat });
}

/** Whether the conversation is on the screen. */
const isShown = (chatId: number): boolean =>
  document.querySelector(`section.conversation[data-chat="${chatId}"]`) !== null;

/** Returns the id of the visitor's open chat from the error of another start. */
const getRunningChat = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === "already_running"
    ? (error.body as { error?: { chat_id?: number } }).error?.chat_id
    : undefined;
