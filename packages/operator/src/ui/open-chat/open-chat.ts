import { ApiError } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { useRouter } from "@tanstack/react-router";
import { flushSync } from "react-dom";
import { moveUnsent, restoreUnsent } from "./restore-draft.ts";
import {
  getOpening,
  setOpening,
  setShownChat,
  type OpeningRequest,
} from "../../state/inbox/openings.ts";
import { getConflictWinner } from "../../state/inbox/conflict-winner.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import type { LiveClient } from "../../state/live/live-client.ts";
import { getChatPermission } from "../../state/live-state.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { toast } from "../dialog/toast.tsx";
import { getErrorDetails, getErrorText } from "../loading/ErrorMessage.tsx";
import { focusComposer } from "./keys.ts";
import { chatRoute, type ChatAddress, type ChatRoute } from "../address/chat-routes.ts";
import { t } from "./text.ts";

/** A chat to open, and what the server must confirm for it. */
export interface ChatToOpen extends ChatAddress {
  readonly request?: OpeningRequest | undefined;
  /** The focus stays where it is: the operator goes through the list. */
  readonly isReading?: boolean | undefined;
}
type Navigate = (route: ChatRoute) => Promise<void>;
interface OpenChatDeps {
  readonly live: LiveClient;
  readonly me: Operator;
  readonly navigate: Navigate;
}

/**
 * Opens a chat for writing. Every press that opens one calls this function (CORE-471). In the same
 * frame the inbox shows the chat and its composer has the focus, or what is typed is kept for it.
 * The answer of the server only confirms that, or says who was first (CORE-472).
 */
export type OpenChat = (target: ChatToOpen) => void;

/** Returns the function that opens chats. */
export function useOpenChat(): OpenChat {
  const live = useLiveClient();
  const me = useCurrentOperator();
  const router = useRouter();
  return (target) => openChat({ live, me, navigate: (route) => router.navigate(route) }, target);
}

/** As `useOpenChat`, outside of components. */
export function openChat(deps: OpenChatDeps, target: ChatToOpen): void {
  const { request, chatId } = target;
  const isRepeated = request !== undefined && getOpening(chatId)?.refusal === null;
  if (request !== undefined && !isRepeated) setOpening(chatId, { request, refusal: null });
  show(deps, target);
  if (request !== undefined && !isRepeated) void confirm(deps, target, request);
}

function show(
  { live, navigate }: OpenChatDeps,
  { chatId, view, isReading = false }: ChatToOpen,
): void {
  live.preloadChat(chatId);
  void navigate(chatRoute({ chatId, view }));
  flushSync(() => setShownChat({ chatId, view }));
  if (!isReading) focusComposer(chatId);
}

/** Asks the server. Replies that the operator has sent meanwhile wait in the outbox for it. */
async function confirm(
  deps: OpenChatDeps,
  { chatId }: ChatToOpen,
  request: OpeningRequest,
): Promise<void> {
  const { live } = deps;
  try {
    const chat = await requests[request](live, chatId);
    setOpening(chatId, null);
    if (chat.id === chatId) live.sendPending();
    else moveToChat(deps, { from: chatId, chatId: chat.id, view: "mine" }, true);
  } catch (error) {
    // What was sent to a customer whom another operator has goes back into the field.
    restoreUnsent(live, chatId);
    const running = request === "continue" ? getRunningChat(error) : undefined;
    if (running === undefined) refuse(deps, { chatId, request, error });
    else {
      setOpening(chatId, null);
      moveToChat(deps, { from: chatId, chatId: running, view: "all" }, false);
    }
  }
}

const requests: Readonly<
  Record<OpeningRequest, (live: LiveClient, chatId: number) => Promise<Chat>>
> = {
  accept: (live, chatId) => live.accept(chatId),
  join: (live, chatId) => live.join(chatId),
  accept_transfer: (live, chatId) => live.acceptTransfer(chatId),
  continue: (live, chatId) => live.continueChat(chatId),
};

/** The text that was typed for a closed chat belongs to the chat that continues it. */
function moveToChat(
  deps: OpenChatDeps,
  { from, chatId, view }: ChatAddress & { readonly from: number },
  isSending: boolean,
): void {
  const { live, me } = deps;
  moveUnsent(live, { operator: me.id, from, to: chatId }, isSending);
  if (isShown(from)) show(deps, { chatId, view });
  if (!isSending) toast(t("conversation.runs"));
}

/** Keeps the composer with the typed text, and says why the chat is not the operator's. */
function refuse(
  { live, me }: OpenChatDeps,
  {
    chatId,
    request,
    error,
  }: { readonly chatId: number; readonly request: OpeningRequest; readonly error: unknown },
): void {
  const chat = live.get().snapshot.chats.get(chatId)?.chat;
  const isTaken = error instanceof ApiError && error.code === "already_accepted";
  const text = isTaken
    ? t("opening.taken", { name: getConflictWinner(error) || t("opening.somebody") })
    : `${t(`opening.failed.${request}`)} ${getErrorText(error)} ${getErrorDetails(error)}`.trim();
  const permission = chat && getChatPermission(chat, me.id, can(me, "chats.answer"));
  const canStillTake = !isTaken && (permission === "take" || permission === "reply");
  setOpening(chatId, canStillTake || !isShown(chatId) ? null : { request, refusal: text });
  if (canStillTake || !isShown(chatId)) toast(text, { tone: isTaken ? "plain" : "bad", chat });
}

/** Whether the conversation is on the screen. */
const isShown = (chatId: number): boolean =>
  document.querySelector(`section.conversation[data-chat="${chatId}"]`) !== null;

/** Returns the id of the visitor's open chat from the error of another start. */
const getRunningChat = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === "already_running"
    ? (error.body as { error?: { chat_id?: number } }).error?.chat_id
    : undefined;
