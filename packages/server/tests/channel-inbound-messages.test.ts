import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Value } from "typebox/value";
import { ChannelRequest } from "@parlour/protocol/channel";
import {
  openChannelFixture as openBedOn,
  openSharedJournal,
  otherChannel,
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

describe("sender", () => {
  const from = (id: string) =>
    fixture.post(`{"sender":{"id":${id}},"message":{"type":"text","text":"x"}}`);

  test("[CH-040] an absent, null, empty or blank id answers 400 and makes nothing", async () => {
    for (const body of [
      '{"sender":{},"message":{"type":"text","text":"x"}}',
      ...["null", '""', '"  "', '"\\u00a0"'].map(
        (id) => `{"sender":{"id":${id}},"message":{"type":"text","text":"x"}}`,
      ),
    ]) {
      expect((await fixture.post(body)).json.error?.code).toBe("sender_id_required");
    }
    expect(fixture.state.visitors.size).toBe(0);
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
    for (const id of [
      "0",
      "-5",
      `"${"😀".repeat(255)}"`,
      "9".repeat(255),
      '"null"',
      '"__proto__"',
      '"constructor"',
    ])
      expect((await from(id)).status, id).toBe(200);
  });

  test('[CH-042] 7 and "7" are one customer; "07", other case and other normalisation are others', async () => {
    for (const id of ["7", '"7"', '"07"', '"é"', '"e\u0301"', '"A"', '"a"'])
      expect((await from(id)).status).toBe(200);
    expect([...fixture.state.visitors.keys()]).toEqual(["7", "07", "é", "e\u0301", "A", "a"]);
    expect(fixture.state.chats).toHaveLength(6);
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
      expect(await fixture.state.readRecipient(customer)).toBe(
        id.startsWith('"') ? JSON.stringify(customer) : id,
      );
    }
  });

  test("[CH-044] contacts: numbers convert, other types and empty count as absent, long ones are cut, absent keeps", async () => {
    await fixture.post({
      sender: { id: 7, name: "n".repeat(300), phone: 49301234, email: "" },
      message: textMessage,
    });
    const first = fixture.state.getVisitor("7");
    expect([first.name?.value.length, first.phone?.value, first.email]).toEqual([
      255,
      "49301234",
      null,
    ]);
    await fixture.post({
      sender: { id: 7, name: { first: "A" }, phone: null, email: "a@b.example" },
      message: textMessage,
    });
    const second = fixture.state.getVisitor("7");
    expect([second.name?.value.length, second.phone?.value, second.email?.value]).toEqual([
      255,
      "49301234",
      "a@b.example",
    ]);
    await fixture.post(
      '{"sender":{"id":7,"phone":12345678901234567890,"name":"Ann"},"message":{"type":"text","text":"x"}}',
    );
    expect([
      fixture.state.getVisitor("7").phone?.value,
      fixture.state.getVisitor("7").name?.value,
    ]).toEqual(["12345678901234567890", "Ann"]);
  });

  test("[CH-045] a customer without contacts stays without a name", async () => {
    await from('"<b>id</b>"');
    expect(fixture.state.getVisitor("<b>id</b>")).toMatchObject({
      name: null,
      phone: null,
      email: null,
    });
    expect(fixture.state.messages[0]?.author.name).toBe("");
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
      expect(
        (await fixture.post({ sender: { id: 7, photo: odd, url: odd }, message: textMessage }))
          .status,
      ).toBe(200);
    }
    expect(fixture.state.getVisitor("7").photo).toBeNull();
    expect(fixture.state.chats[0]?.page).toBeNull();
    await fixture.post({
      sender: { id: 7, photo: "HTTPS://x.example/a.png", url: "http://x.example/p?q=1" },
      message: textMessage,
    });
    expect(fixture.state.getVisitor("7").photo).toBe("HTTPS://x.example/a.png");
    expect(fixture.state.chats[0]?.page?.url).toBe("http://x.example/p?q=1");
  });

  test("[CH-048] an invitation is shown once per changed value, cut at 1000", async () => {
    const invite = async (value: unknown) => {
      await fixture.post({ sender: { id: 7, invite: value }, message: textMessage });
    };
    await invite("Need help?");
    await invite("Need help?");
    await invite("");
    await invite("é".repeat(2000));
    const lines = fixture.state.messages
      .filter((m) => m.author.kind === "system")
      .map((m) => m.text);
    expect(lines).toEqual([
      "Invitation shown to the customer: Need help?",
      `Invitation shown to the customer: ${"é".repeat(1000)}`,
    ]);
  });
});

