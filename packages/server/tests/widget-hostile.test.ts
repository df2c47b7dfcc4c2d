import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Chat } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hello, openWidgetBed, type WidgetBed } from "./widget-bed.ts";

/**
 * Runs `realtime` entries of tests/hostile-inputs.json against the visitor socket: its own entry
 * and those that apply to every socket.
 */
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly expect: { readonly ws_code?: readonly number[] };
}
const all = JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as Entry[];
const entry = (id: string): Entry => {
  const found = all.find((one) => one.id === id && one.interface === "realtime");
  if (found === undefined) throw new Error(`${id} is not in the file`);
  return found;
};

let bed: WidgetBed;
beforeAll(async () => {
  bed = await openWidgetBed();
});
afterAll(() => bed.close());

function masked(first: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), payload]);
}
/** Returns the handshake response and, after raw frames, the code of the server's close frame. */
function raw(
  frames: readonly Buffer[],
  headers: readonly string[] = ["sec-websocket-version: 13"],
): Promise<{ head: string; code: number }> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: bed.parlour.port });
    let head = "";
    const received: Buffer[] = [];
    const end = (): void => {
      socket.destroy();
      const bytes = Buffer.concat(received);
      const at = bytes.lastIndexOf(Buffer.from([0x88]));
      resolve({ head: head.toLowerCase(), code: at < 0 ? 0 : bytes.readUInt16BE(at + 2) });
    };
    socket.on("error", () => undefined);
    socket.on("close", end);
    socket.on("data", (data: Buffer) => {
      if (head !== "") return void received.push(data);
      head = data.toString("latin1");
      if (frames.length === 0) return end();
      for (const frame of frames) if (socket.writable) socket.write(frame);
    });
    socket.write(
      `GET /widget/socket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${headers.join("\r\n")}\r\n\r\n`,
    );
  });
}

const frames: Record<string, () => readonly Buffer[]> = {
  "H-311": () => [masked(0x01, Buffer.from("a")), ...Array.from({ length: 1_000 }, () => masked(0x00, Buffer.alloc(1024, 97)))],
  "H-312": () => [masked(0x82, Buffer.from([0, 1, 2]))],
  "H-313": () => [masked(0x81, Buffer.from([0xc3, 0x28]))],
  "H-314": () => [Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  "H-315": () => [masked(0x89, Buffer.alloc(126))],
};
test.each(Object.keys(frames))("[%s] [API-100] at the visitors' socket: closed with a code of the entry", async (id) => {
  const { code } = await raw(frames[id]?.() ?? []);
  expect(entry(id).expect.ws_code).toContain(code);
});

test("[H-310] [H-316] a frame above the limit, broken and deeply nested JSON, unknown types and fields: closed, nothing done", async () => {
  const bad = async (text: string): Promise<number> => {
    const win = await bed.socket();
    win.send(text);
    return (await win.closed).code;
  };
  expect(await bad(JSON.stringify(hello(bed.widget.public_id, { pad: "p".repeat(70_000) })))).toBe(1009);
  for (const text of [
    '{"type":',
    "[".repeat(30_000),
    "null",
    '{"type":"__proto__"}',
    '{"type":"toString"}',
    '{"type":"hello","type":"hello"}',
    // H-305, H-320: a wrong first frame, and a field that names another account.
    '{"type":"typing","typing":true}',
    JSON.stringify(hello(bed.widget.public_id, { account_id: 2 })),
    JSON.stringify(hello(bed.widget.public_id, { after: { chat_id: 1, seq: -1.5 } })),
  ])
    expect(await bad(text), text.slice(0, 60)).toBe(4003);
});

test("[H-317] [API-105] 1,000 frames in a second: 4009", async () => {
  const win = await bed.window();
  for (let n = 0; n < 1_000; n++) win.send({ type: "typing", typing: true });
  expect((await win.closed).code).toBe(4009);
});

test("[H-318] [H-324] no compression, no old version", async () => {
  const offered = ["sec-websocket-version: 13", "sec-websocket-extensions: permessage-deflate"];
  expect((await raw([], offered)).head).toMatch(/^http\/1\.1 101(?![\s\S]*sec-websocket-extensions)/);
  expect((await raw([], ["sec-websocket-version: 8"])).head).toMatch(/^http\/1\.1 4(00|26)/);
});

test("[H-322] [H-303] a visitor in the chat of another, and his token at the operators' door: nothing stored", async () => {
  const victim = await bed.window();
  const { chat_id: chatId, id } = await victim.say("v", "Private");
  const before = await bed.parlour.messages(chatId);
  const win = await bed.window();
  const { token } = await win.welcomed();
  // The entry's frame names a chat. The visitor socket has no such frame, so it is unexpected.
  win.send({ type: "message", chat_id: chatId, text: "x", client_id: "h-322" });
  expect((await win.closed).code).toBe(4003);
  const again = await bed.window({ token, after: { chat_id: chatId, seq: 0 } });
  expect(await again.welcomed()).toMatchObject({ chat: null, messages: [] });
  again.send({ type: "marks", chat_id: chatId, received: 1, seen: 1 });
  again.send({ type: "typing", typing: true });
  expect(await again.ask({ type: "say", ref: "p", text: "x", button: { message_id: id, id: "b" } })).toMatchObject({ code: "button_gone" });
  expect(await again.ask({ type: "rate", ref: "r", chat_id: chatId, rating: "negative" })).toMatchObject({ code: "not_found" });
  expect(await bed.parlour.messages(chatId)).toEqual(before);
  expect((await bed.parlour.owner.call("GET", `chats/${chatId}`)).body as Chat).not.toHaveProperty("visitor_read");
  expect(again.frames.filter((frame) => JSON.stringify(frame).includes("Private"))).toEqual([]);
  const answer = await bed.parlour.call("GET", "chats", undefined, { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(401);
});

test("[H-319] [API-105] a window that stops reading is closed; others go on", async () => {
  const slow = await bed.window();
  const { chat_id: chatId } = await slow.say("a", "Hello");
  const other = await bed.window();
  for (let n = 0; n < 50; n++)
    await bed.parlour.owner.call("POST", `chats/${chatId}/messages`, { kind: "text", text: "x".repeat(4_000), client_id: `c${n}` });
  await slow.next("message", ({ message }) => message.seq >= 50);
  const before = await openSockets();
  slow.ws.pause();
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 5; n++) slow.send({ type: "older", ref: `o${round}-${n}`, chat_id: chatId, before: 60 });
    await other.settled();
    await bed.parlour.clock.advance(1_000);
  }
  await bed.until(async () => {
    await bed.parlour.clock.advance(1_000);
    return (await openSockets()) === before - 1;
  }, "the end of the slow one");
  await other.say("b", "I am fine");
});
/** Returns the number of open visitor sockets from the metrics. */
async function openSockets(): Promise<number> {
  const text = (await bed.parlour.call("GET", "/metrics")).text;
  return Number(/visitor_sockets (\d+)/.exec(text)?.[1] ?? -1);
}
