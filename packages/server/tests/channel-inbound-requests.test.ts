import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Value } from "typebox/value";
import { ChannelRequest } from "@parlour/protocol/channel";
import { refuse } from "../src/core/failure.ts";
import {
  openChannelFixture as openBedOn,
  openSharedJournal,
  publicId,
  randomString,
  sendRawBytes,
  type ChannelFixture,
  type SharedJournal,
} from "./channel-inbound-fixture.ts";

let shared: SharedJournal;
let fixture: ChannelFixture;
const openFixture = (options?: Parameters<typeof openBedOn>[1]) => openBedOn(shared, options);
beforeAll(async () => {
  shared = await openSharedJournal();
});
afterAll(() => shared.close());
beforeEach(async () => {
  fixture = await openFixture({ support: "help@chat.example" });
});
afterEach(() => fixture.close());

const textMessage = { type: "text", text: "hello" };

describe("requests", () => {
  test("[CH-013] other methods answer 405 with Allow and an error body", async () => {
    const put = await fixture.request(fixture.url, { method: "PUT", body: "{}" });
    expect([put.status, put.headers.get("allow"), put.json.error?.code]).toEqual([
      405,
      "POST",
      "method_not_allowed",
    ]);
    const post = await fixture.request(`${fixture.url}/status`, { method: "POST", body: "{}" });
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
    const response = await fixture.post(example);
    expect([response.status, response.body, response.headers.get("content-type")]).toEqual([
      200,
      '{"result":"ok"}',
      "application/json; charset=utf-8",
    ]);
    const body = JSON.stringify({ sender: { id: "c" }, message: textMessage });
    const chunks = body
      .split("")
      .map((c) => `1\r\n${c}\r\n`)
      .join("");
    const chunked = await sendRawBytes(
      fixture.base,
      `POST /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(chunked.text).toMatch(/^HTTP\/1\.1 200/);
    expect(fixture.state.customerTexts()).toEqual([
      ["cust-881", "Is size 42 back in stock?"],
      ["c", "hello"],
    ]);
    expect(fixture.state.getVisitor("cust-881")).toMatchObject({
      name: { value: "Nadia Ross", source: "channel" },
      email: { value: "nadia@shop.example" },
      phone: { value: "+4930111222" },
      photo: "https://shop.example/a/881.png",
    });
    expect(fixture.state.chats[0]?.page).toEqual({ url: "https://shop.example/cart", title: null });
  });

  test("[CH-031] [CORE-042] the answer waits for the write", async () => {
    let written = false;
    let release = (): void => undefined;
    fixture.beforeWrite = () =>
      new Promise((resolve) => {
        release = () => {
          written = true;
          resolve();
        };
      });
    const answered = fixture.sendText("x").then(() => written);
    while (fixture.commands.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect(await answered).toBe(true);
  });

  test("[CH-030] [CH-039] requests before and behind Fastify have the same responses", async () => {
    const message = JSON.stringify({ sender: { id: "c" }, message: textMessage });
    const send = async (body: string, more: string, isDirect: boolean) => {
      const content = isDirect
        ? `Content-Length: ${body.length}\r\n\r\n${body}`
        : `Transfer-Encoding: chunked\r\n\r\n${body === "" ? "" : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`;
      const { text } = await sendRawBytes(
        fixture.base,
        `POST /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}${content}`,
      );
      const [head = "", received] = text.split("\r\n\r\n");
      const headers = head
        .toLowerCase()
        .split("\r\n")
        .map((line) => line.replace(/^(date|x-request-id): .+$/, "$1"));
      return { headers: headers.toSorted(), received };
    };
    await fixture.post(message);
    for (const [body, more] of [
      [message, ""],
      [message, "Idempotency-Key: k1\r\n"],
      [message, "Idempotency-Key: k1\r\n"],
      [message, `Idempotency-Key: ${"k".repeat(300)}\r\n`],
      ["", ""],
      ["[]", ""],
      ['{"sender":{"id":"c"},"message":{"type":"typein"}}', ""],
      ['{"sender":{"id":"c"},"message":{"type":"seen","id":1}}', ""],
      ['{"sender":{"id":"c"},"message":{"type":"start"}}', ""],
      ["x".repeat(257 * 1024), ""],
    ] as const) {
      const direct = await send(body, more.replace("k1", "k2"), true);
      expect(direct).toEqual(await send(body, more.replace("k1", "k3"), false));
    }
    await fixture.changeChannel({ enabled: false });
    expect(await send(message, "", true)).toEqual(await send(message, "", false));
  });

  test("[CORE-131] [CH-030] from the begin of a stop on, a message closes its connection", async () => {
    await fixture.sendText("before");
    fixture.app.drain();
    const response = await fixture.sendText("after");
    expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  });

  test("[CFG-053] on the visitors' host, a known address takes no message", async () => {
    const separated = await openFixture({
      http: { publicUrl: () => "http://chat.example", widgetUrl: "http://visit.example" },
    });
    const post = async (host: string) => {
      const body = JSON.stringify({ sender: { id: "c" }, message: textMessage });
      const { text } = await sendRawBytes(
        separated.base,
        `POST /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      return Number(text.slice(9, 12));
    };
    expect([
      await post("chat.example"),
      await post("chat.example"),
      await post("visit.example"),
    ]).toEqual([200, 200, 404]);
    expect(separated.state.customerTexts()).toHaveLength(2);
    await separated.close();
  });

  test("[CH-032] content types", async () => {
    const body = JSON.stringify({ sender: { id: 7 }, message: textMessage });
    const post = async (type: string | null, more: string = "") =>
      Number(
        (
          await sendRawBytes(
            fixture.base,
            `POST /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: x\r\n${type === null ? "" : `Content-Type: ${type}\r\n`}${more}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
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
    for (const coding of ["gzip", "br", "identity, gzip"])
      expect(await post(null, `Content-Encoding: ${coding}\r\n`), coding).toBe(415);
    expect(await post(null, "Content-Encoding: Identity\r\n")).toBe(200);
  });

  test("[CH-033] what is not one JSON object in UTF-8 answers 400 invalid_json", async () => {
    const good = JSON.stringify({ sender: { id: 7 }, message: textMessage });
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
    for (const body of bad)
      expect((await fixture.post(body)).json.error?.code, String(body)).toBe("invalid_json");
    expect(
      (await fixture.post(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)])))
        .status,
    ).toBe(200);
    expect(fixture.state.messages).toHaveLength(1);
  });

  test("[CH-034] a body over 256 KiB answers 413, announced or chunked; exactly 256 KiB is read", async () => {
    const bodyOfSize = (size: number) => {
      const frame = JSON.stringify({ sender: { id: 7 }, message: { type: "text", text: "" } });
      return frame.replace('"text":""', `"text":"${"a".repeat(size - frame.length)}"`);
    };
    expect((await fixture.post(bodyOfSize(256 * 1024))).status).toBe(200);
    const tooLarge = await fixture.post(bodyOfSize(256 * 1024 + 1));
    expect([tooLarge.status, tooLarge.json.error?.code]).toEqual([413, "payload_too_large"]);
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const chunked = await sendRawBytes(
      fixture.base,
      [
        `POST /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ...Array.from({ length: 30 }, () => chunk),
      ],
      { upTo: "413" },
    );
    expect(chunked.text).toMatch(/^HTTP\/1\.1 413/);
    // The announced length is sufficient for a rejection before the body is sent.
    expect(
      (
        await sendRawBytes(
          fixture.base,
          `POST /channel/${randomString}/${publicId} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n`,
          { upTo: "413" },
        )
      ).text,
    ).toMatch(/^HTTP\/1\.1 413/);
    expect(fixture.state.messages).toHaveLength(1);
  });

  test("[CH-035] messages above the customer's and the channel's limit answer 429 and have no effect", async () => {
    await fixture.close();
    fixture = await openFixture({
      limits: {
        customer_per_second: 1,
        customer_burst: 3,
        channel_per_second: 1,
        channel_burst: 5,
      },
    });
    for (let i = 0; i < 3; i++) expect((await fixture.sendText(`m${i}`)).status).toBe(200);
    const refused = await fixture.sendText("too much");
    expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "1",
    ]);
    for (const customer of ["b", "c"])
      expect((await fixture.sendText("other", customer)).status).toBe(200);
    expect((await fixture.sendText("channel full", "d")).status).toBe(429);
    expect(fixture.state.customerTexts().map(([, t]) => t)).toEqual([
      "m0",
      "m1",
      "m2",
      "other",
      "other",
    ]);
    await fixture.clock.advance(1_000);
    expect((await fixture.sendText("again")).status).toBe(200);
  });

  test("[CH-035] typing has places of its own: beyond them it is dropped with 200, and messages still pass; the other way round too", async () => {
    await fixture.close();
    fixture = await openFixture({
      limits: {
        customer_per_second: 1,
        customer_burst: 3,
        channel_per_second: 1,
        channel_burst: 4,
      },
    });
    const typein = async (id: unknown) =>
      (await fixture.post({ sender: { id }, message: { type: "typein" } })).status;
    for (let i = 0; i < 10; i++) expect(await typein(7)).toBe(200);
    expect(await typein("b")).toBe(200);
    expect(await typein("c")).toBe(200);
    expect(fixture.typingSignals.map(({ customer }) => customer)).toEqual(["7", "b"]);
    for (let i = 0; i < 3; i++) expect((await fixture.sendText(`m${i}`)).status).toBe(200);
    expect((await fixture.sendText("too much")).status).toBe(429);
    await fixture.clock.advance(4_000);
    for (let i = 0; i < 3; i++) expect((await fixture.sendText(`n${i}`)).status).toBe(200);
    expect((await fixture.sendText("too much")).status).toBe(429);
    expect(await typein("c")).toBe(200);
    expect(fixture.typingSignals.at(-1)?.customer).toBe("c");
  });

  test("[CH-036] unknown keys are ignored at every level", async () => {
    expect(
      (
        await fixture.post({
          sender: { id: 7, vip: true, toString: 1 },
          message: { ...textMessage, x: [] },
          extra: { a: 1 },
        })
      ).status,
    ).toBe(200);
  });

  test("[CH-036] U+0000 and lone surrogates become U+FFFD before counting", async () => {
    await fixture.post(
      `{"sender":{"id":7,"name":"N\\u0000"},"message":{"type":"text","text":"a\\u0000b\\udc00${"x".repeat(997)}"}}`,
    );
    expect(fixture.state.messages[0]?.text).toBe(`a\uFFFDb\uFFFD${"x".repeat(996)}`);
    expect(fixture.state.messages[0]?.cut).toBe(true);
    expect(fixture.state.getVisitor("7").name?.value).toBe("N\uFFFD");
  });

  test("[CH-037] storage that is away answers 503 with Retry-After 5, a fault 500, both with the support contact", async () => {
    fixture.beforeWrite = () =>
      refuse("temporarily_unavailable", "The database cannot be reached.", {
        retryAfterMs: 60_000,
      });
    const away = await fixture.sendText("x");
    expect([away.status, away.json.error?.code, away.headers.get("retry-after")]).toEqual([
      503,
      "temporarily_unavailable",
      "5",
    ]);
    fixture.beforeWrite = () => Promise.reject(new Error("boom at /secret/path"));
    const fault = await fixture.sendText("x");
    expect([fault.status, fault.json.error?.code]).toEqual([500, "internal_error"]);
    expect(fault.body).not.toContain("boom");
    for (const response of [away, fault])
      expect(response.json.error?.message).toContain("help@chat.example");
    expect(fixture.logLines.filter((l) => l.message === "channel.failed")).toHaveLength(1);
    fixture.beforeWrite = null;
    expect((await fixture.sendText("x")).status).toBe(200);
  });

  test("[CH-037] an address that cannot be looked up answers 503", async () => {
    await fixture.close();
    fixture = await openFixture();
    fixture.channels.get = () => {
      throw new Error("no connection");
    };
    expect((await fixture.sendText("x")).status).toBe(503);
  });

  test("[CH-038] every answer carries a request id, the one of the log", async () => {
    fixture.beforeWrite = () => Promise.reject(new Error("boom"));
    const response = await fixture.sendText("x");
    expect(fixture.logLines.find((l) => l.message === "channel.failed")?.fields["requestId"]).toBe(
      response.headers.get("x-request-id"),
    );
    expect(
      (
        await fixture.request(`${fixture.url}/status`, { headers: { "x-request-id": "mine" } })
      ).headers.get("x-request-id"),
    ).not.toBe("mine");
    expect((await sendRawBytes(fixture.base, "GARBAGE\r\n\r\n")).text).toMatch(
      /X-Request-Id: [0-9a-f-]{36}/i,
    );
  });

  test("[CH-039] errors are checked in the order of the table, and nothing is transmitted", async () => {
    const order: [unknown, number, string][] = [
      ["{", 400, "invalid_json"],
      [{ message: textMessage }, 400, "invalid_request"],
      [{ sender: "7", message: textMessage }, 400, "invalid_request"],
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
      [{ sender: { id: 7 }, message: textMessage }, 403, "channel_disabled"],
    ];
    await fixture.changeChannel({ enabled: false });
    for (const [body, status, code] of order) {
      const response = await fixture.post(body);
      expect([response.status, response.json.error?.code], JSON.stringify(body)).toEqual([
        status,
        code,
      ]);
      expect(Object.keys(response.json)).toEqual(["error"]);
      expect(Object.keys(response.json.error ?? {})).toEqual(["code", "message"]);
    }
    expect(fixture.commands).toHaveLength(0);
  });
});
