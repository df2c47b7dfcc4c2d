import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Value } from "typebox/value";
import { ChannelRequest } from "@parlour/protocol/channel";
import { refuse } from "../src/core/failure.ts";
import { openBed as openBedOn, openGround, publicId, random, raw, type Bed, type Ground } from "./channel-in-bed.ts";

let ground: Ground;
let bed: Bed;
const openBed = (options?: Parameters<typeof openBedOn>[1]) => openBedOn(ground, options);
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());
beforeEach(async () => {
  bed = await openBed({ support: "help@chat.example" });
});
afterEach(() => bed.close());

const text = { type: "text", text: "hello" };

describe("requests", () => {
  test("[CH-013] other methods answer 405 with Allow and an error body", async () => {
    const put = await bed.ask(bed.url, { method: "PUT", body: "{}" });
    expect([put.status, put.headers.get("allow"), put.json.error?.code]).toEqual([405, "POST", "method_not_allowed"]);
    const post = await bed.ask(`${bed.url}/status`, { method: "POST", body: "{}" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("[CH-030] [CH-031] the example is taken, with length and chunked", async () => {
    const example = {
      sender: {
        id: "cust-881",
        name: "Nadia Ross",
        email: "nadia@shop.example",
        phone: "+4930111222",
        photo: "https://shop.example/a/881.png",
        url: "https://shop.example/cart",
        invite: "Need help with delivery?",
      },
      message: { type: "text", id: "m-5001", text: "Is size 42 back in stock?" },
    };
    expect(Value.Check(ChannelRequest, example)).toBe(true);
    const got = await bed.post(example);
    expect([got.status, got.body, got.headers.get("content-type")]).toEqual([200, '{"result":"ok"}', "application/json; charset=utf-8"]);
    const body = JSON.stringify({ sender: { id: "c" }, message: text });
    const chunks = body
      .split("")
      .map((c) => `1\r\n${c}\r\n`)
      .join("");
    const chunked = await raw(
      bed.base,
      `POST /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(chunked.text).toMatch(/^HTTP\/1\.1 200/);
    expect(bed.store.texts()).toEqual([
      ["cust-881", "Is size 42 back in stock?"],
      ["c", "hello"],
    ]);
    expect(bed.store.visitor("cust-881")).toMatchObject({
      name: { value: "Nadia Ross", source: "channel" },
      email: { value: "nadia@shop.example" },
      phone: { value: "+4930111222" },
      photo: "https://shop.example/a/881.png",
    });
    expect(bed.store.chats[0]?.page).toEqual({ url: "https://shop.example/cart", title: null });
  });

  test("[CH-031] [CORE-042] the answer waits for the write", async () => {
    let written = false;
    let release = (): void => undefined;
    bed.beforeWrite = () =>
      new Promise((resolve) => {
        release = () => {
          written = true;
          resolve();
        };
      });
    const answered = bed.say("x").then(() => written);
    while (bed.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await answered).toBe(true);
  });

  test("[CH-032] content types", async () => {
    const body = JSON.stringify({ sender: { id: 7 }, message: text });
    const post = async (type: string | null, more: string = "") =>
      Number(
        (
          await raw(
            bed.base,
            `POST /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\n${type === null ? "" : `Content-Type: ${type}\r\n`}${more}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          )
        ).text.slice(9, 12),
      );
    for (const type of [
      null,
      "",
      "application/json",
      "Application/JSON; Charset=UTF-8",
      "application/json;",
      "text/json",
      "application/vnd.x+json",
      "text/plain",
      "text/plain; charset=x",
      "application/x-www-form-urlencoded",
    ]) {
      expect(await post(type), String(type)).toBe(200);
    }
    for (const type of [
      "application/xml",
      "multipart/form-data; boundary=b",
      "text/html",
      "application/octet-stream",
      "json",
      "application/json2",
    ])
      expect(await post(type), type).toBe(415);
    for (const coding of ["gzip", "br", "identity, gzip"]) expect(await post(null, `Content-Encoding: ${coding}\r\n`), coding).toBe(415);
    expect(await post(null, "Content-Encoding: Identity\r\n")).toBe(200);
  });

  test("[CH-033] what is not one JSON object in UTF-8 answers 400 invalid_json", async () => {
    const good = JSON.stringify({ sender: { id: 7 }, message: text });
    const bad = [
      "",
      "null",
      "7",
      `[${good}]`,
      `${good}{}`,
      good.slice(0, -1),
      '{"sender":{"id":1,"\\u0069d":2},"message":{}}',
      `{"z":${"[".repeat(40)}${"]".repeat(40)}}`,
      Buffer.from(good, "utf16le"),
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    ];
    for (const body of bad) expect((await bed.post(body)).json.error?.code, String(body)).toBe("invalid_json");
    expect((await bed.post(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]))).status).toBe(200);
    expect(bed.store.messages).toHaveLength(1);
  });

  test("[CH-034] a body over 256 KiB answers 413, announced or chunked; exactly 256 KiB is read", async () => {
    const of = (size: number) => {
      const frame = JSON.stringify({ sender: { id: 7 }, message: { type: "text", text: "" } });
      return frame.replace('"text":""', `"text":"${"a".repeat(size - frame.length)}"`);
    };
    expect((await bed.post(of(256 * 1024))).status).toBe(200);
    const over = await bed.post(of(256 * 1024 + 1));
    expect([over.status, over.json.error?.code]).toEqual([413, "payload_too_large"]);
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const chunked = await raw(
      bed.base,
      [
        `POST /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ...Array.from({ length: 30 }, () => chunk),
      ],
      { upTo: "413" },
    );
    expect(chunked.text).toMatch(/^HTTP\/1\.1 413/);
    // The stated length is enough for a rejection, before the body is sent.
    expect(
      (await raw(bed.base, `POST /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n`, { upTo: "413" }))
        .text,
    ).toMatch(/^HTTP\/1\.1 413/);
    expect(bed.store.messages).toHaveLength(1);
  });

  test("[CH-035] messages above the customer's and the channel's limit answer 429 and have no effect", async () => {
    await bed.close();
    bed = await openBed({ limits: { customer_per_second: 1, customer_burst: 3, channel_per_second: 1, channel_burst: 5 } });
    for (let i = 0; i < 3; i++) expect((await bed.say(`m${i}`)).status).toBe(200);
    const refused = await bed.say("too much");
    expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    for (const customer of ["b", "c"]) expect((await bed.say("other", customer)).status).toBe(200);
    expect((await bed.say("channel full", "d")).status).toBe(429);
    expect(bed.store.texts().map(([, t]) => t)).toEqual(["m0", "m1", "m2", "other", "other"]);
    await bed.clock.advance(1_000);
    expect((await bed.say("again")).status).toBe(200);
  });

  test("[CH-035] typing has places of its own: beyond them it is dropped with 200, and messages still pass; the other way round too", async () => {
    await bed.close();
    bed = await openBed({ limits: { customer_per_second: 1, customer_burst: 3, channel_per_second: 1, channel_burst: 4 } });
    const typein = async (id: unknown) => (await bed.post({ sender: { id }, message: { type: "typein" } })).status;
    for (let i = 0; i < 10; i++) expect(await typein(7)).toBe(200);
    expect(await typein("b")).toBe(200);
    expect(await typein("c")).toBe(200);
    expect(bed.typing.map(({ customer }) => customer)).toEqual(["7", "b"]);
    for (let i = 0; i < 3; i++) expect((await bed.say(`m${i}`)).status).toBe(200);
    expect((await bed.say("too much")).status).toBe(429);
    await bed.clock.advance(4_000);
    for (let i = 0; i < 3; i++) expect((await bed.say(`n${i}`)).status).toBe(200);
    expect((await bed.say("too much")).status).toBe(429);
    expect(await typein("c")).toBe(200);
    expect(bed.typing.at(-1)?.customer).toBe("c");
  });

  test("[CH-036] unknown keys are ignored at every level", async () => {
    expect((await bed.post({ sender: { id: 7, vip: true, toString: 1 }, message: { ...text, x: [] }, extra: { a: 1 } })).status).toBe(200);
  });

  test("[CH-036] U+0000 and lone surrogates become U+FFFD before counting", async () => {
    await bed.post(`{"sender":{"id":7,"name":"N\\u0000"},"message":{"type":"text","text":"a\\u0000b\\udc00${"x".repeat(997)}"}}`);
    expect(bed.store.messages[0]?.text).toBe(`a\uFFFDb\uFFFD${"x".repeat(996)}`);
    expect(bed.store.messages[0]?.cut).toBe(true);
    expect(bed.store.visitor("7").name?.value).toBe("N\uFFFD");
  });

  test("[CH-037] storage that is away answers 503 with Retry-After 5, a fault 500, both with the support contact", async () => {
    bed.beforeWrite = () => refuse("temporarily_unavailable", "The database cannot be reached.", { retryAfterMs: 60_000 });
    const away = await bed.say("x");
    expect([away.status, away.json.error?.code, away.headers.get("retry-after")]).toEqual([503, "temporarily_unavailable", "5"]);
    bed.beforeWrite = () => Promise.reject(new Error("boom at /secret/path"));
    const fault = await bed.say("x");
    expect([fault.status, fault.json.error?.code]).toEqual([500, "internal_error"]);
    expect(fault.body).not.toContain("boom");
    for (const got of [away, fault]) expect(got.json.error?.message).toContain("help@chat.example");
    expect(bed.lines.filter((l) => l.message === "channel.failed")).toHaveLength(1);
    bed.beforeWrite = null;
    expect((await bed.say("x")).status).toBe(200);
  });

  test("[CH-037] an address that cannot be looked up answers 503", async () => {
    await bed.close();
    bed = await openBed();
    bed.channels.get = () => {
      throw new Error("no connection");
    };
    expect((await bed.say("x")).status).toBe(503);
  });

  test("[CH-038] every answer carries a request id, the one of the log", async () => {
    bed.beforeWrite = () => Promise.reject(new Error("boom"));
    const got = await bed.say("x");
    expect(bed.lines.find((l) => l.message === "channel.failed")?.fields["requestId"]).toBe(got.headers.get("x-request-id"));
    expect((await bed.ask(`${bed.url}/status`, { headers: { "x-request-id": "mine" } })).headers.get("x-request-id")).not.toBe("mine");
    expect((await raw(bed.base, "GARBAGE\r\n\r\n")).text).toMatch(/X-Request-Id: [0-9a-f-]{36}/i);
  });

  test("[CH-039] errors are checked in the order of the table, and nothing is transmitted", async () => {
    const order: [unknown, number, string][] = [
      ["{", 400, "invalid_json"],
      [{ message: text }, 400, "invalid_request"],
      [{ sender: "7", message: text }, 400, "invalid_request"],
      [{ sender: {}, message: [] }, 400, "invalid_request"],
      [{ sender: {}, message: {} }, 400, "invalid_request"],
      [{ sender: {}, message: { type: 5 } }, 400, "invalid_request"],
      [{ sender: {}, message: { type: "hologram" } }, 400, "sender_id_required"],
      [{ sender: { id: 1.5 }, message: { type: "text" } }, 400, "invalid_sender_id"],
      [{ sender: { id: 7 }, message: { type: "text" } }, 400, "text_required"],
      [{ sender: { id: 7 }, message: { type: "hologram" } }, 400, "unsupported_type"],
      [{ sender: { id: 7 }, message: { type: "photo" } }, 400, "file_required"],
      [{ sender: { id: 7 }, message: { type: "photo", file: "ftp://x" } }, 400, "invalid_file_url"],
      [{ sender: { id: 7 }, message: { type: "location" } }, 400, "invalid_location"],
      [{ sender: { id: 7 }, message: text }, 403, "channel_disabled"],
    ];
    await bed.changeChannel({ enabled: false });
    for (const [body, status, code] of order) {
      const got = await bed.post(body);
      expect([got.status, got.json.error?.code], JSON.stringify(body)).toEqual([status, code]);
      expect(Object.keys(got.json)).toEqual(["error"]);
      expect(Object.keys(got.json.error ?? {})).toEqual(["code", "message"]);
    }
    expect(bed.commands).toHaveLength(0);
  });
});
