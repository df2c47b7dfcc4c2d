import { can, canSeeChat, type Principal } from "../auth/index.ts";
import type { RealtimeDeps } from "./types.ts";
import { encodeTextFrames } from "./websocket-frame.ts";
import type { ChatParticipantCache } from "./operators/chat-cache.ts";
import type { OperatorSockets } from "./operators/operator-sockets.ts";

/** A frame outside of the journal, for the sockets of an operator on all nodes. */
export interface OperatorFrame {
  readonly account: number;
  readonly operatorId: number;
  /** A chat: others who may answer it receive the frame too. */
  readonly chatId?: number;
  readonly frame: object;
}

export type FrameSender = (message: OperatorFrame) => void;
/** Returns the function that sends a frame to the sockets of this node. */
export const createFrameSender =
  ({ log }: RealtimeDeps, chats: ChatParticipantCache, sockets: OperatorSockets): FrameSender =>
  (message) => {
    sendToOperator(sockets, message);
    // Nobody waits, because the frames of others may be late or lost.
    sendToOthers(sockets, chats, message).catch((error: unknown) =>
      log.warn({ err: error }, "realtime.signal_failed"),
    );
  };

/** Sends a frame to the sockets of its operator on this node. */
export const sendToOperator = (
  sockets: OperatorSockets,
  { account, operatorId, frame }: OperatorFrame,
): void => sendIf(sockets, { account, frame }, (principal) => principal.operatorId === operatorId);

/** Sends the frame of a chat to the other operators who see it and may answer it. */
async function sendToOthers(
  sockets: OperatorSockets,
  chats: ChatParticipantCache,
  { account, operatorId, chatId, frame }: OperatorFrame,
): Promise<void> {
  const hub = sockets.hub(account);
  if (hub === undefined || chatId === undefined) return;
  const [chat, config] = [await chats.get(account, chatId), await hub.ready()];
  sendIf(
    sockets,
    { account, frame },
    (principal) =>
      principal.operatorId !== operatorId &&
      chat !== null &&
      can(principal, "chats.answer") &&
      canSeeChat(principal, chat, config),
  );
}

function sendIf(
  sockets: OperatorSockets,
  { account, frame }: { readonly account: number; readonly frame: object },
  isReceiver: (principal: Principal) => boolean,
): void {
  const bytes = encodeTextFrames([JSON.stringify(frame)]);
  for (const connection of sockets.hub(account)?.members ?? [])
    if (isReceiver(connection.principal)) sockets.send(connection, bytes, 0);
}
