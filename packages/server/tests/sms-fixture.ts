import type { Channel, Chat, Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { expect } from "vitest";
import {
  startSmsService,
  type Phone,
  type SmsService,
  type SmsServiceOptions,
} from "../../lab/src/services/sms/index.ts";
import { presets } from "../src/edges/sms/gateways/presets.ts";

export interface SmsFixture {
  readonly sms: SmsService;
  readonly parlour: TestParlour;
  readonly channel: Channel;
  /** Address for incoming messages, with its secret. */
  readonly address: string;
  readonly findChat: (phone: { readonly number: string }) => Promise<Chat>;
  /** Waits until the phone has written this many messages in its latest chat. Returns them. */
  readonly waitForMessages: (phone: Phone, count: number) => Promise<readonly Message[]>;
  /** Accepts the chat of a phone, unless an operator has, and sends a text. */
  readonly answer: (phone: Phone, text: string) => Promise<Message>;
  /** Waits until the delivery of the message has this state. Returns the message. */
  readonly waitForDelivery: (phone: Phone, id: number, state: string) => Promise<Message>;
  readonly close: () => Promise<void>;
}

export const publicUrl = "https://chat.example.com";
export const ownNumber = "4930123456";

/** The preset of a gateway, with the address of the lab instead of that of the service. */
export function definePreset(
  name: keyof typeof presets,
  url: string,
  changes: object = {},
): string {
  const preset = presets[name];
  const address =
    name === "generic" ? `${url}/send` : preset.send.url.replace(/^https:\/\/[^/]+/, url);
  return JSON.stringify({ ...preset, send: { ...preset.send, url: address }, ...changes });
}

/** A whole server with one SMS channel, and its gateway as a server of the lab. */
export async function openSmsFixture(
  gateway: keyof typeof presets,
  {
    changes = {},
    settings = {},
    receipts,
  }: {
    readonly changes?: object;
    readonly settings?: object;
    readonly receipts?: SmsServiceOptions["receipts"];
  } = {},
): Promise<SmsFixture> {
  let parlour: TestParlour | null = null;
  const sms = await startSmsService({
    gateway,
    number: ownNumber,
    retryMs: 5,
    receipts: receipts ?? [],
    now: () => parlour?.clock.now() ?? Date.now(),
    resolveUrl: (url) => url.replace(publicUrl, parlour?.url ?? ""),
  });
  const started = await startTestParlour({ env: { PUBLIC_URL: publicUrl } });
  parlour = started;
  const { owner } = started;
  await owner.call("POST", "instance/egress-allow", { add: [sms.host] });
  const created = await owner.call("POST", "channels", {
    kind: "sms",
    name: "Shop number",
    operators: [owner.id],
    settings: {
      gateway: "own",
      sender: `+${ownNumber}`,
      account: sms.account,
      secret: sms.secret,
      definition: definePreset(gateway, sms.url, changes),
      ...settings,
    },
  });
  expect(created.status, created.text).toBe(201);
  const channel = created.body as Channel;
  const address = `${publicUrl}/connectors/sms/${channel.public_id}/${String(channel.info?.["path_secret"])}`;
  sms.setAddress(address);
  let answers = 0;
  const fixture: SmsFixture = {
    sms,
    parlour: started,
    channel,
    address,
    findChat: ({ number }) => started.findChat(number),
    async waitForMessages(phone, count) {
      let messages: readonly Message[] = [];
      await expect
        .poll(async () => {
          const chat = await fixture.findChat(phone);
          messages = chat.id === undefined ? [] : await started.messages(chat.id);
          messages = messages.filter(({ author }) => author.kind === "visitor");
          return messages.length;
        })
        .toBe(count);
      return messages;
    },
    async answer(phone, text) {
      const chat = await fixture.findChat(phone);
      if (chat.state === "waiting")
        expect((await owner.call("POST", `chats/${chat.id}/accept`, {})).status).toBe(200);
      answers += 1;
      const body = { kind: "text", text, client_id: `answer-${answers}` };
      const sent = await owner.call("POST", `chats/${chat.id}/messages`, body);
      expect(sent.status, sent.text).toBe(201);
      return sent.body as Message;
    },
    async waitForDelivery(phone, id, state) {
      const chat = await fixture.findChat(phone);
      let message: Message | undefined;
      await expect
        .poll(async () => {
          message = (await started.messages(chat.id)).find((sent) => sent.id === id);
          return message?.delivery?.state;
        })
        .toBe(state);
      if (message === undefined) throw new Error("the message is unknown");
      return message;
    },
    async close() {
      await started.close();
      await sms.close();
    },
  };
  return fixture;
}
