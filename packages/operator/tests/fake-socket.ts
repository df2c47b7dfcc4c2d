import type { EventData, EventName, ServerFrame } from "@parlour/protocol/socket";
import { checkEvent } from "@parlour/protocol/testing/response-schemas.fixture";

/** The server side of the operator socket: every connection is live at once. */
export interface FakeSockets {
  /** Replaces the global `WebSocket`. */
  readonly Socket: new () => object;
  /** Sends an event of the journal. Its data must match its schema. */
  readonly sendEvent: <Name extends EventName>(name: Name, data: EventData[Name]) => void;
  /** Sends a signal, or another frame that is not an event. */
  readonly sendFrame: (frame: ServerFrame) => void;
  /** Frames that the application has sent after `hello`. */
  readonly received: unknown[];
  /** Closes the open connection, as a lost network does. */
  readonly breakConnection: () => void;
  /** Makes the connection silent and refuses new ones, or accepts them again. */
  readonly setReachable: (isReachable: boolean) => void;
}

const epoch = "test";

export function createFakeSockets(): FakeSockets {
  const received: unknown[] = [];
  let current: OpenSocket | null = null;
  let position = 1;
  let isServerReachable = true;
  const receiveFrame = (socket: OpenSocket, frame: { readonly type: string }): void => {
    if (frame.type !== "hello") {
      received.push(frame);
      return;
    }
    socket.deliver({ type: "ready", epoch, position, mode: "live", presence: [] });
    socket.deliver({ type: "live", position });
  };
  const use = (socket: OpenSocket): void => {
    current = socket;
  };
  class OpenSocket extends EventTarget {
    readyState = 0;
    onopen: (() => void) | null = null;
    onmessage: ((event: { readonly data: string }) => void) | null = null;
    onclose: ((event: { readonly code: number }) => void) | null = null;
    constructor() {
      super();
      use(this);
      queueMicrotask(() => {
        this.readyState = isServerReachable ? 1 : 3;
        if (isServerReachable) this.onopen?.();
        else this.lose();
      });
    }
    send(text: string): void {
      if (!isServerReachable) return;
      queueMicrotask(() => receiveFrame(this, JSON.parse(text) as { type: string }));
    }
    close(): void {
      this.readyState = 3;
      if (current === this) current = null;
    }
    lose(): void {
      this.readyState = 3;
      this.dispatchEvent(new Event("close"));
      this.onclose?.({ code: 1006 });
    }
    deliver(frame: ServerFrame): void {
      this.dispatchEvent(new Event("message"));
      this.onmessage?.({ data: JSON.stringify(frame) });
    }
  }
  const sendFrame = (frame: ServerFrame): void => {
    if (current === null) throw new Error("The application has no socket.");
    current.deliver(frame);
  };
  return {
    Socket: OpenSocket,
    received,
    sendFrame,
    breakConnection: () => current?.lose(),
    setReachable(isReachable) {
      isServerReachable = isReachable;
    },
    sendEvent(name, data) {
      checkEvent(name, data);
      position += 1;
      sendFrame({
        type: "event",
        position,
        at: new Date().toISOString(),
        name,
        data,
      } as ServerFrame);
    },
  };
}
