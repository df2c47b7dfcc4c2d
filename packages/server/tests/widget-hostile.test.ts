import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Chat } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHello, openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/**
 * Runs entries of tests/hostile-inputs.json on the visitor socket: its own `realtime` entry, and
 * those that apply to every socket.
 */
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly expect: { readonly ws_code?: readonly number[] };
}
const allEntries = JSON.parse(
  readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
) as Entry[];
const findEntry = (id: string): Entry => {
  const found = allEntries.find((one) => one.id === id && one.interface === "realtime");
  if (found === undefined) throw new Error(`${id} is not in the file`);
  return found;
};

let fixture: WidgetFixture;
beforeAll(async () => {
  fixture = await openWidgetFixture();
});
afterAll(() => fixture.close());

function maskFrame(firstByte: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([firstByte]), length, Buffer.alloc(4), payload]);
}
/**
 * Returns the response of the handshake and, after raw frames, the code of the server's close
 * frame.
 */
function sendRawFrames(
  frames: readonly Buffer[],
  headers: readonly string[] = ["sec-websocket-version: 13"],
): Promise<{ head: string; code: number }> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port: fixture.parlour.port });
    let head = "";
    const received: Buffer[] = [];
    const finish = (): void => {
      socket.destroy();
      const bytes = Buffer.concat(received);
      const at = bytes.lastIndexOf(Buffer.from([0x88]));
      resolve({ head: head.toLowerCase(), code: at < 0 ? 0 : bytes.readUInt16BE(at + 2) });
    };
    socket.on("error", () => undefined);
    socket.on("close", finish);
    socket.on("data", (data: Buffer) => {
      if (head !== "") return void received.push(data);
      head = data.toString("latin1");
      if (frames.length === 0) return finish();
      for (const frame of frames) if (socket.writable) socket.write(frame);
    });
    socket.write(
      `GET /widget/socket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${headers.join("\r\n")}\r\n\r\n`,
    );
  });
}

