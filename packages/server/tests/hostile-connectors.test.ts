import { createHmac } from "node:crypto";
import type { Channel } from "@parlour/protocol";
import { startCpuStopwatch, startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startMessengerService,
  type MessengerService,
} from "../../lab/src/services/messenger/index.ts";
import { startViberService, type ViberService } from "../../lab/src/services/viber/index.ts";
import { listPaths, replaceAt, strangeValues } from "./json-paths.ts";
import { createMessengerChannel } from "./messenger-fixture.ts";
import { definePreset } from "./sms-fixture.ts";

/** Hostile requests to the addresses of channels that services call. */
let parlour: TestParlour;
let messenger: MessengerService;
let viber: ViberService;
const channels = new Map<string, Channel>();
const smsPassword = "seven wet umbrellas";
const sign = (body: Buffer, secret: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");

beforeAll(async () => {
  messenger = await startMessengerService({ product: "messenger" });
  viber = await startViberService();
  parlour = await startTestParlour({
    env: {
      EGRESS_ALLOW: "127.0.0.0/8",
      MESSENGER_API_URL: messenger.url,
      VIBER_API_URL: viber.url,
    },
  });
  const { owner } = parlour;
  const limits = { new_customers_per_minute: 100_000, wrong_address_per_minute: 100_000 };
  await owner.call("PATCH", "instance", { limits });
  channels.set("messenger", await createMessengerChannel(parlour, messenger));
  const check = { how: "hmac-sha256", header: "x-signature", encoding: "hex" };
  const definition = definePreset("generic", messenger.url, { check });
  const smsSettings = { gateway: "own", definition, inbound_password: smsPassword };
  for (const [kind, settings] of [
    ["viber", { auth_token: viber.token }],
    ["sms", { ...smsSettings, sender: "+4930123456" }],
  ] as const) {
    const fields = { kind, name: kind, operators: [owner.id], settings };
    const created = await owner.call("POST", "channels", fields);
    expect(created.status, created.text).toBe(201);
    channels.set(kind, created.body as Channel);
  }
});
afterAll(async () => {
  await parlour.close();
  await messenger.close();
  await viber.close();
});

/** A kind of channel, and how its service calls it. */
interface Door {
  readonly kind: string;
  readonly secret: () => string;
  /** Returns the header with the signature of a body. */
  readonly sign: (signature: string) => Readonly<Record<string, string>>;
  /** Status of requests that are not signed by the service, and the code of the error. */
  readonly refusal: readonly [status: number, code: string];
  readonly maxBytes: number;
  /** Builds an event with a text. Every `n` is another customer. */
  readonly build: (n: number, text: string) => object;
  /** Builds an event with as many fields as the parser reads. */
  readonly buildFull: (n: number) => object;
}
const describePage = (n: number, message: object): object => ({
  object: "page",
  entry: [
    {
      id: messenger.accountId,
      messaging: [
        {
          sender: { id: `77${n}` },
          recipient: { id: messenger.accountId },
          timestamp: 1_764_500_000_000,
          message: { mid: `m_${n}`, ...message },
        },
      ],
    },
  ],
});
const describeCallback = (n: number, message: object): object => ({
  event: "message",
  timestamp: 1_764_500_000_000,
  message_token: 5_000_000_000_000 + n,
  sender: { id: `v${n}==`, name: "Mallory", avatar: "https://a.example/m.jpg" },
  message,
});
const doors: readonly Door[] = [
  {
    kind: "messenger",
    secret: () => messenger.appSecret,
    sign: (signature) => ({ "x-hub-signature-256": `sha256=${signature}` }),
    refusal: [401, "invalid_token"],
    maxBytes: 4 * 2 ** 20,
    build: (n, text) => describePage(n, { text }),
    buildFull: (n) =>
      describePage(n, {
        text: "one",
        reply_to: { mid: "m_none" },
        quick_reply: { payload: "x#1" },
        attachments: [
          { type: "location", payload: { title: "T", coordinates: { lat: 1, long: 2 } } },
        ],
        referral: { ref: "r", product: { id: "p" }, ads_context_data: { ad_title: "a" } },
      }),
  },
  {
    kind: "viber",
    secret: () => viber.token,
    sign: (signature) => ({ "x-viber-content-signature": signature }),
    refusal: [404, "not_found"],
    maxBytes: 2 ** 20,
    build: (n, text) => describeCallback(n, { type: "text", text }),
    buildFull: (n) =>
      describeCallback(n, {
        type: "location",
        text: "one",
        tracking_data: "x",
        location: { lat: 1.5, lon: 2.5 },
        contact: { name: "C", phone_number: "1" },
      }),
  },
  {
    kind: "sms",
    secret: () => smsPassword,
    sign: (signature) => ({ "x-signature": signature }),
    refusal: [404, "not_found"],
    maxBytes: 256 * 1024,
    build: (n, text) => ({ id: `sms-${n}`, from: `+4915100${1_000 + n}`, text }),
    buildFull: (n) => ({
      id: `sms-${n}`,
      from: `+4915100${1_000 + n}`,
      to: "+4930123456",
      text: "one",
      time: "1700000000",
    }),
  },
];

const toPath = (kind: string): string => {
  const { public_id, info } = channels.get(kind) ?? expect.fail();
  const secret = kind === "sms" ? `/${String(info?.["path_secret"])}` : "";
  return `/connectors/${kind}/${public_id}${secret}`;
};
const post = (door: Door, body: Buffer, headers = door.sign(sign(body, door.secret()))) =>
  parlour.call("POST", toPath(door.kind), body, headers);
const postJson = (door: Door, event: unknown) => post(door, Buffer.from(JSON.stringify(event)));

async function readTexts(): Promise<readonly string[]> {
  const rows = await parlour.sql<{ body: string }>(
    "select body from journal where name = 'message_created' and author_kind = 'visitor' order by position",
  );
  return rows.map(({ body }) => (JSON.parse(body) as { text: string }).text);
}
let lastNumber = 0;
const createNumber = (): number => (lastNumber += 1);

/** A request is refused with a code, or has no effect. */
async function expectNothingStored(send: () => Promise<unknown>, name: string): Promise<void> {
  const before = (await readTexts()).length;
  await send();
  expect((await readTexts()).length, name).toBe(before);
}

describe.each(doors)("the address of $kind", (door) => {
  test("[CON-065] refuses what its service did not sign", async () => {
    const body = Buffer.from(JSON.stringify(door.build(createNumber(), "forged")));
    const right = sign(body, door.secret());
    const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      "no signature": {},
      "an empty one": door.sign(""),
      "one by another secret": door.sign(sign(body, "other")),
      "one by no secret": door.sign(sign(body, "")),
      "a short one": door.sign(right.slice(0, 62)),
      "a long one": door.sign(`${right}00`),
      "one of another body": door.sign(sign(Buffer.from("{}"), door.secret())),
      "one with other characters": door.sign("z".repeat(64)),
    };
    const [status, code] = door.refusal;
    for (const [name, header] of Object.entries(headers))
      await expectNothingStored(async () => {
        const answer = await post(door, body, header);
        expect([answer.status, answer.body?.error?.code], name).toEqual([status, code]);
      }, name);
    await expectNothingStored(async () => {
      const path = toPath(door.kind).replace(/(connectors\/\w+\/)\w+/, "$1AbCdEf1234");
      const answer = await parlour.call("POST", path, body, door.sign(right));
      expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
    }, "an unknown channel");
  });

  test("[CORE-127] refuses bodies that are no events", async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const bodies: readonly [name: string, body: Buffer, status: number, code: string][] = [
      ["too large", Buffer.alloc(door.maxBytes + 1, " "), 413, "payload_too_large"],
      ["no JSON", Buffer.from("{"), 400, "invalid_json"],
      ["two values", Buffer.from("{}{}"), 400, "invalid_json"],
      ["a repeated key", Buffer.from('{"event":"a","event":"b"}'), 400, "invalid_json"],
      ["nested", Buffer.from(deep), 400, "invalid_json"],
      [
        "no UTF-8",
        Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        400,
        "invalid_json",
      ],
    ];
    for (const [name, body, status, code] of bodies)
      await expectNothingStored(async () => {
        const answer = await post(door, body);
        expect([answer.status, answer.body?.error?.code], name).toEqual([status, code]);
      }, name);
    for (const value of [[], 7, "text", null, {}, [{}]])
      await expectNothingStored(async () => {
        const { status } = await postJson(door, value);
        expect([200, 400]).toContain(status);
      }, JSON.stringify(value));
  });

  test("[CON-030] [WA-013] stores an event once, however often it arrives at the same time", async () => {
    const event = door.build(createNumber(), `once by ${door.kind}`);
    const answers = await Promise.all(Array.from({ length: 8 }, () => postJson(door, event)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const texts = await readTexts();
    expect(texts.filter((text) => text === `once by ${door.kind}`)).toHaveLength(1);
  });

  test("[CORE-127] leaves out thousands of unknown keys and names of prototypes", async () => {
    const keys = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]));
    const event = { ...door.build(createNumber(), "many keys"), ...keys };
    const hostile = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(event).slice(1)}`;
    const elapsedMs = startCpuStopwatch();
    expect((await post(door, Buffer.from(hostile))).status).toBe(200);
    expect(elapsedMs()).toBeLessThan(2_000);
    expect((await readTexts()).at(-1)).toBe("many keys");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("[CON-030] ids and texts of any length and with any characters are stored", async () => {
    const texts = ["x".repeat(100_000), "a\u0000b", "\ud800", "\u202eabc", " "];
    for (const text of texts) {
      const answer = await postJson(door, door.build(createNumber(), text));
      expect(answer.status, answer.text).toBe(200);
    }
    for (const id of ["i".repeat(9_000), "a\u0000b", "\ud800", "ü 1"]) {
      const event = JSON.stringify(door.build(createNumber(), "an id"));
      const changed = event.replace(/"(?:m_|sms-)\d+"/, () => JSON.stringify(id));
      const answer = await post(door, Buffer.from(changed));
      expect(answer.status, answer.text).toBe(200);
    }
  });

  test("[CORE-127] no value of another type is a fault of the server", async () => {
    const paths = listPaths(door.buildFull(0));
    const events = paths.flatMap((path) =>
      strangeValues.map((value) => [
        path,
        value,
        replaceAt(door.buildFull(createNumber()), path, value),
      ]),
    );
    for (let n = 0; n < events.length; n += 25)
      await Promise.all(
        events.slice(n, n + 25).map(async ([path, value, event]) => {
          const answer = await postJson(door, event);
          const name = `${String(path)} = ${JSON.stringify(value)}: ${answer.text}`;
          expect([200, 400], name).toContain(answer.status);
          if (answer.status === 400) expect(answer.body.error.code, name).toMatch(/^invalid_/);
        }),
      );
    expect((await postJson(door, door.build(createNumber(), "afterwards"))).status).toBe(200);
    expect((await readTexts()).at(-1)).toBe("afterwards");
  });
});

test("[SMS-003] the secret of an SMS channel opens no other one", async () => {
  const { owner } = parlour;
  const { settings, operators } = channels.get("sms") ?? expect.fail();
  const other = await owner.call("POST", "channels", {
    kind: "sms",
    name: "Other number",
    operators,
    settings: { ...settings, sender: "+4930999999", inbound_password: smsPassword },
  });
  expect(other.status, other.text).toBe(201);
  const [, sms] = [doors[1], doors[2]];
  if (sms === undefined) throw new Error("no door");
  const body = Buffer.from(JSON.stringify(sms.build(createNumber(), "other number")));
  const path = toPath("sms").replace(/(sms\/)\w+/, `$1${(other.body as Channel).public_id}`);
  await expectNothingStored(async () => {
    const answer = await parlour.call("POST", path, body, sms.sign(sign(body, smsPassword)));
    expect(answer.status).toBe(404);
  }, "another channel");
});

test("[ME-010] events of another page have no effect", async () => {
  const [door] = doors;
  if (door === undefined) throw new Error("no door");
  const event = JSON.stringify(door.build(createNumber(), "another page"));
  const foreign = Buffer.from(event.replaceAll(messenger.accountId, "110000000000001"));
  await expectNothingStored(async () => {
    expect((await post(door, foreign)).status).toBe(200);
  }, "another page");
});
