import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  startWebhookReceiver,
  startTestParlour,
  type ApiResponse,
  type FakeWebhook,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import type { Message } from "@parlour/protocol";
import { ChannelReply } from "@parlour/protocol/channel";
import sharp from "sharp";
import { Check } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFile, listFileNames, toServerUrl, upload } from "./files-fixture.ts";

/**
 * Tests uploads as messages: the content of the chat, the data that integrators receive, and the
 * removal of unused files.
 */
let parlour: TestParlour;
let receiver: FakeWebhook;
let channel: TestChannel;
let bob: TestOperator;
beforeAll(async () => {
  [parlour, receiver] = await Promise.all([startTestParlour(), startWebhookReceiver()]);
  bob = await parlour.operator("operator", "Bob");
  channel = await parlour.channel(`${receiver.url}/chat`, {
    operators: [parlour.owner.id, bob.id],
  });
});
afterAll(async () => {
  await parlour.close();
  await receiver.close();
});

let customerCount = 0;
async function createChat(onChannel: TestChannel = channel): Promise<number> {
  const customer = `files-${++customerCount}`;
  await parlour.sendCustomerMessage(onChannel, customer, "Hello");
  return (await parlour.findChat(customer)).id;
}
let clientIdCount = 0;
const sendMessage = (
  chat: number,
  body: object,
  operator: TestOperator = parlour.owner,
): Promise<ApiResponse> =>
  operator.call("POST", `chats/${chat}/messages`, {
    kind: "file",
    client_id: `f-${++clientIdCount}`,
    ...body,
  });
const createPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#cc8800" } })
    .png()
    .toBuffer();
const wavBytes = Buffer.concat([
  Buffer.from("RIFF\u0024\u0000\u0000\u0000WAVEfmt \u0010\u0000\u0000\u0000", "latin1"),
  Buffer.alloc(40),
]);
/** Returns the last delivery of this message to the integrator. */
async function readDelivered(message: Message): Promise<Record<string, unknown>> {
  await parlour.settle();
  const received = receiver.requests.filter((one) => one.body.message?.id === String(message.id));
  expect(received).toHaveLength(1);
  expect(Check(ChannelReply, received[0]?.body)).toBe(true);
  return received[0]?.body.message as Record<string, unknown>;
}

