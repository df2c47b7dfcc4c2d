import type { Chats } from "./chats.ts";
import type { Connection } from "./connection.ts";
import { textFrames } from "./frame.ts";
import type { Hub } from "./hub.ts";
import { takesPart } from "./visibility.ts";

export interface SendSignalDeps {
  readonly chats: Chats;
  readonly give: (connection: Connection, frames: Buffer) => void;
  readonly failed: (error: unknown) => void;
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
export function sendSignal(deps: SendSignalDeps, hub: Hub, to: SignalTarget, frame: string, masked: string): void {
  const audience = hub.audience(to.channelId);
  if (!audience) return;
  const send = (connections: readonly Connection[], text: string): void => {
    if (connections.length === 0) return;
    const frames = textFrames([text]);
    for (const connection of connections) if (connection.principal.operatorId !== to.except) deps.give(connection, frames);
  };
  send(audience.plain, frame);
  send(audience.masked, masked);
  if (audience.outsiders.length === 0) return;
  const toParticipants = (chat: Awaited<ReturnType<Chats["get"]>>): void => {
    const outsiders = hub.audience(to.channelId)?.outsiders ?? [];
    send(
      outsiders.filter((one) => takesPart(one.principal.operatorId, chat)),
      frame,
    );
  };
  const known = deps.chats.peek(to.account, to.chatId);
  if (known) toParticipants(known);
  // Signals may be late or lost, so the caller does not wait.
  else deps.chats.get(to.account, to.chatId).then(toParticipants).catch(deps.failed);
}
