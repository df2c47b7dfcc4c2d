import type { ChatParticipantCache } from "./chat-cache.ts";
import type { OperatorConnection } from "./operator-connection.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import type { AccountHub } from "./account-hub.ts";
import { isParticipant } from "./visibility.ts";

export interface SendSignalDeps {
  readonly chats: ChatParticipantCache;
  readonly send: (connection: OperatorConnection, frames: Buffer) => void;
  readonly onError: (error: unknown) => void;
}
/** The chat that a signal concerns. */
export interface SignalTarget {
  readonly account: number;
  readonly chatId: number;
  readonly channelId: number;
  /** Operator who caused the signal. */ readonly except: number | null;
}

/**
 * Sends a signal to every live socket that may see the chat, except the author's own. Sockets that
 * must not read text receive `masked`.
 */
export function sendSignal(
  deps: SendSignalDeps,
  hub: AccountHub,
  target: SignalTarget,
  frame: string,
  masked: string,
): void {
  const subscribers = hub.getSubscribers(target.channelId);
  if (!subscribers) return;
  const sendTo = (connections: readonly OperatorConnection[], text: string): void => {
    if (connections.length === 0) return;
    const frames = encodeTextFrames([text]);
    for (const connection of connections)
      if (connection.principal.operatorId !== target.except) deps.send(connection, frames);
  };
  sendTo(subscribers.unmasked, frame);
  sendTo(subscribers.masked, masked);
  if (subscribers.participantsOnly.length === 0) return;
  const toParticipants = (chat: Awaited<ReturnType<ChatParticipantCache["get"]>>): void => {
    const participantsOnly = hub.getSubscribers(target.channelId)?.participantsOnly ?? [];
    sendTo(
      participantsOnly.filter((subscriber) => isParticipant(subscriber.principal.operatorId, chat)),
      frame,
    );
  };
  const cached = deps.chats.peek(target.account, target.chatId);
  if (cached) toParticipants(cached);
  // Signals may be late or lost, so the caller does not wait.
  else deps.chats.get(target.account, target.chatId).then(toParticipants).catch(deps.onError);
}