describe("an upload as a message", () => {
  it("[API-023] [CH-075] [API-242] a picture is a photo with size and thumbnail, in the chat and at the integrator", async () => {
    const bytes = await createPicture(1000, 500);
    const { body: file } = await upload(parlour.owner.call, { name: "shoe.png", bytes });
    const chat = await createChat();
    const { status, body } = await sendMessage(chat, { upload_id: file.id, text: "this one" });
    expect([status, body.kind, body.text, body.delivery.state]).toEqual([
      201,
      "media",
      "this one",
      "pending",
    ]);
    expect(body.media).toMatchObject({
      type: "photo",
      file: file.url,
      thumb: file.thumb_url,
      file_name: "shoe.png",
      width: 1000,
      height: 500,
    });
    expect(await readDelivered(body)).toEqual({
      type: "photo",
      id: String(body.id),
      file: file.url,
      file_name: "shoe.png",
      file_size: bytes.length,
      thumb: file.thumb_url,
      width: 1000,
      height: 500,
      text: "this one",
    });
    const messages = await parlour.messages(chat);
    expect(messages.at(-1)).toMatchObject({ kind: "media", media: body.media });
    const thumb = await fetchFile(toServerUrl(parlour, file.thumb_url));
    expect((await sharp(thumb.bytes).metadata()).width).toBe(320);
  });

  it("[CH-075] a picture narrower than 320 px is its own thumbnail", async () => {
    const { body: file } = await upload(parlour.owner.call, {
      name: "dot.png",
      bytes: await createPicture(100, 80),
    });
    const { body } = await sendMessage(await createChat(), { upload_id: file.id });
    expect(body.media.thumb).toBe(file.url);
    expect(await readDelivered(body)).toMatchObject({
      type: "photo",
      thumb: file.url,
      width: 100,
      height: 80,
    });
  });

  it("[CH-075] the kind comes from the content: film, sound, recorded voice, anything else", async () => {
    const mp4 = Buffer.concat([
      Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex"),
      Buffer.alloc(64),
    ]);
    const webm = Buffer.from(
      "1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff",
      "hex",
    );
    const cases = [
      ["a.mp4", mp4, {}, { type: "video" }],
      ["a.wav", wavBytes, {}, { type: "audio" }],
      ["a.wav", wavBytes, { voice: true, duration: 7 }, { type: "voice", duration: 7 }],
      ["a.webm", webm, { voice: true }, { type: "voice" }],
      ["a.webm", webm, {}, { type: "video" }],
      ["a.txt", Buffer.from("text"), { voice: true, duration: 3 }, { type: "document" }],
      ["a.png", Buffer.from("%PDF-1.7 named as a picture"), {}, { type: "document" }],
      ["broken.png", (await createPicture(50, 50)).subarray(0, 60), {}, { type: "document" }],
    ] as const;
    const chat = await createChat();
    for (const [name, bytes, statedType, expected] of cases) {
      const { body: file } = await upload(parlour.owner.call, { name, bytes });
      const { body } = await sendMessage(chat, { upload_id: file.id, ...statedType });
      const received = await readDelivered(body);
      expect(received).toEqual({
        ...expected,
        id: String(body.id),
        file: file.url,
        file_name: name,
        file_size: bytes.length,
      });
    }
  });

  it("[VOICE-001] [VOICE-002] a recording in WebM is stored as OGG, and sent as voice or sound", async () => {
    const bytes = readFileSync(new URL("fixtures/recording.webm", import.meta.url));
    const { body: file } = await upload(parlour.owner.call, { name: "voice.webm", bytes });
    expect(file).toMatchObject({ name: "voice.ogg", type: "audio/ogg; codecs=opus" });
    const stored = await fetchFile(toServerUrl(parlour, file.url));
    expect([stored.headers.get("content-type"), stored.bytes.length]).toEqual([
      file.type,
      file.size,
    ]);
    expect(stored.bytes.toString("latin1", 0, 4)).toBe("OggS");
    const chat = await createChat();
    for (const [recorded, type] of [
      [{ voice: true, duration: 2 }, "voice"],
      [{ duration: 2 }, "audio"],
    ] as const) {
      const { body } = await sendMessage(chat, { upload_id: file.id, ...recorded });
      expect(await readDelivered(body)).toMatchObject({
        type,
        file: file.url,
        file_name: "voice.ogg",
        file_size: file.size,
        duration: 2,
      });
    }
  });

  it("[CH-076] to a channel that takes text only: comment, file name, address", async () => {
    const plain = await parlour.channel(`${receiver.url}/plain`, { media_as: "text with link" });
    const { body: file } = await upload(parlour.owner.call, {
      name: "bill.pdf",
      bytes: "%PDF-1.7",
    });
    const { body } = await sendMessage(await createChat(plain), {
      upload_id: file.id,
      text: "Your bill",
    });
    expect(body.kind).toBe("media");
    expect(await readDelivered(body)).toEqual({
      type: "text",
      id: String(body.id),
      text: `Your bill\nbill.pdf\n${file.url}`,
    });
  });

  it("[API-023] [API-242] the same client_id gives the same message; another's upload, a sent one elsewhere, none at all are refused", async () => {
    const { body: file } = await upload(parlour.owner.call, { name: "a.txt", bytes: "x" });
    const chat = await createChat();
    const first = await sendMessage(chat, { upload_id: file.id, client_id: "same" });
    const again = await sendMessage(chat, { upload_id: file.id, client_id: "same" });
    expect([first.status, again.status, again.body.id]).toEqual([201, 200, first.body.id]);
    const { body: bobs } = await upload(bob.call, { name: "b.txt", bytes: "x" });
    const refused = [
      await sendMessage(chat, { upload_id: bobs.id }),
      await sendMessage(chat, { upload_id: 999_999 }),
      await sendMessage(await createChat(), { upload_id: file.id }),
      await sendMessage(chat, {}),
    ];
    for (const answer of refused)
      expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([
        400,
        "invalid_request",
        "upload_id",
      ]);
    for (const [body, field] of [
      [{ kind: "text" }, "text"],
      [{ kind: "text", text: "x", upload_id: bobs.id }, "upload_id"],
      [{ kind: "note", text: "x", voice: true }, "voice"],
      [{ upload_id: bobs.id, nothing: 1 }, "nothing"],
    ] as const)
      expect((await sendMessage(chat, body, bob)).body.error).toMatchObject({
        code: "invalid_request",
        field,
      });
    expect(
      (await parlour.messages(chat)).filter((message) => message.kind === "media"),
    ).toHaveLength(1);
  });

  it("[API-023] what a closed chat refused can be sent in the next one", async () => {
    const { body: file } = await upload(parlour.owner.call, { name: "a.txt", bytes: "x" });
    const chat = await createChat();
    await parlour.owner.call("POST", `chats/${chat}/close`, {});
    expect((await sendMessage(chat, { upload_id: file.id })).body.error.code).toBe("chat_closed");
    const { body: next } = await parlour.owner.call("POST", `chats/${chat}/continue`, {});
    expect((await sendMessage(next.id, { upload_id: file.id })).status).toBe(201);
  });

  it("[WH-028] [WH-104] webhooks get operators' media as comment, new line, address", async () => {
    await parlour.owner.call("POST", "webhooks", {
      url: `${receiver.url}/crm`,
      events: ["chat_finished"],
    });
    const { body: file } = await upload(parlour.owner.call, { name: "a.pdf", bytes: "%PDF-1.7" });
    const chat = await createChat();
    await sendMessage(chat, { upload_id: file.id, text: "See here" });
    await parlour.owner.call("POST", `chats/${chat}/close`, {});
    await parlour.settle();
    const finished = receiver.requests.find(
      (one) => one.event === "chat_finished" && one.chatId === chat,
    );
    expect(finished?.body.chat.messages.map((one: { message: string }) => one.message)).toEqual([
      "Hello",
      `See here\n${file.url}`,
    ]);
  });
});

