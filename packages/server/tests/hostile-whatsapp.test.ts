import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCpuStopwatch } from "@parlour/testkit";
import { signWebhook } from "../../lab/src/services/whatsapp/index.ts";
import { recordConnections, type ConnectionRecorder } from "./connection-recorder.ts";
import { generateText, type InputText } from "./hostile-inputs.ts";
import { startWhatsApp, type WhatsAppFixture } from "./whatsapp-fixture.ts";

/** Webhooks of WhatsApp from tests/hostile-inputs.json. */
interface WhatsAppInput {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly input: {
    /** Messages of one webhook, or its whole body. */
    readonly messages?: readonly object[];
    readonly body?: InputText;
    readonly name?: string;
    /** false: the webhook describes no sender. */
    readonly contacts?: false;
    readonly number?: string;
    readonly sign?: "other" | "none" | "changed";
    readonly repeat?: number;
  };
  readonly expect: {
    readonly status: number;
    readonly stored: number;
    readonly text?: string;
    readonly text_contains?: string;
    readonly name?: string;
    readonly fault?: string;
    readonly dial?: false;
    readonly max_ms?: number;
    readonly max_rss_growth_mib?: number;
  };
}
const inputs = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as WhatsAppInput[]
).filter((entry) => entry.interface === "whatsapp");

let whatsapp: WhatsAppFixture;
let connections: ConnectionRecorder;
let media: Readonly<Record<string, string>>;
beforeAll(async () => {
  whatsapp = await startWhatsApp();
  connections = recordConnections();
  const add = (of: Parameters<typeof whatsapp.service.media.add>[0]): string =>
    whatsapp.service.media.add(of).id;
  media = {
    MEDIA_PRIVATE: add({
      type: "image/png",
      body: Buffer.from("x"),
      address: "https://169.254.169.254/latest/meta-data",
    }),
    MEDIA_PLAIN: add({ type: "image/png", body: Buffer.from("x"), address: "http://192.0.2.7/a" }),
    MEDIA_LARGE: add({ type: "video/mp4", body: Buffer.alloc(60 * 2 ** 20), announcedBytes: 10 }),
    MEDIA_HTML: add({
      type: "image/png",
      body: Buffer.from("<!doctype html><script>alert(1)</script>"),
    }),
  };
});
afterAll(async () => {
  connections.stop();
  await whatsapp.close();
});

describe("hostile webhooks", () => {
  for (const { id, title, input, expect: expected } of inputs)
    test(`[WA-002] [WA-010] [WA-013] ${id} ${title}`, async () => {
      const customer = `US.${id.replace("-", "")}`;
      const fill = (text: string): string =>
        text.replaceAll(
          /\{([A-Z_]+)\}/g,
          (whole, name: string) =>
            ({
              ID: id,
              USER: customer,
              PHONE: `1555${id.slice(2)}0000`,
              NUMBER: whatsapp.service.phoneNumberId,
              NOW: String(Math.floor(whatsapp.parlour.clock.now() / 1_000)),
              ...media,
            })[name] ?? whole,
        );
      const body = Buffer.from(fill(buildBody(input, customer)));
      const elapsedMs = startCpuStopwatch();
      const rssBefore = process.memoryUsage.rss();
      for (let n = 0; n < (input.repeat ?? 1); n += 1)
        expect((await post(body, input.sign)).status).toBe(expected.status);
      if (expected.max_ms !== undefined) expect(elapsedMs()).toBeLessThan(expected.max_ms);
      if (expected.max_rss_growth_mib !== undefined)
        expect((process.memoryUsage.rss() - rssBefore) / 2 ** 20).toBeLessThan(
          expected.max_rss_growth_mib,
        );
      const messages = await findMessages(customer);
      expect(messages).toHaveLength(expected.stored);
      const last = messages.at(-1);
      if (expected.text !== undefined) expect(last?.text).toBe(expected.text);
      if (expected.text_contains !== undefined)
        expect(last?.text).toContain(expected.text_contains);
      if (expected.name !== undefined) expect(last?.author.name).toBe(expected.name);
      if (expected.dial === false)
        expect(connections.unexpectedTargets(whatsapp.parlour, getServicePort())).toEqual([]);
      const { body: page } = await whatsapp.parlour.owner.call(
        "GET",
        `inspector?owner=${whatsapp.channel.id}`,
      );
      expect(page.items.at(-1)).toMatchObject({
        status: expected.status,
        ...(expected.fault === undefined ? {} : { fault: { code: expected.fault } }),
      });
      // A valid webhook must still be stored.
      await whatsapp.write({ name: "Next", userId: `DE.${id.slice(2)}` }, "next");
      expect(await findMessages(`DE.${id.slice(2)}`)).toHaveLength(1);
    });

  test("[WA-010] all hostile inputs are run", () => {
    expect(inputs).toHaveLength(16);
  });
});

function buildBody(
  { messages, body, name, contacts, number }: WhatsAppInput["input"],
  user: string,
) {
  if (body !== undefined) return String(generateText(body));
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        id: "1",
        changes: [
          {
            field: "messages",
            value: {
              metadata: { phone_number_id: number ?? "{NUMBER}" },
              ...(contacts === false
                ? {}
                : { contacts: [{ profile: { name: name ?? "Mallory" }, user_id: user }] }),
              messages,
            },
          },
        ],
      },
    ],
  });
}

function post(body: Buffer, sign: WhatsAppInput["input"]["sign"]) {
  const { service } = whatsapp;
  const signature = signWebhook(body, sign === "other" ? "another secret" : service.appSecret);
  const sent = Buffer.from(body);
  if (sign === "changed") sent[sent.indexOf("1 EUR")] = "9".charCodeAt(0);
  return service.webhooks.post(sent, {
    "content-type": "application/json",
    ...(sign === "none" ? {} : { "x-hub-signature-256": signature }),
  });
}

const getServicePort = () => ({ port: Number(new URL(whatsapp.service.url).port) });

async function findMessages(customer: string) {
  const rows = await whatsapp.parlour.sql<{ id: string }>(
    "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = $1",
    [customer],
  );
  return rows[0] === undefined ? [] : whatsapp.parlour.messages(Number(rows[0].id));
}
