import type { StartMessage, MessageToPage, MessageToWindow } from "../../bridge.ts";

export interface WindowPortDeps {
  /** Returns true if a chat window exists or is loading. Without one, messages do not wait. */
  readonly isLoaded: () => boolean;
  readonly onMessage: (message: MessageToPage) => void;
}
/** The port to the chat window, and the messages that wait for it. */
export interface WindowPort {
  /**
   * Opens a port for a chat window that starts, and sends `start` and then what waits. Returns the
   * end for the chat window. `canFocus`: whether it may still take the focus.
   */
  connect(start: StartMessage, canFocus: boolean): MessagePort;
  readonly isConnected: () => boolean;
  /**
   * Sends or queues a message. Returns false if the queue is full. If the iframe was never loaded,
   * stores only messages of `repeatedTypes`, because `start` contains all other data.
   */
  readonly post: (message: MessageToWindow) => boolean;
  readonly disconnect: () => void;
}
const maxQueuedMessages = 100;
/**
 * Types of messages that are sent in bursts. Only the last message of each type matters, and a
 * restarted chat window receives it again (WG-041).
 */
const repeatedTypes = new Set<string>(["custom_data", "attributes", "look", "replaced"]);
const batchDelayMs = 50;

export function createWindowPort({ isLoaded, onMessage }: WindowPortDeps): WindowPort {
  let port: MessagePort | null = null;
  let queued: MessageToWindow[] = [];
  const lastByType = new Map<string, MessageToWindow>();
  const dueTypes = new Set<string>();
  let timer = 0;

  const send = (message: MessageToWindow | undefined): void =>
    port?.postMessage(message, message?.type === "unread" ? [message.port] : []);
  const flush = (): void => {
    clearTimeout(timer);
    for (const name of dueTypes) send(lastByType.get(name));
    dueTypes.clear();
  };
  const postRepeated = (message: MessageToWindow): void => {
    const { type } = message;
    lastByType.set(type, type === "look" ? { ...lastByType.get(type), ...message } : message);
    if (port === null) return;
    if (dueTypes.size === 0) timer = setTimeout(flush, batchDelayMs);
    dueTypes.add(type);
  };
  const disconnect = (): void => {
    port?.close();
    port = null;
  };
  return {
    connect(start, canFocus) {
      const { port1, port2 } = new MessageChannel();
      disconnect();
      port = port1;
      port1.onmessage = ({ data }: MessageEvent<MessageToPage>) => onMessage(data);
      send(start);
      dueTypes.clear();
      // The stored messages are newer than a queued `forget`, so send them after the queue.
      for (const message of [...queued, ...lastByType.values()])
        send(message.type === "state" && !canFocus ? { ...message, focus: false } : message);
      queued = [];
      return port2;
    },
    isConnected: () => port !== null,
    post(message) {
      if (repeatedTypes.has(message.type)) {
        postRepeated(message);
        return true;
      }
      flush();
      // Data of the removed visitor must not be sent for the next visitor (WG-064).
      if (message.type === "forget")
        for (const name of ["custom_data", "attributes"]) lastByType.delete(name);
      if (port !== null) send(message);
      else if (isLoaded() && queued.push(message) > maxQueuedMessages) {
        queued.pop();
        return false;
      }
      return true;
    },
    disconnect,
  };
}