describe("uploads and their limits", () => {
  it("[API-005] a repeat with its key gives the first upload; another file with the key is refused", async () => {
    const key = { "idempotency-key": "upload-1" };
    const first = await upload(parlour.owner.call, { name: "a.txt", bytes: "one" }, key);
    const again = await upload(parlour.owner.call, { name: "a.txt", bytes: "one" }, key);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    const other = await upload(parlour.owner.call, { name: "a.txt", bytes: "two" }, key);
    expect([other.status, other.body.error.code]).toEqual([422, "idempotency_conflict"]);
    expect((await fetchFile(toServerUrl(parlour, first.body.url))).status).toBe(200);
  });

  it("[API-071] only those who answer may upload and look; other forms of a body are refused", async () => {
    for (const role of ["viewer", "developer"] as const) {
      const { call } = await parlour.operator(role);
      expect((await upload(call, { name: "a.txt", bytes: "x" })).status).toBe(403);
    }
    expect((await upload(parlour.call, { name: "a.txt", bytes: "x" })).status).toBe(401);
    const { call } = parlour.owner;
    expect((await call("POST", "uploads", { file: "x" })).status).toBe(415);
    expect((await upload(call, { name: "a.txt", bytes: "x", field: "files" })).status).toBe(400);
    const type = "multipart/form-data; boundary=b";
    const part = (name: string, more = "") =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
    for (const form of [
      part("file"),
      "",
      part("file", '; filename="a.txt"') + part("more"),
      part("file", '; filename="a.txt"') + part("file", '; filename="b.txt"'),
    ]) {
      const answer = await call("POST", "uploads", `${form}--b--\r\n`, { "content-type": type });
      expect([answer.status, answer.body.error.code], form).toEqual([400, "invalid_request"]);
    }
  });

  it("[CFG-030] upload_mib and image_megapixels hold as set, at once", async () => {
    const { call } = parlour.owner;
    expect(
      (await call("PATCH", "instance", { limits: { upload_mib: 1, image_megapixels: 1 } })).status,
    ).toBe(200);
    expect((await call("GET", "account")).body).toMatchObject({ upload_mib: 1 });
    const before = await listFileNames(join(parlour.dataDir, "files"));
    const large = await upload(call, { name: "a.txt", bytes: Buffer.alloc(1024 * 1024 + 1, 97) });
    expect([large.status, large.body.error.code]).toEqual([413, "payload_too_large"]);
    expect(await listFileNames(join(parlour.dataDir, "files"))).toEqual(before);
    expect(
      (await upload(call, { name: "a.txt", bytes: Buffer.alloc(1024 * 1024, 97) })).status,
    ).toBe(201);
    const wide = await upload(call, { name: "wide.png", bytes: await createPicture(1200, 1000) });
    expect(wide.body).toMatchObject({ type: "image/png" });
    expect([wide.body.width, wide.body.thumb_url]).toEqual([undefined, undefined]);
    const { body } = await sendMessage(await createChat(), { upload_id: wide.body.id });
    expect(body.media.type).toBe("document");
    await call("PATCH", "instance", { limits: { upload_mib: null, image_megapixels: null } });
  });

  it("[CORE-060] [API-071] [API-244] an upload that no message named goes after 24 h, with its bytes; a sent one stays", async () => {
    const { call } = parlour.owner;
    const { body: unnamed } = await upload(call, {
      name: "unnamed.png",
      bytes: await createPicture(700, 10),
    });
    const { body: sent } = await upload(call, {
      name: "sent.png",
      bytes: await createPicture(701, 10),
    });
    await sendMessage(await createChat(), { upload_id: sent.id });
    await parlour.clock.advance(23 * 3_600_000);
    expect((await call("GET", `uploads/${unnamed.id}`)).status).toBe(200);
    await parlour.clock.advance(2 * 3_600_000);
    // The sweep runs every ten minutes.
    const nextSweep = async (): Promise<number> => {
      await parlour.clock.advance(10 * 60_000);
      return (await call("GET", `uploads/${unnamed.id}`)).status;
    };
    await expect.poll(nextSweep).toBe(404);
    const token = new URL(unnamed.url).pathname.split("/")[2] ?? "";
    await expect
      .poll(async () =>
        (await listFileNames(join(parlour.dataDir, "files"))).filter((name) =>
          name.startsWith(token),
        ),
      )
      .toEqual([]);
    expect((await fetchFile(toServerUrl(parlour, unnamed.url))).status).toBe(404);
    for (const url of [sent.url, sent.thumb_url])
      expect((await fetchFile(toServerUrl(parlour, url))).status).toBe(200);
  });
});