const rawFrames: Record<string, () => readonly Buffer[]> = {
  "H-311": () => [
    maskFrame(0x01, Buffer.from("a")),
    ...Array.from({ length: 1_000 }, () => maskFrame(0x00, Buffer.alloc(1024, 97))),
  ],
  "H-312": () => [maskFrame(0x82, Buffer.from([0, 1, 2]))],
  "H-313": () => [maskFrame(0x81, Buffer.from([0xc3, 0x28]))],
  "H-314": () => [Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  "H-315": () => [maskFrame(0x89, Buffer.alloc(126))],
};
test.each(Object.keys(rawFrames))(
  "[%s] [API-100] at the visitors' socket: closed with a code of the entry",
  async (id) => {
    const { code } = await sendRawFrames(rawFrames[id]?.() ?? []);
    expect(findEntry(id).expect.ws_code).toContain(code);
  },
);

test("[H-310] [H-316] a frame above the limit, broken and deeply nested JSON, unknown types and fields: closed, nothing done", async () => {
  const sendBadFrame = async (text: string): Promise<number> => {
    const win = await fixture.openSocket();
    win.send(text);
    return (await win.closed).code;
  };
  expect(
    await sendBadFrame(
      JSON.stringify(createHello(fixture.widget.public_id, { pad: "p".repeat(70_000) })),
    ),
  ).toBe(1009);
  for (const text of [
    '{"type":',
    "[".repeat(30_000),
    "null",
    '{"type":"__proto__"}',
    '{"type":"toString"}',
    '{"type":"hello","type":"hello"}',
    // H-305, H-320: a wrong first frame, and a field that names another account.
    '{"type":"typing","typing":true}',
    JSON.stringify(createHello(fixture.widget.public_id, { account_id: 2 })),
    JSON.stringify(createHello(fixture.widget.public_id, { after: { chat_id: 1, seq: -1.5 } })),
  ])
    expect(await sendBadFrame(text), text.slice(0, 60)).toBe(4003);
});

test("[H-317] [API-105] 1,000 frames in a second: 4009", async () => {
  const win = await fixture.openWindow();
  for (let n = 0; n < 1_000; n++) win.send({ type: "typing", typing: true });
  expect((await win.closed).code).toBe(4009);
});

test("[H-318] [H-324] no compression, no old version", async () => {
  const offered = ["sec-websocket-version: 13", "sec-websocket-extensions: permessage-deflate"];
  expect((await sendRawFrames([], offered)).head).toMatch(
    /^http\/1\.1 101(?![\s\S]*sec-websocket-extensions)/,
  );
  expect((await sendRawFrames([], ["sec-websocket-version: 8"])).head).toMatch(
    /^http\/1\.1 4(00|26)/,
  );
});

test("[H-322] [H-303] a visitor in the chat of another, and his token at the operators' door: nothing stored", async () => {
  const victim = await fixture.openWindow();
  const { chat_id: chatId, id } = await victim.sendMessage("v", "Private");
  const before = await fixture.parlour.messages(chatId);
  const win = await fixture.openWindow();
  const { token } = await win.waitForWelcome();
  // The frame of the entry names a chat. The visitor socket has no such frame, so the frame is
  // unexpected.
  win.send({ type: "message", chat_id: chatId, text: "x", client_id: "h-322" });
  expect((await win.closed).code).toBe(4003);
  const again = await fixture.openWindow({ token, after: { chat_id: chatId, seq: 0 } });
  expect(await again.waitForWelcome()).toMatchObject({ chat: null, messages: [] });
  again.send({ type: "marks", chat_id: chatId, received: 1, seen: 1 });
  again.send({ type: "typing", typing: true });
  expect(
    await again.request({ type: "say", ref: "p", text: "x", button: { message_id: id, id: "b" } }),
  ).toMatchObject({
    code: "button_gone",
  });
  expect(
    await again.request({ type: "rate", ref: "r", chat_id: chatId, rating: "negative" }),
  ).toMatchObject({ code: "not_found" });
  expect(await fixture.parlour.messages(chatId)).toEqual(before);
  expect(
    (await fixture.parlour.owner.call("GET", `chats/${chatId}`)).body as Chat,
  ).not.toHaveProperty("visitor_read");
  expect(again.frames.filter((frame) => JSON.stringify(frame).includes("Private"))).toEqual([]);
  const answer = await fixture.parlour.call("GET", "chats", undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(answer.status).toBe(401);
});

test("[H-319] [API-105] a window that stops reading is closed; others go on", async () => {
  const slow = await fixture.openWindow();
  const { chat_id: chatId } = await slow.sendMessage("a", "Hello");
  const other = await fixture.openWindow();
  for (let n = 0; n < 50; n++)
    await fixture.parlour.owner.call("POST", `chats/${chatId}/messages`, {
      kind: "text",
      text: "x".repeat(4_000),
      client_id: `c${n}`,
    });
  await slow.next("message", ({ message }) => message.seq >= 50);
  const before = await countOpenSockets();
  slow.ws.pause();
  for (let round = 0; round < 12; round++) {
    for (let n = 0; n < 5; n++)
      slow.send({ type: "older", ref: `o${round}-${n}`, chat_id: chatId, before: 60 });
    await other.settle();
    await fixture.parlour.clock.advance(1_000);
  }
  await fixture.waitUntil(async () => {
    await fixture.parlour.clock.advance(1_000);
    return (await countOpenSockets()) === before - 1;
  }, "the end of the slow one");
  await other.sendMessage("b", "I am fine");
});
/** Returns the number of open visitor sockets from the metrics. */
async function countOpenSockets(): Promise<number> {
  const text = (await fixture.parlour.call("GET", "/metrics")).text;
  return Number(/visitor_sockets (\d+)/.exec(text)?.[1] ?? -1);
}
