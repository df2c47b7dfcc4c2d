import type { ChatParticipantCache } from "./chat-cache.ts";
import { OperatorConnection } from "./operator-connection.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import type { AccountHub } from "./account-hub.ts";
import type { LiveReceiver } from "./subscribers.ts";
import { isParticipant } from "./visibility.ts";

export interface SendSignalDeps {
  readonly chats: ChatParticipantCache;
  readonly send: (connection: OperatorConnection, frames: Buffer) => void;
  readonly onError: (error: unknown) => void;
}
export interface SignalTarget {
  readonly account: number;
  readonly chatId: number;
  readonly channelId: number;
  /** Operator who caused the signal and does not receive it. */ readonly except: number | null;
}

/**
 * Returns the function that sends a signal to every live socket that may see the chat, except the
 * author's own. Sockets that must not read text receive `masked`.
 */
export function createSignalSender({
  chats,
  send,
  onError,
}: SendSignalDeps): (hub: AccountHub, target: SignalTarget, frame: string, masked: string) => void {
  const sendTo = (
    receivers: readonly LiveReceiver[],
    except: number | null,
    text: string,
  ): void => {
    if (receivers.length === 0) return;
    const frames = encodeTextFrames([text]);
    // Feeds get events only.
    for (const receiver of receivers)
      if (receiver instanceof OperatorConnection && receiver.principal.operatorId !== except)
        send(receiver, frames);
  };
  return (hub, { account, chatId, channelId, except }, frame, masked) => {
    const subscribers = hub.getSubscribers(channelId);
    if (!subscribers) return;
    sendTo(subscribers.unmasked, except, frame);
    sendTo(subscribers.masked, except, masked);
    if (subscribers.participantsOnly.length === 0) return;
    const toParticipants = (chat: Awaited<ReturnType<ChatParticipantCache["get"]>>): void => {
      const participantsOnly = hub.getSubscribers(channelId)?.participantsOnly ?? [];
      sendTo(
        participantsOnly.filter(({ principal }) => isParticipant(principal.operatorId, chat)),
        except,
        frame,
      );
    };
    const cached = chats.peek(account, chatId);
    if (cached) toParticipants(cached);
    // The caller does not wait, because signals may be late or lost.
    else chats.get(account, chatId).then(toParticipants).catch(onError);
  };
}