describe("message", () => {
  const send = (message: object, headers: Record<string, string> = {}) =>
    fixture.post({ sender: { id: 7 }, message }, headers);
  const last = () => fixture.state.messages.at(-1)!;

  test("[CH-050] all types of the table are taken", async () => {
    for (const type of ["video", "audio", "voice", "photo", "sticker", "document"]) {
      const body = {
        sender: { id: 7 },
        message: { type, file: "https://cdn.example/f.bin", file_name: "f.bin", file_size: 5 },
      };
      expect(Value.Check(ChannelRequest, body), type).toBe(true);
      expect((await fixture.post(body)).status, type).toBe(200);
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
    for (const [sample, units, isCut] of cases) {
      expect((await send({ type: "text", text: sample })).status).toBe(200);
      expect([last().text.length, last().text.isWellFormed(), last().cut ?? false]).toEqual([
        units,
        true,
        isCut,
      ]);
    }
    await send({ type: "photo", file: "https://x.example/a", text: "c".repeat(1001) });
    expect([last().text.length, last().cut]).toEqual([1000, true]);
  });

  test("[CH-039] text that is absent, no string or blank answers text_required", async () => {
    for (const sample of [undefined, null, 5, "", " \n\u3000", ["x"]])
      expect((await send({ type: "text", text: sample })).json.error?.code).toBe("text_required");
  });

  test("[CH-052] the same message.id twice is two messages", async () => {
    for (let i = 0; i < 2; i++) await send({ ...textMessage, id: "m1" });
    expect(fixture.state.customerTexts()).toHaveLength(2);
    expect(fixture.logLines.map((l) => [l.level, l.fields["messageId"]])).toEqual([
      ["debug", "m1"],
      ["debug", "m1"],
    ]);
    expect(JSON.stringify(fixture.state.messages)).not.toContain('"m1"');
  });

  test("[CH-053] messages of one customer stand in the order of their answers, in one chat", async () => {
    for (let i = 0; i < 10; i++) await fixture.sendText(String(i));
    expect(fixture.state.customerTexts().map(([, t]) => t)).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
    ]);
    expect(fixture.state.chats).toHaveLength(1);
  });

  test("[CH-054] messages are taken while the status is 0", async () => {
    expect((await fixture.request(`${fixture.url}/status`)).body).toBe("0");
    expect((await fixture.sendText("x")).status).toBe(200);
  });

  test("[CH-055] reserved types answer ok without effect, others 400 unsupported_type", async () => {
    for (const type of ["stop", "rate", "keyboard"]) {
      const response = await send({ type });
      expect([response.status, response.body], type).toEqual([200, '{"result":"ok"}']);
    }
    expect(fixture.logLines.filter((l) => l.message === "channel.reserved_type")).toHaveLength(3);
    for (const type of ["TEXT", "toString", "__proto__", "hologram", ""])
      expect((await send({ type })).json.error?.code, type).toBe("unsupported_type");
    expect(fixture.commands).toHaveLength(0);
  });

  test("[CH-120] [CH-101] start keeps contacts and page for the next message, without a chat", async () => {
    const url = "https://shop.example/sale?utm_source=news&utm_campaign=autumn";
    const sender = {
      id: 7,
      name: "Nadia",
      phone: "+49 30",
      email: "n@shop.example",
      url,
      invite: "Help?",
    };
    const response = await fixture.post({ sender, message: { type: "start", text: "ignored" } });
    expect([response.status, response.body]).toEqual([200, '{"result":"ok"}']);
    expect(fixture.state.chats).toHaveLength(0);
    expect(fixture.state.visitors.get("7")).toMatchObject({
      name: { value: "Nadia", source: "channel" },
      phone: { value: "+49 30" },
      email: { value: "n@shop.example" },
      page: { url },
    });
    expect((await fixture.post({ sender: { id: 7 }, message: textMessage })).status).toBe(200);
    expect(fixture.state.chats).toHaveLength(1);
    expect(fixture.state.chats[0]).toMatchObject({
      page: { url },
      session: { utm: { source: "news", campaign: "autumn", medium: "" } },
    });
    expect(fixture.state.visitors.get("7")).not.toHaveProperty("page");
  });

  test("[CH-120] [CH-101] a start that says nothing stores nothing; one with a page in a running chat moves it", async () => {
    expect((await fixture.post({ sender: { id: 8 }, message: { type: "start" } })).status).toBe(
      200,
    );
    expect(fixture.state.visitors.size).toBe(0);
    await fixture.post({ sender: { id: 8 }, message: textMessage });
    await fixture.post({
      sender: { id: 8, url: "https://shop.example/b" },
      message: { type: "start" },
    });
    expect(fixture.state.chats).toHaveLength(1);
    expect(fixture.state.chats[0]).toMatchObject({ page: { url: "https://shop.example/b" } });
  });

  test("[CH-056] typing is told to operators at most once a second, everything else in it ignored", async () => {
    expect(
      (
        await fixture.post({
          sender: { id: 7, name: "Changed" },
          message: { type: "typein", file: "javascript:1", text: "x".repeat(100_000) },
        })
      ).status,
    ).toBe(200);
    for (let i = 0; i < 30; i++) await send({ type: "typein" });
    expect(fixture.typingSignals).toEqual([
      { account: fixture.account, channelId: fixture.channelId, customer: "7", typing: true },
    ]);
    await fixture.clock.advance(1_000);
    await send({ type: "typeout" });
    expect(fixture.typingSignals.map((t) => t.typing)).toEqual([true, false]);
    expect(fixture.commands).toHaveLength(0);
    expect((await fixture.post({ sender: {}, message: { type: "typein" } })).json.error?.code).toBe(
      "sender_id_required",
    );
  });

  test("[CH-057] a repeat with the same key answers as the first and creates nothing", async () => {
    const first = await send(textMessage, { "idempotency-key": "k1" });
    const again = await send(textMessage, { "idempotency-key": "k1" });
    expect([
      first.headers.get("idempotent-replayed"),
      again.headers.get("idempotent-replayed"),
    ]).toEqual([null, "true"]);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(fixture.state.customerTexts()).toHaveLength(1);
    const elsewhere = await fixture.request(
      `/channel/${otherChannel.random}/${otherChannel.publicId}`,
      {
        method: "POST",
        headers: { "idempotency-key": "k1" },
        body: JSON.stringify({ sender: { id: 7 }, message: textMessage }),
      },
    );
    expect([elsewhere.status, fixture.state.customerTexts().length]).toEqual([200, 2]);
  });

  test("[CH-057] refusals are not remembered", async () => {
    await fixture.changeChannel({ enabled: false });
    expect((await send(textMessage, { "idempotency-key": "k2" })).status).toBe(403);
    await fixture.changeChannel({ enabled: true });
    const response = await send(textMessage, { "idempotency-key": "k2" });
    expect([response.status, response.headers.get("idempotent-replayed")]).toEqual([200, null]);
  });

  test("[CH-058] the same key with another body answers 422, compared byte for byte; a key of another form 400", async () => {
    await send(textMessage, { "idempotency-key": "k3" });
    const spaced = await fixture.post(
      ` ${JSON.stringify({ sender: { id: 7 }, message: textMessage })}`,
      { "idempotency-key": "k3" },
    );
    expect([spaced.status, spaced.json.error?.code]).toEqual([422, "idempotency_conflict"]);
    for (const key of ["", "a b", "k".repeat(256), "\u00e9"])
      expect((await send(textMessage, { "idempotency-key": key })).json.error?.code, key).toBe(
        "invalid_request",
      );
    expect(fixture.state.customerTexts()).toHaveLength(1);
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
    expect(last()).toMatchObject({
      kind: "media",
      text: comment,
      media: { ...media, latitude: null, longitude: null },
    });
  });

  test("[CH-062] file is required and must be an absolute http(s) address", async () => {
    for (const file of [undefined, null, "", " "])
      expect((await send({ type: "document", file })).json.error?.code).toBe("file_required");
    for (const file of [
      "ftp://x.example/a",
      "javascript:alert(1)",
      "/a.png",
      "a.png",
      5,
      ["https://x.example"],
      "https://",
    ])
      expect((await send({ type: "document", file })).json.error?.code, String(file)).toBe(
        "invalid_file_url",
      );
    const long = (length: number): string => "https://x.example/".padEnd(length, "a");
    expect((await send({ type: "document", file: long(2049) })).json.error?.code).toBe(
      "invalid_file_url",
    );
    expect((await send({ type: "document", file: long(2048) })).status).toBe(200);
  });

  test("[CH-063] optional data degrades; only a negative number is refused", async () => {
    const file = "https://x.example/d/Bericht%20%C3%BC.pdf?x=1";
    await send({ type: "document", file });
    expect(last().media).toMatchObject({
      file_name: "Bericht ü.pdf",
      file_size: null,
      thumb: null,
    });
    await send({
      type: "voice",
      file: "https://x.example/",
      file_size: "123",
      duration: "4.6",
      width: 1.4,
      height: "wide",
      thumb: "javascript:1",
    });
    expect(last().media).toMatchObject({
      file_name: "voice",
      file_size: 123,
      duration: 5,
      width: 1,
      height: null,
      thumb: null,
    });
    await send({
      type: "photo",
      file: "https://x.example/%zz.png",
      file_size: 0,
      width: {},
      duration: true,
    });
    expect(last().media).toMatchObject({
      file_name: "%zz.png",
      file_size: null,
      width: null,
      duration: null,
    });
    for (const field of ["file_size", "duration", "width", "height"])
      // The number is negative before it is rounded, too.
      for (const value of [-1, -0.4, "-1"])
        expect(
          (await send({ type: "photo", file, [field]: value })).json.error?.code,
          `${field} ${value}`,
        ).toBe("invalid_request");
    await fixture.post(
      '{"sender":{"id":7},"message":{"type":"photo","file":"https://x.example/a","file_size":1e999,"width":12345678901234567890,"height":20.0}}',
    );
    expect(last().media).toMatchObject({ file_size: null, width: null, height: 20 });
  });

  test("[CH-063] a file name is shown without path and bidirectional controls", async () => {
    await send({
      type: "document",
      file: "https://x.example/a",
      file_name: "../../etc/\u202egnp.exe",
    });
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
    expect(last().media).toMatchObject({
      type: "location",
      latitude: 0,
      longitude: -180,
      file: null,
    });
    for (const [latitude, longitude] of [
      [91, 0],
      [0, 181],
      [null, 0],
      ["1;DROP", 2],
      [0],
      [true, 0],
      ["", 0],
    ])
      expect((await send({ type: "location", latitude, longitude })).json.error?.code).toBe(
        "invalid_location",
      );
  });

  test("[CH-110] switched off: messages and typing answer 403, on again everything works", async () => {
    await fixture.changeChannel({ enabled: false });
    expect((await fixture.sendText("x")).json.error?.code).toBe("channel_disabled");
    expect((await send({ type: "typein" })).status).toBe(403);
    expect((await fixture.request(`${fixture.url}/status`)).body).toBe("0");
    await fixture.changeChannel({ enabled: true });
    expect((await fixture.sendText("x")).status).toBe(200);
  });

  test("[CH-113] the time of the last inbound request is known", async () => {
    const findTime = async (): Promise<number | undefined> =>
      (await fixture.edge.findLastRequests([fixture.channelId])).get(fixture.channelId);
    expect(await findTime()).toBeUndefined();
    await fixture.clock.advance(5_000);
    await fixture.sendText("x");
    expect(await findTime()).toBe(fixture.clock.now());
  });
});
