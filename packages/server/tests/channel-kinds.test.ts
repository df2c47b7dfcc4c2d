import { createHmac } from "node:crypto";
import type { Channel } from "@parlour/protocol";
import { channelKindNames, type ChannelKind } from "@parlour/protocol/entity/channel-kinds/index";
import { findFreePort, startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTelegramService, type TelegramBot } from "../../lab/src/services/telegram/index.ts";
import {
  startWhatsAppService,
  type WhatsAppService,
} from "../../lab/src/services/whatsapp/index.ts";
import { startViberService, type ViberService } from "../../lab/src/services/viber/index.ts";
import {
  startMessengerService,
  type MessengerService,
} from "../../lab/src/services/messenger/index.ts";
import { buildMail, sendRaw } from "./mail-channel-fixture.ts";
import { publicUrl } from "./telegram-fixture.ts";
import { createMessengerChannel } from "./messenger-fixture.ts";
import { createWhatsAppChannel } from "./whatsapp-fixture.ts";
import { createHello, TestWindow } from "./widget-fixture.ts";

/** The requests of each kind of channel, sent to the public ids of channels of every other kind. */
let parlour: TestParlour;
let telegram: Awaited<ReturnType<typeof startTelegramService>>;
let bot: TelegramBot;
let whatsapp: WhatsAppService;
let viber: ViberService;
let messenger: MessengerService;
let instagram: MessengerService;
let smtpPort = 0;
const channels = new Map<ChannelKind, Channel>();
/** Random strings of the inbound address of the chat API channel. */
let randomString = "";

beforeAll(async () => {
  telegram = await startTelegramService({
    retryMs: 5,
    now: () => Date.now(),
    resolveUrl: (url) => url.replace(publicUrl, parlour.url),
  });
  bot = telegram.addBot();
  messenger = await startMessengerService({ product: "messenger" });
  // Both kinds use one API, which knows both accounts of the page.
  instagram = await startMessengerService({ product: "instagram", identity: messenger });
  whatsapp = await startWhatsAppService({ now: () => Date.now(), retryMs: 20 });
  viber = await startViberService({ resolveUrl: (url) => url.replace(publicUrl, parlour.url) });
  smtpPort = await findFreePort();
  parlour = await startTestParlour({
    env: {
      EGRESS_ALLOW: "127.0.0.0/8",
      PUBLIC_URL: publicUrl,
      SMTP_LISTEN: `127.0.0.1:${smtpPort}`,
      TELEGRAM_API_URL: telegram.url,
      VIBER_API_URL: viber.url,
      WHATSAPP_API_URL: whatsapp.url,
      MESSENGER_API_URL: messenger.url,
    },
  });
  for (const kind of channelKindNames) channels.set(kind, await createChannel[kind]());
  await telegram.waitUntil(() => bot.webhookUrl !== null);
});
afterAll(async () => {
  await parlour.close();
  await telegram.close();
  await whatsapp.close();
  await viber.close();
  await messenger.close();
  await instagram.close();
});

async function create(kind: ChannelKind, fields: object): Promise<Channel> {
  const { owner } = parlour;
  const created = await owner.call("POST", "channels", {
    kind,
    name: kind,
    operators: [owner.id],
    ...fields,
  });
  expect(created.status, created.text).toBe(201);
  return created.body as Channel;
}

/** Creates a channel of the kind. A new kind does not compile without a row. */
const createChannel: Readonly<Record<ChannelKind, () => Promise<Channel>>> = {
  async api() {
    const channel = await parlour.channel(`${parlour.url}/nowhere`);
    randomString = channel.randomString;
    return channel.entity;
  },
  mail: () =>
    create("mail", {
      settings: {
        address: "shop@lab.example",
        receive: "smtp",
        send: "smtp",
        smtp: { host: "127.0.0.1", port: smtpPort, security: "none", user: "" },
        smtp_password: "",
      },
    }),
  sms: () =>
    create("sms", {
      settings: { gateway: "generic", sender: "+4915112345678", address: `${parlour.url}/nowhere` },
    }),
  telegram: () => create("telegram", { settings: { bot_token: bot.token } }),
  viber: () => create("viber", { settings: { auth_token: viber.token } }),
  whatsapp: () => createWhatsAppChannel(parlour, whatsapp),
  messenger: () => createMessengerChannel(parlour, messenger),
  instagram: () => createMessengerChannel(parlour, instagram),
  widget: () => create("widget", {}),
};

const textOf = "a stranger's text";

function postWebhook(publicId: string, secret: string, number?: string): Promise<number> {
  const body = JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      {
        changes: [
          {
            field: "messages",
            value: {
              metadata: number === undefined ? {} : { phone_number_id: number },
              contacts: [{ wa_id: "4915112345678", profile: { name: "Mallory" } }],
              messages: [
                {
                  from: "4915112345678",
                  id: `wamid.${publicId}.${secret}.${number}`,
                  timestamp: "1700000000",
                  type: "text",
                  text: { body: textOf },
                },
              ],
            },
          },
        ],
      },
    ],
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return statusOf(`connectors/whatsapp/${publicId}`, body, {
    "x-hub-signature-256": `sha256=${signature}`,
  });
}

const statusOf = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  (await parlour.call("POST", `/${path}`, body, headers)).status;

const postUpdate = (publicId: string, secret: string): Promise<number> =>
  statusOf(
    `telegram/${publicId}`,
    {
      update_id: 900_000_000,
      message: {
        message_id: 1,
        date: 1_700_000_000,
        text: textOf,
        chat: { id: 77, type: "private" },
        from: { id: 77, is_bot: false, first_name: "Mallory" },
      },
    },
    { "x-telegram-bot-api-secret-token": secret },
  );

