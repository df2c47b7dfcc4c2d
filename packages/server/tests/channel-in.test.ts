import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Value } from "typebox/value";
import { ChannelRequest } from "@parlour/protocol/channel";
import { refuse } from "../src/core/failure.ts";
import { openBed as openBedOn, openGround, other, publicId, random, raw, type Bed, type Ground } from "./channel-in-bed.ts";

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
const notFound = '{"error":{"code":"not_found","message":"Not found"}}';

describe("status", () => {
  const status = async () => (await bed.ask(`${bed.url}/status`)).body;

  test("[CH-010] GET answers one byte with its headers, HEAD the same without body", async () => {
    bed.online.add(bed.operators[0]!);
    const got = await bed.ask(`${bed.url}/status`);
    expect([got.status, got.body]).toEqual([200, "1"]);
    expect(got.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(got.headers.get("cache-control")).toBe("no-store");
    const head = await bed.ask(`${bed.url}/status`, { method: "HEAD" });
    expect([head.status, head.body, head.headers.get("content-length")]).toEqual([200, "", "1"]);
  });

  test("[CH-011] [CH-012] only a chosen, active operator who is online makes it 1, at once", async () => {
    expect(await status()).toBe("0");
    bed.online.add(bed.operators[2]!);
    expect(await status()).toBe("0");
    bed.online.add(bed.operators[1]!);
    expect(await status()).toBe("1");
    bed.online.delete(bed.operators[1]!);
    expect(await status()).toBe("0");
  });

  test("[CH-011] [CH-110] switched off, account suspended, operator deactivated: 0", async () => {
    bed.online.add(bed.operators[0]!);
    await bed.changeChannel({ enabled: false });
    expect(await status()).toBe("0");
    await bed.changeChannel({ enabled: true });
    expect(await status()).toBe("1");
    await bed.change((tx) => tx.query("update account set suspended = true where id = $1", [bed.account]));
    expect([await status(), (await bed.say("x")).status]).toEqual(["0", 403]);
    await bed.change((tx) => tx.query("update account set suspended = false where id = $1", [bed.account]));
    expect(await status()).toBe("1");
    await bed.change((tx) =>
      tx.query("update operator set active = false where account_id = $1 and id = $2", [bed.account, bed.operators[0]]),
    );
    expect(await status()).toBe("0");
  });

  test("[CH-013] a trailing slash and a query are tolerated on both paths, two slashes are not", async () => {
    expect((await bed.ask(`${bed.url}/status/?x=1`)).status).toBe(200);
    expect(
      (await bed.ask(`${bed.url}/?a=/status`, { method: "POST", body: JSON.stringify({ sender: { id: 1 }, message: text }) })).status,
    ).toBe(200);
    expect((await bed.ask(`${bed.url}//status`)).status).toBe(404);
  });

  test("[CH-035] status queries above the limit answer 429 with Retry-After, then pass again", async () => {
    for (let i = 0; i < 100; i++) expect((await bed.ask(`${bed.url}/status`)).status).toBe(200);
    const refused = await bed.ask(`${bed.url}/status`);
    expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    expect((await bed.say("not affected")).status).toBe(200);
    await bed.clock.advance(20);
    expect((await bed.ask(`${bed.url}/status`)).status).toBe(200);
  });
});

describe("addresses", () => {
  test("[CH-020] [CH-022] every wrong address answers the same 404, whatever the method and the body", async () => {
    const wrong = [
      `/channel/wrong/${publicId}`,
      `/channel/${random}/nope`,
      `/channel/${other.random}/${publicId}`,
      `/channel/${random}/${other.publicId}`,
      `/channel/${random}/%00`,
      `/channel/%ZZ/${publicId}`,
      `/channel/${random}/..%2f..%2fapi%2fv1%2fme`,
      `/channel/${random}/${publicId}/nope`,
      `/channel/${random}`,
      "/channel/",
    ];
    const seen = new Set<string>();
    for (const path of wrong) {
      for (const tail of ["", "/status"]) {
        for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
          if (path.endsWith("nope") && tail === "/status") continue;
          const init =
            method === "GET"
              ? {}
              : { body: "x".repeat(300 * 1024), headers: { "content-type": "application/xml", "content-encoding": "gzip" } };
          await bed.clock.advance(60_000);
          const got = await bed.ask(path + tail, { method, ...init });
          const headers = [...got.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
          seen.add(JSON.stringify([got.status, headers, got.body]));
          expect(got.headers.get("x-request-id"), path).toMatch(/^[0-9a-f-]{36}$/);
        }
      }
    }
    expect(seen).toEqual(
      new Set([
        JSON.stringify([
          404,
          [
            ["connection", "keep-alive"],
            ["content-length", String(notFound.length)],
            ["content-type", "application/json; charset=utf-8"],
            ["keep-alive", "timeout=65"],
          ],
          notFound,
        ]),
      ]),
    );
    expect(bed.commands).toHaveLength(0);
  });

  test("[CH-020] HEAD and unusual methods too", async () => {
    expect((await bed.ask(`/channel/wrong/${publicId}/status`, { method: "HEAD" })).status).toBe(404);
    for (const method of ["PROPFIND", "LOCK", "QUERY", "TRACE"]) {
      const wrong = await raw(bed.base, `${method} /channel/wrong/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(wrong.text, method).toContain(notFound);
      const right = await raw(bed.base, `${method} /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(right.text, method).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: POST/);
    }
  });

  test("[CH-021] unknown id and wrong random string take the same time", async () => {
    await bed.close();
    bed = await openBed({ limits: { wrong_address_per_minute: 100_000 } });
    const took = { unknown: [] as number[], wrong: [] as number[] };
    for (let i = 0; i < 200; i++) {
      for (const [kind, path] of [
        ["unknown", `/channel/${random}/id${i}/status`],
        ["wrong", `/channel/wrong${i}/${publicId}/status`],
      ] as const) {
        const started = performance.now();
        await bed.ask(path);
        took[kind].push(performance.now() - started);
      }
    }
    // The fastest of each: whatever else the machine does only adds to it.
    expect(Math.abs(Math.min(...took.unknown) - Math.min(...took.wrong))).toBeLessThan(5);
  });

  test("[CH-004] the old random string works until its time", async () => {
    const known = bed.channels.get(publicId)!;
    bed.channels.set(publicId, { ...known, secrets: [...known.secrets, { hash: known.secrets[0]!.hash, until: 0 }] });
    expect((await bed.say("x")).status).toBe(200);
    bed.channels.set(publicId, { ...known, secrets: [{ hash: known.secrets[0]!.hash, until: bed.clock.now() + 1_000 }] });
    bed.edge.forget(bed.account);
    expect((await bed.say("x")).status).toBe(200);
    await bed.clock.advance(1_000);
    expect((await bed.say("x")).status).toBe(404);
  });

  test("[CH-111] a deleted channel answers 404 at once", async () => {
    expect((await bed.say("x")).status).toBe(200);
    bed.channels.delete(publicId);
    bed.edge.forget(bed.account);
    expect((await bed.say("x")).body).toBe(notFound);
  });

  test("[CH-112] too many wrong addresses of one client answer 429, the right one goes on, other clients too", async () => {
    await bed.close();
    bed = await openBed({ http: { trustProxy: ["127.0.0.1"] } });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const guesses = [`/channel/wrong/${publicId}/status`, `/channel/${random}/nope`, `/channel/${other.random}/${publicId}`];
    for (let i = 0; i < 100; i++) expect((await bed.ask(guesses[i % 3]!, from("2001:db8:1:2::1"))).status).toBe(404);
    for (const guess of guesses) {
      const refused = await bed.ask(guess, from("2001:db8:1:2:ffff::9"));
      expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    }
    expect((await bed.ask(`${bed.url}/status`, from("2001:db8:1:2::1"))).status).toBe(200);
    expect((await bed.ask(guesses[0]!, from("2001:db8:1:3::1"))).status).toBe(404);
    expect(bed.lines.filter((l) => l.message === "channel.wrong_address")).toHaveLength(101);
    expect(JSON.stringify(bed.lines)).not.toContain("k3yk3y");
    expect(JSON.stringify(bed.lines)).not.toContain("0th3r");
    expect((await bed.ask("/metrics", { headers: {} })).status).toBe(200);
  });

  test("[CH-112] a forged X-Forwarded-For does not help", async () => {
    const seen: number[] = [];
    for (let i = 0; i < 120; i++)
      seen.push((await bed.ask(`/channel/guess/${publicId}/status`, { headers: { "x-forwarded-for": `198.51.100.${i}` } })).status);
    expect(seen.filter((s) => s === 429)).toHaveLength(20);
  });

  test("[CH-003] [CFG-012] another base address moves the routes; a base without path stands on its own host only", async () => {
    await bed.close();
    bed = await openBed({ webhookBaseUrl: "https://hooks.example/in/chat/" });
    expect((await bed.ask(`/in/chat/${random}/${publicId}/status`)).body).toBe("0");
    expect((await bed.ask(`/channel/${random}/${publicId}/status`)).status).toBe(404);
    await bed.close();
    bed = await openBed({ webhookBaseUrl: "http://hooks.example" });
    const ask = (host: string) => raw(bed.base, `GET /${random}/${publicId}/status HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect((await ask("hooks.example")).text).toMatch(/^HTTP\/1\.1 200/);
    expect((await ask("other.example")).text).toMatch(/^HTTP\/1\.1 404/);
  });
});

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
    const chunked = await raw(bed.base, [
      `POST /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 30 }, () => chunk),
    ]);
    expect(chunked.text).toMatch(/^HTTP\/1\.1 413/);
    // Nobody needs to send it all: the length alone is enough.
    expect(
      (await raw(bed.base, `POST /channel/${random}/${publicId} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n`)).text,
    ).toMatch(/^HTTP\/1\.1 413/);
    expect(bed.store.messages).toHaveLength(1);
  });

  test("[CH-035] messages above the customer's and the channel's limit answer 429 and have no effect", async () => {
    await bed.close();
    bed = await openBed({ limits: { customer_per_second: 1, customer_burst: 3, channel_per_second: 1, channel_burst: 5 } });
    for (let i = 0; i < 3; i++) expect((await bed.say(`m${i}`)).status).toBe(200);
    const refused = await bed.say("too much");
    expect([refused.status, refused.json.error?.code, refused.headers.get("retry-after")]).toEqual([429, "rate_limited", "1"]);
    expect((await bed.say("other", "b")).status).toBe(200);
    expect((await bed.say("channel full", "c")).status).toBe(429);
    expect(bed.store.texts().map(([, t]) => t)).toEqual(["m0", "m1", "m2", "other"]);
    expect((await bed.post({ sender: { id: 7 }, message: { type: "typein" } })).status).toBe(200);
    expect(bed.typing).toHaveLength(0);
    await bed.clock.advance(1_000);
    expect((await bed.say("again")).status).toBe(200);
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

describe("sender", () => {
  const from = (id: string) => bed.post(`{"sender":{"id":${id}},"message":{"type":"text","text":"x"}}`);

  test("[CH-040] an absent, null, empty or blank id answers 400 and makes nothing", async () => {
    for (const body of [
      '{"sender":{},"message":{"type":"text","text":"x"}}',
      ...["null", '""', '"  "', '"\\u00a0"'].map((id) => `{"sender":{"id":${id}},"message":{"type":"text","text":"x"}}`),
    ]) {
      expect((await bed.post(body)).json.error?.code).toBe("sender_id_required");
    }
    expect(bed.store.visitors.size).toBe(0);
  });

  test("[CH-041] ids that cannot be returned unchanged are refused", async () => {
    for (const id of [
      "true",
      "[7]",
      '{"toString":"7"}',
      "1.5",
      "1e3",
      "7.0",
      "-0.0",
      `"${"i".repeat(256)}"`,
      "9".repeat(256),
      '"a\\u0000b"',
      '"a\\ud800b"',
    ]) {
      expect((await from(id)).json.error?.code, id).toBe("invalid_sender_id");
    }
    for (const id of ["0", "-5", `"${"😀".repeat(255)}"`, "9".repeat(255), '"null"', '"__proto__"', '"constructor"'])
      expect((await from(id)).status, id).toBe(200);
  });

  test('[CH-042] 7 and "7" are one customer; "07", other case and other normalisation are others', async () => {
    for (const id of ["7", '"7"', '"07"', '"é"', '"e\u0301"', '"A"', '"a"']) expect((await from(id)).status).toBe(200);
    expect([...bed.store.visitors.keys()]).toEqual(["7", "07", "é", "e\u0301", "A", "a"]);
    expect(bed.store.chats).toHaveLength(6);
  });

  test("[CH-043] the literal of the latest message is kept for recipient.id", async () => {
    for (const [id, customer] of [
      ["12345678901234567890", "12345678901234567890"],
      ["7", "7"],
      ['"7"', "7"],
      ["-0", "-0"],
      ['"a\\"\\u00e9"', 'a"é'],
    ] as const) {
      await from(id);
      expect(await bed.store.recipient(customer)).toBe(id.startsWith('"') ? JSON.stringify(customer) : id);
    }
  });

  test("[CH-044] contacts: numbers convert, other types and empty count as absent, long ones are cut, absent keeps", async () => {
    await bed.post({ sender: { id: 7, name: "n".repeat(300), phone: 49301234, email: "" }, message: text });
    const first = bed.store.visitor("7");
    expect([first.name?.value.length, first.phone?.value, first.email]).toEqual([255, "49301234", null]);
    await bed.post({ sender: { id: 7, name: { first: "A" }, phone: null, email: "a@b.example" }, message: text });
    const second = bed.store.visitor("7");
    expect([second.name?.value.length, second.phone?.value, second.email?.value]).toEqual([255, "49301234", "a@b.example"]);
    await bed.post('{"sender":{"id":7,"phone":12345678901234567890,"name":"Ann"},"message":{"type":"text","text":"x"}}');
    expect([bed.store.visitor("7").phone?.value, bed.store.visitor("7").name?.value]).toEqual(["12345678901234567890", "Ann"]);
  });

  test("[CH-045] a customer without contacts stays without a name", async () => {
    await from('"<b>id</b>"');
    expect(bed.store.visitor("<b>id</b>")).toMatchObject({ name: null, phone: null, email: null });
    expect(bed.store.messages[0]?.author.name).toBe("");
  });

  test("[CH-046] [CH-047] photo and url are used only when they are http(s) addresses", async () => {
    for (const odd of [
      "javascript:alert(1)",
      "data:image/svg+xml,<svg>",
      "//x.example/a",
      "https://",
      "http:/x",
      5,
      {},
      "https://x.example/\u0000",
      `https://x.example/${"a".repeat(3000)}`,
    ]) {
      expect((await bed.post({ sender: { id: 7, photo: odd, url: odd }, message: text })).status).toBe(200);
    }
    expect(bed.store.visitor("7").photo).toBeNull();
    expect(bed.store.chats[0]?.page).toBeNull();
    await bed.post({ sender: { id: 7, photo: "HTTPS://x.example/a.png", url: "http://x.example/p?q=1" }, message: text });
    expect(bed.store.visitor("7").photo).toBe("HTTPS://x.example/a.png");
    expect(bed.store.chats[0]?.page?.url).toBe("http://x.example/p?q=1");
  });

  test("[CH-048] an invitation is shown once per changed value, cut at 1000", async () => {
    const invite = async (value: unknown) => {
      await bed.post({ sender: { id: 7, invite: value }, message: text });
    };
    await invite("Need help?");
    await invite("Need help?");
    await invite("");
    await invite("é".repeat(2000));
    const lines = bed.store.messages.filter((m) => m.author.kind === "system").map((m) => m.text);
    expect(lines).toEqual(["Invitation shown to the customer: Need help?", `Invitation shown to the customer: ${"é".repeat(1000)}`]);
  });
});

describe("message", () => {
  const send = (message: object, headers: Record<string, string> = {}) => bed.post({ sender: { id: 7 }, message }, headers);
  const last = () => bed.store.messages.at(-1)!;

  test("[CH-050] all types of the table are taken", async () => {
    for (const type of ["video", "audio", "voice", "photo", "sticker", "document"]) {
      const body = { sender: { id: 7 }, message: { type, file: "https://cdn.example/f.bin", file_name: "f.bin", file_size: 5 } };
      expect(Value.Check(ChannelRequest, body), type).toBe(true);
      expect((await bed.post(body)).status, type).toBe(200);
      expect(last()).toMatchObject({
        kind: "media",
        text: "",
        media: { type, file: "https://cdn.example/f.bin", file_name: "f.bin", file_size: 5 },
      });
    }
    for (const type of ["typein", "typeout"]) expect((await send({ type })).status).toBe(200);
  });

  test("[CH-051] text is cut to 1000 code points, never inside a pair, and marked", async () => {
    const cases: [string, number, boolean][] = [
      ["a".repeat(1000), 1000, false],
      ["a".repeat(1001), 1000, true],
      ["😀".repeat(1001), 2000, true],
      [`${"a".repeat(999)}😀😀`, 1001, true],
      ["b".repeat(60_000), 1000, true],
    ];
    for (const [given, units, cut] of cases) {
      expect((await send({ type: "text", text: given })).status).toBe(200);
      expect([last().text.length, last().text.isWellFormed(), last().cut ?? false]).toEqual([units, true, cut]);
    }
    await send({ type: "photo", file: "https://x.example/a", text: "c".repeat(1001) });
    expect([last().text.length, last().cut]).toEqual([1000, true]);
  });

  test("[CH-039] text that is absent, no string or blank answers text_required", async () => {
    for (const given of [undefined, null, 5, "", " \n\u3000", ["x"]])
      expect((await send({ type: "text", text: given })).json.error?.code).toBe("text_required");
  });

  test("[CH-052] the same message.id twice is two messages", async () => {
    for (let i = 0; i < 2; i++) await send({ ...text, id: "m1" });
    expect(bed.store.texts()).toHaveLength(2);
    expect(bed.lines.map((l) => [l.level, l.fields["messageId"]])).toEqual([
      ["debug", "m1"],
      ["debug", "m1"],
    ]);
    expect(JSON.stringify(bed.store.messages)).not.toContain('"m1"');
  });

  test("[CH-053] messages of one customer stand in the order of their answers, in one chat", async () => {
    for (let i = 0; i < 10; i++) await bed.say(String(i));
    expect(bed.store.texts().map(([, t]) => t)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(bed.store.chats).toHaveLength(1);
  });

  test("[CH-054] messages are taken while the status is 0", async () => {
    expect((await bed.ask(`${bed.url}/status`)).body).toBe("0");
    expect((await bed.say("x")).status).toBe(200);
  });

  test("[CH-055] reserved types answer ok without effect, others 400 unsupported_type", async () => {
    for (const type of ["seen", "read", "delivered", "start", "stop", "rate", "keyboard"]) {
      const got = await send({ type });
      expect([got.status, got.body], type).toEqual([200, '{"result":"ok"}']);
    }
    expect(bed.lines.filter((l) => l.message === "channel.reserved_type")).toHaveLength(7);
    for (const type of ["TEXT", "toString", "__proto__", "hologram", ""])
      expect((await send({ type })).json.error?.code, type).toBe("unsupported_type");
    expect(bed.commands).toHaveLength(0);
  });

  test("[CH-056] typing is told to operators at most once a second, everything else in it ignored", async () => {
    expect(
      (await bed.post({ sender: { id: 7, name: "Changed" }, message: { type: "typein", file: "javascript:1", text: "x".repeat(100_000) } }))
        .status,
    ).toBe(200);
    for (let i = 0; i < 30; i++) await send({ type: "typein" });
    expect(bed.typing).toEqual([{ account: bed.account, channelId: bed.channelId, customer: "7", typing: true }]);
    await bed.clock.advance(1_000);
    await send({ type: "typeout" });
    expect(bed.typing.map((t) => t.typing)).toEqual([true, false]);
    expect(bed.commands).toHaveLength(0);
    expect((await bed.post({ sender: {}, message: { type: "typein" } })).json.error?.code).toBe("sender_id_required");
  });

  test("[CH-057] a repeat with the same key answers as the first and creates nothing", async () => {
    const first = await send(text, { "idempotency-key": "k1" });
    const again = await send(text, { "idempotency-key": "k1" });
    expect([first.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")]).toEqual([null, "true"]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(bed.store.texts()).toHaveLength(1);
    const elsewhere = await bed.ask(`/channel/${other.random}/${other.publicId}`, {
      method: "POST",
      headers: { "idempotency-key": "k1" },
      body: JSON.stringify({ sender: { id: 7 }, message: text }),
    });
    expect([elsewhere.status, bed.store.texts().length]).toEqual([200, 2]);
  });

  test("[CH-057] refusals are not remembered", async () => {
    await bed.changeChannel({ enabled: false });
    expect((await send(text, { "idempotency-key": "k2" })).status).toBe(403);
    await bed.changeChannel({ enabled: true });
    const got = await send(text, { "idempotency-key": "k2" });
    expect([got.status, got.headers.get("idempotent-replayed")]).toEqual([200, null]);
  });

  test("[CH-058] the same key with another body answers 422, compared byte for byte; a key of another form 400", async () => {
    await send(text, { "idempotency-key": "k3" });
    const spaced = await bed.post(` ${JSON.stringify({ sender: { id: 7 }, message: text })}`, { "idempotency-key": "k3" });
    expect([spaced.status, spaced.json.error?.code]).toEqual([422, "idempotency_conflict"]);
    for (const key of ["", "a b", "k".repeat(256), "\u00e9"])
      expect((await send(text, { "idempotency-key": key })).json.error?.code, key).toBe("invalid_request");
    expect(bed.store.texts()).toHaveLength(1);
  });

  test("[CH-060] [CH-061] all fields of media arrive", async () => {
    const photo = {
      type: "photo",
      file: "https://cdn.shop.example/p/77.jpg",
      file_name: "77.jpg",
      file_size: 48213,
      thumb: "https://cdn.shop.example/p/77_320.jpg",
      width: 1200,
      height: 900,
      text: "this one",
      emoji: "📷",
      duration: 3,
      performer: "P",
      title: "T",
    };
    expect((await send(photo)).status).toBe(200);
    const { text: comment, ...media } = photo;
    expect(last()).toMatchObject({ kind: "media", text: comment, media: { ...media, latitude: null, longitude: null } });
  });

  test("[CH-062] file is required and must be an absolute http(s) address", async () => {
    for (const file of [undefined, null, "", " "]) expect((await send({ type: "document", file })).json.error?.code).toBe("file_required");
    for (const file of ["ftp://x.example/a", "javascript:alert(1)", "/a.png", "a.png", 5, ["https://x.example"], "https://"])
      expect((await send({ type: "document", file })).json.error?.code, String(file)).toBe("invalid_file_url");
    const long = (length: number): string => "https://x.example/".padEnd(length, "a");
    expect((await send({ type: "document", file: long(2049) })).json.error?.code).toBe("invalid_file_url");
    expect((await send({ type: "document", file: long(2048) })).status).toBe(200);
  });

  test("[CH-063] optional data degrades; only a negative number is refused", async () => {
    const file = "https://x.example/d/Bericht%20%C3%BC.pdf?x=1";
    await send({ type: "document", file });
    expect(last().media).toMatchObject({ file_name: "Bericht ü.pdf", file_size: null, thumb: null });
    await send({
      type: "voice",
      file: "https://x.example/",
      file_size: "123",
      duration: "4.6",
      width: 1.4,
      height: "wide",
      thumb: "javascript:1",
    });
    expect(last().media).toMatchObject({ file_name: "voice", file_size: 123, duration: 5, width: 1, height: null, thumb: null });
    await send({ type: "photo", file: "https://x.example/%zz.png", file_size: 0, width: {}, duration: true });
    expect(last().media).toMatchObject({ file_name: "%zz.png", file_size: null, width: null, duration: null });
    for (const field of ["file_size", "duration", "width", "height"])
      expect((await send({ type: "photo", file, [field]: -1 })).json.error?.code, field).toBe("invalid_request");
    await bed.post(
      '{"sender":{"id":7},"message":{"type":"photo","file":"https://x.example/a","file_size":1e999,"width":12345678901234567890,"height":20.0}}',
    );
    expect(last().media).toMatchObject({ file_size: null, width: null, height: 20 });
  });

  test("[CH-063] a file name is shown without path and bidirectional controls", async () => {
    await send({ type: "document", file: "https://x.example/a", file_name: "../../etc/\u202egnp.exe" });
    expect(last().media?.file_name).toBe("gnp.exe");
    await send({ type: "document", file: "https://x.example/a.bin", file_name: "..\\..\\" });
    expect(last().media?.file_name).toBe("a.bin");
  });

  test("[CH-064] locations", async () => {
    for (const [latitude, longitude] of [
      [52.5, 13.4],
      ["-90", " 180 "],
      [0, -180],
    ])
      expect((await send({ type: "location", latitude, longitude })).status).toBe(200);
    expect(last().media).toMatchObject({ type: "location", latitude: 0, longitude: -180, file: null });
    for (const [latitude, longitude] of [[91, 0], [0, 181], [null, 0], ["1;DROP", 2], [0], [true, 0], ["", 0]])
      expect((await send({ type: "location", latitude, longitude })).json.error?.code).toBe("invalid_location");
  });

  test("[CH-110] switched off: messages and typing answer 403, on again everything works", async () => {
    await bed.changeChannel({ enabled: false });
    expect((await bed.say("x")).json.error?.code).toBe("channel_disabled");
    expect((await send({ type: "typein" })).status).toBe(403);
    expect((await bed.ask(`${bed.url}/status`)).body).toBe("0");
    await bed.changeChannel({ enabled: true });
    expect((await bed.say("x")).status).toBe(200);
  });

  test("[CH-113] the time of the last inbound request is known", async () => {
    expect(bed.edge.lastInboundAt(bed.channelId)).toBeNull();
    await bed.clock.advance(5_000);
    await bed.say("x");
    expect(bed.edge.lastInboundAt(bed.channelId)).toBe(bed.clock.now());
  });
});

describe("hot path", () => {
  test("[CH-112] accepted messages and status queries write no log line, so no random string either", async () => {
    await bed.say("x");
    await bed.ask(`${bed.url}/status`);
    expect(bed.lines).toEqual([]);
  });
});
