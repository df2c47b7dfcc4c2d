import type { SocketLike } from "./types.ts";

/** A socket whose server is the test. A socket that the client has closed reports no loss. */
export class FakeSocket implements SocketLike {
  onopen: SocketLike["onopen"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onclose: SocketLike["onclose"] = null;
  onerror: SocketLike["onerror"] = null;
  readyState = 1;
  isClosed = false;
  readonly sent: unknown[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
    this.onclose = null;
  }
  open(): void {
    this.onopen?.(undefined as never);
  }
  receive(...frames: readonly object[]): void {
    for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) });
  }
  lose(code: number): void {
    this.onclose?.({ code });
  }
}