function postCallback(publicId: string, secret: string): Promise<number> {
  const body = JSON.stringify({
    event: "message",
    timestamp: 1_700_000_000_000,
    message_token: 900_000_000,
    sender: { id: "77aAbBcCdD==", name: "Mallory" },
    message: { type: "text", text: textOf },
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return statusOf(`connectors/viber/${publicId}`, body, { "x-viber-content-signature": signature });
}

const postSms = (publicId: string, secret: string): Promise<number> =>
  statusOf(`connectors/sms/${publicId}/${secret}`, {
    id: "1",
    from: "+4915112345678",
    text: textOf,
  });

async function openWindow(publicId: string): Promise<number> {
  const win = new TestWindow(
    new WebSocket(`${parlour.url.replace("http", "ws")}/widget/socket`, {
      headers: { host: new URL(publicUrl).host },
    }),
  );
  await win.opened;
  win.send(createHello(publicId));
  const end = await win.closed;
  return end.code;
}

function postEvent(
  { product, accountId }: MessengerService,
  publicId: string,
  secret: string,
): Promise<number> {
  const message = { mid: `m_${publicId}_${secret}`, text: textOf };
  const event = { sender: { id: "77" }, recipient: { id: accountId }, timestamp: 1, message };
  const object = product === "messenger" ? "page" : product;
  const body = JSON.stringify({ object, entry: [{ id: accountId, messaging: [event] }] });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return statusOf(`connectors/${product}/${publicId}`, body, {
    "x-hub-signature-256": `sha256=${signature}`,
  });
}
const postEvents = (service: MessengerService, publicId: string): Promise<readonly number[]> =>
  Promise.all(["", service.appSecret].map((secret) => postEvent(service, publicId, secret)));

/**
 * Sends the requests of a kind for a public id: with an empty secret, and with those of the channel
 * of the kind. Resolves with the statuses. A new kind does not compile without a row.
 */
const sendRequests: Readonly<
  Record<ChannelKind, (publicId: string) => Promise<readonly number[]>>
> = {
  api: (publicId) =>
    Promise.all(
      [randomString, "0", "_"].map((secret) =>
        statusOf(`channel/${secret}/${publicId}`, {
          sender: { id: "77" },
          message: { type: "text", text: textOf },
        }),
      ),
    ),
  mail: async (publicId) =>
    Promise.all(
      [`${publicId}@lab.example`, `shop@${publicId}.example`].map((to) =>
        sendRaw(smtpPort, to, buildMail({ to, id: `mail-${publicId}`, text: textOf })),
      ),
    ),
  sms: (publicId) =>
    Promise.all(
      ["_", String(channels.get("sms")?.info?.["path_secret"])].map((secret) =>
        postSms(publicId, secret),
      ),
    ),
  telegram: (publicId) =>
    Promise.all(["", bot.webhookSecret ?? "?"].map((secret) => postUpdate(publicId, secret))),
  viber: (publicId) =>
    Promise.all(["", viber.token].map((secret) => postCallback(publicId, secret))),
  whatsapp: (publicId) =>
    Promise.all([
      postWebhook(publicId, ""),
      postWebhook(publicId, "", ""),
      postWebhook(publicId, "", whatsapp.phoneNumberId),
      postWebhook(publicId, whatsapp.appSecret),
      postWebhook(publicId, whatsapp.appSecret, whatsapp.phoneNumberId),
    ]),
  messenger: (publicId) => postEvents(messenger, publicId),
  instagram: (publicId) => postEvents(instagram, publicId),
  widget: async (publicId) => [await openWindow(publicId)],
};
/** Statuses with which each kind refuses an address that is not that of a channel of the kind. */
const refusals: Readonly<Record<ChannelKind, readonly number[]>> = {
  api: [404],
  mail: [550],
  sms: [404, 429],
  telegram: [404, 429],
  viber: [404, 429],
  whatsapp: [404],
  messenger: [404],
  instagram: [404],
  widget: [4004],
};

describe.each(channelKindNames)("requests of the kind %s", (kind) => {
  test.each(channelKindNames.filter((other) => other !== kind))(
    "[CON-065] are refused for a channel of the kind %s, and nothing is stored",
    async (other) => {
      const target = channels.get(other);
      if (target === undefined) throw new Error(`no channel of the kind ${other}`);
      for (const status of await sendRequests[kind](target.public_id))
        expect(refusals[kind]).toContain(status);
      await parlour.settle();
      expect(await parlour.sql("select from visitor")).toEqual([]);
      expect(
        await parlour.sql("select from journal where position($1 in body) > 0", [textOf]),
      ).toEqual([]);
    },
  );
});

test.each(channelKindNames)(
  "[CON-065] an empty secret opens no channel of its own kind: %s",
  async (kind) => {
    const target = channels.get(kind)?.public_id ?? "";
    const send: Readonly<Record<ChannelKind, () => Promise<number>>> = {
      api: () =>
        statusOf(`channel//${target}`, {
          sender: { id: "7" },
          message: { type: "text", text: textOf },
        }),
      // A mail has no secret, and a window opens for every visitor.
      mail: () => Promise.resolve(404),
      widget: () => Promise.resolve(404),
      sms: () => postSms(target, ""),
      telegram: () => postUpdate(target, ""),
      viber: () => postCallback(target, ""),
      whatsapp: () => postWebhook(target, "", whatsapp.phoneNumberId),
      messenger: () => postEvent(messenger, target, ""),
      instagram: () => postEvent(instagram, target, ""),
    };
    expect([401, 403, 404, 429]).toContain(await send[kind]());
    expect(await parlour.sql("select from visitor")).toEqual([]);
  },
);
