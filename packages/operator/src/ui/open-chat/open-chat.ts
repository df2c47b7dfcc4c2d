import type { Chat, Operator } from "@parlour/protocol";
import { useRouter } from "@tanstack/react-router";
import { flushSync } from "react-dom";
import {
  getOpening,
  setOpening,
  setShownChat,
  type OpeningRequest,
} from "../../state/inbox/openings.ts";
import { useLiveClient } from "../../state/live-context.tsx";
import type { LiveClient } from "../../state/live/live-client.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { loadChunk } from "../loading/load-chunk.ts";
import { focusComposer } from "./keys.ts";
import { chatRoute, toChatPath, type ChatAddress, type ChatRoute } from "../address/chat-routes.ts";

/** A chat to open, and what the server must confirm for it. */
export interface ChatToOpen extends ChatAddress {
  readonly request?: OpeningRequest | undefined;
  /** The focus stays where it is: the operator goes through the list. */
  readonly isReading?: boolean | undefined;
}
type Navigate = (route: ChatRoute & { readonly replace?: boolean }) => Promise<void>;
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
  const wasShown = location.pathname === toChatPath(target);
  show(deps, target);
  // Back leads to where the press was, also if the answer shows another chat (CORE-471).
  if (request !== undefined && !isRepeated) void confirm(deps, target, request, !wasShown);
}

function show(
  { live, me, navigate }: OpenChatDeps,
  { chatId, view, isReading = false }: ChatToOpen,
  replace = false,
): void {
  live.preloadChat(chatId);
  void navigate({ ...chatRoute({ chatId, view }), replace });
  flushSync(() => setShownChat({ chatId, view }));
  if (!isReading) focusComposer(me.id, chatId);
}

/** Asks the server. Replies that the operator has sent meanwhile wait in the outbox for it. */
async function confirm(
  deps: OpenChatDeps,
  { chatId }: ChatToOpen,
  request: OpeningRequest,
  replace: boolean,
): Promise<void> {
  const { live, me } = deps;
  const showOther = (target: ChatAddress) => show(deps, target, replace);
  const opened = { live, me, chatId, request, show: showOther };
  try {
    const chat = await requests[request](live, chatId);
    if (chat.id !== chatId) return (await loadAnswers()).moveToNewChat(opened, chat.id);
    setOpening(chatId, null);
    live.sendPending();
  } catch (error) {
    // Until the part is there, the chat counts as opening: nothing is sent. If the server has
    // another build, it decides about each reply that waits.
    await loadAnswers().then(
      (answers) => answers.handleRefusal(opened, error),
      () => setOpening(chatId, null),
    );
  }
}

/** What few answers need. It enlarges the first load otherwise. */
const loadAnswers = () => loadChunk(() => import("./opening-answers.ts"));

const requests: Readonly<
  Record<OpeningRequest, (live: LiveClient, chatId: number) => Promise<Chat>>
> = {
  accept: (live, chatId) => live.accept(chatId),
  join: (live, chatId) => live.join(chatId),
  accept_transfer: (live, chatId) => live.acceptTransfer(chatId),
  continue: (live, chatId) => live.continueChat(chatId),
};
