import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SocketAnswer, SocketRequest } from "@parlour/protocol/socket/by-requests";
import { createSocketOpener } from "./socket-opener.ts";
import type { SocketLike } from "./types.ts";

/** WebSockets of a page. `refuse` is the number of those that a proxy closes before they open. */
class FakeWebSocket extends EventTarget {
  static refuse = Number.POSITIVE_INFINITY;
  static opened = 0;
  /** Whether new ones neither open nor close by themselves. */
  static isSilent = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    super();
    const isRefused = FakeWebSocket.opened++ < FakeWebSocket.refuse;
    if (FakeWebSocket.isSilent) return;
    queueMicrotask(() => {
      if (!isRefused) return this.onopen?.();
      this.dispatchEvent(new Event("close"));
      this.onclose?.({ code: 1006 });
    });
  }
  send(text: string): void {
    queueMicrotask(() => this.onmessage?.({ data: `echo ${text}` }));
  }
  close(): void {
    this.onclose?.({ code: 1006 });
  }
}

let requests: SocketRequest[];
let answer: (body: SocketRequest) => SocketAnswer | Promise<SocketAnswer>;
beforeEach(() => {
  requests = [];
  FakeWebSocket.refuse = Number.POSITIVE_INFINITY;
  FakeWebSocket.opened = 0;
  FakeWebSocket.isSilent = false;
  vi.stubGlobal("WebSocket", FakeWebSocket);
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit = {}) => {
    if (init.method !== "POST") return new Response("{}", { status: 426 });
    const body = JSON.parse(init.body as string) as SocketRequest;
    requests.push(body);
    return Response.json(await answer(body));
  });
});
afterEach(() => vi.unstubAllGlobals());

const createOpener = (onReason?: Parameters<typeof createSocketOpener>[2]) =>
  createSocketOpener(
    "http://chat.example/widget/socket",
    () => import("./request-socket.ts"),
    onReason,
  );
/** Opens a socket. Resolves when it is open, or with the code with which it closed. */
const open = (opener: () => SocketLike): Promise<{ socket: SocketLike; code: number | null }> =>
  new Promise((resolve) => {
    const socket = opener();
    socket.onopen = () => resolve({ socket, code: null });
    socket.onclose = ({ code }) => resolve({ socket, code });
  });
const answerEmpty = ({ id }: SocketRequest): SocketAnswer => ({
  id: id ?? "s1",
  frames: [],
  closed: null,
});

test("[CORE-491] after two WebSockets without a message and one more, frames go by requests, in order, and a close has its code", async () => {
  const reasons: unknown[] = [];
  const opener = createOpener((reason) => reasons.push(reason));
  let finish = (_answer: SocketAnswer): void => undefined;
  answer = (body) => {
    if (body.id === null)
      return { ...answerEmpty(body), problem: { code: "websocket_needed", location: null } };
    return body.mode === "wait" ? new Promise((resolve) => (finish = resolve)) : answerEmpty(body);
  };
  expect((await open(opener)).code).toBe(1006);
  expect((await open(opener)).code).toBe(1006);
  const { socket, code } = await open(opener);
  expect([code, socket.readyState, FakeWebSocket.opened]).toEqual([null, 1, 3]);
  expect(reasons).toEqual([{ code: "websocket_needed", location: null }]);
  for (const text of ["a", "b", "c"]) socket.send(text);
  const received: unknown[] = [];
  socket.onmessage = ({ data }) => received.push(data);
  await vi.waitFor(() => expect(requests.flatMap(({ frames }) => frames)).toEqual(["a", "b", "c"]));
  finish({ id: "s1", frames: ["1", "2"], closed: null });
  await vi.waitFor(() => expect(received).toEqual(["1", "2"]));
  const closed = new Promise((resolve) => (socket.onclose = (event) => resolve(event.code)));
  await vi.waitFor(() => expect(requests.filter(({ mode }) => mode === "wait")).toHaveLength(2));
  finish({ id: "s1", frames: [], closed: 4001 });
  expect(await closed).toBe(4001);
});

test("[CORE-491] if the third WebSocket opens, because the server was away, there is no socket by requests", async () => {
  FakeWebSocket.refuse = 2;
  const reasons: unknown[] = [];
  const opener = createOpener((reason) => reasons.push(reason));
  await open(opener);
  await open(opener);
  const { socket } = await open(opener);
  const message = new Promise((resolve) => (socket.onmessage = ({ data }) => resolve(data)));
  socket.send("hello");
  expect(await message).toBe("echo hello");
  expect([requests, reasons]).toEqual([[], [null]]);
});

test("[CORE-491] a server that is away closes the attempt, and the next one is a WebSocket", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const opener = createOpener();
  for (let n = 0; n < 3; n++) expect((await open(opener)).code).toBe(1006);
  expect(FakeWebSocket.opened).toBe(2);
  await open(opener);
  expect(FakeWebSocket.opened).toBe(3);
});

test("[CORE-490] a socket that is closed while its WebSocket is tried opens none by requests", async () => {
  answer = answerEmpty;
  let opened = Promise.resolve();
  const opener = createSocketOpener("http://chat.example/widget/socket", async () => {
    const { openRequestSocket } = await import("./request-socket.ts");
    return { openRequestSocket: (...args) => (opened = openRequestSocket(...args)) };
  });
  await open(opener);
  await open(opener);
  FakeWebSocket.isSilent = true;
  const socket = opener();
  await vi.waitFor(() => expect(FakeWebSocket.opened).toBe(3));
  socket.close();
  await opened;
  expect(requests).toEqual([]);
});

test("[CORE-490] closing a socket by requests tells the server", async () => {
  answer = (body) => (body.mode === "wait" ? new Promise(() => undefined) : answerEmpty(body));
  const opener = createOpener();
  await open(opener);
  await open(opener);
  const { socket } = await open(opener);
  socket.close();
  await vi.waitFor(() => expect(requests.at(-1)).toMatchObject({ id: "s1", mode: "close" }));
});
