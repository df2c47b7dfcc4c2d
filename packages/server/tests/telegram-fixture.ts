import type { Channel, Chat, Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import { expect } from "vitest";
import {
  startTelegramService,
  type TelegramBot,
  type AppUser,
} from "../../lab/src/services/telegram/index.ts";

export interface TelegramFixture {
  readonly telegram: Awaited<ReturnType<typeof startTelegramService>>;
  readonly bot: TelegramBot;
  readonly parlour: TestParlour;
  readonly channel: Channel;
  /** Adds a person with a new id. */
  readonly addUser: (name?: string) => AppUser;
  /** Creates a channel for a bot. Returns the response of the API. */
  readonly createChannel: (token: string, name?: string) => ReturnType<TestParlour["call"]>;
  /** Waits until the visitor has this many messages in their latest chat. Returns them. */
  readonly waitForMessages: (person: AppUser, count: number) => Promise<readonly Message[]>;
  readonly findChat: (person: AppUser) => Promise<Chat>;
  /** Accepts the chat of a person, unless an operator has, and sends a text or another message. */
  readonly answer: (person: AppUser, content: string | object) => Promise<Message>;
  /** Waits until the delivery of the message has this state. Returns the message. */
  readonly waitForDelivery: (person: AppUser, id: number, state: string) => Promise<Message>;
  /** Waits until every message to the visitor of the chat is delivered. */
  readonly waitForDelivered: (chatId: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Address of an installation that Telegram can call. */
export const publicUrl = "https://chat.example.com";

/**
 * A whole server with one Telegram channel, and Telegram's Bot API as a server of the lab. By
 * default, the installation has no public address, so updates arrive by polling.
 */
export async function openTelegramFixture({
  isPublic = false,
  isReachable = () => true,
  startParlour = startTestParlour,
}: {
  readonly isPublic?: boolean;
  /** Whether Telegram reaches the public address now. */
  readonly isReachable?: () => boolean;
  readonly startParlour?: (options: TestParlourOptions) => Promise<TestParlour>;
} = {}): Promise<TelegramFixture> {
  let parlour: TestParlour | null = null;
  const telegram = await startTelegramService({
    retryMs: 5,
    now: () => parlour?.clock.now() ?? Date.now(),
    resolveUrl: (url) =>
      url.replace(publicUrl, isReachable() ? (parlour?.url ?? "") : "http://127.0.0.1:1"),
  });
  const bot = telegram.addBot();
  const started = await startParlour({
    env: {
      TELEGRAM_API_URL: telegram.url,
      ...(isPublic ? { PUBLIC_URL: publicUrl } : {}),
    },
  });
  parlour = started;
  const { owner } = started;
  await owner.call("POST", "instance/egress-allow", { add: [telegram.host] });
  const createChannel: TelegramFixture["createChannel"] = (token, name = "Shop bot") =>
    owner.call("POST", "channels", {
      kind: "telegram",
      name,
      operators: [owner.id],
      settings: { bot_token: token },
    });
  const created = await createChannel(bot.token);
  expect(created.status, created.text).toBe(201);
  await telegram.waitUntil(() => (isPublic ? bot.webhookUrl !== null : bot.isPolled));
  let people = 500;
  let answers = 0;
  const fixture: TelegramFixture = {
    telegram,
    bot,
    parlour: started,
    channel: created.body as Channel,
    createChannel,
    addUser(name = "Nadia") {
      people += 1;
      return bot.addUser({ id: people, first_name: name });
    },
    async waitForMessages(person, count) {
      let messages: readonly Message[] = [];
      await expect
        .poll(async () => {
          const chat = await fixture.findChat(person);
          messages = chat.id === undefined ? [] : await started.messages(chat.id);
          return messages.filter(({ author }) => author.kind === "visitor").length;
        })
        .toBe(count);
      return messages.filter(({ author }) => author.kind === "visitor");
    },
    findChat: ({ id }) => started.findChat(String(id)),
    async answer(person, content) {
      const chat = await fixture.findChat(person);
      if (chat.state === "waiting")
        expect((await owner.call("POST", `chats/${chat.id}/accept`, {})).status).toBe(200);
      answers += 1;
      const sent = await owner.call("POST", `chats/${chat.id}/messages`, {
        ...(typeof content === "string" ? { kind: "text", text: content } : content),
        client_id: `answer-${answers}`,
      });
      expect(sent.status, sent.text).toBe(201);
      return sent.body as Message;
    },
    async waitForDelivery(person, id, state) {
      const chat = await fixture.findChat(person);
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
    waitForDelivered: (chatId) =>
      expect
        .poll(async () =>
          (await started.messages(chatId)).filter(({ delivery }) => delivery?.state === "pending"),
        )
        .toEqual([]),
    async close() {
      await started.close();
      await telegram.close();
    },
  };
  return fixture;
}
