import type { Channel, Chat, Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";
import { expect } from "vitest";
import {
  startViberService,
  type AppPerson,
  type ViberService,
} from "../../lab/src/services/viber/index.ts";

export interface ViberFixture {
  readonly viber: ViberService;
  readonly parlour: TestParlour;
  readonly channel: Channel;
  readonly addPerson: (name?: string) => AppPerson;
  readonly findChat: (person: AppPerson) => Promise<Chat>;
  /** Waits until the person has this many messages in their latest chat. Returns them. */
  readonly waitForMessages: (person: AppPerson, count: number) => Promise<readonly Message[]>;
  /** Accepts the chat of a person, unless an operator has, and sends a text or another message. */
  readonly answer: (person: AppPerson, content: string | object) => Promise<Message>;
  /** Waits until the delivery of the message has this state. Returns the message. */
  readonly waitForDelivery: (person: AppPerson, id: number, state: string) => Promise<Message>;
  readonly close: () => Promise<void>;
}

const publicUrl = "https://chat.example.com";

/** A whole server with one Viber channel, and Viber's API as a server of the lab. */
export async function openViberFixture({
  settings = {},
  startParlour = startTestParlour,
}: {
  readonly settings?: object;
  readonly startParlour?: (options: TestParlourOptions) => Promise<TestParlour>;
} = {}): Promise<ViberFixture> {
  let parlour: TestParlour | null = null;
  const viber = await startViberService({
    retryMs: 5,
    now: () => parlour?.clock.now() ?? Date.now(),
    resolveUrl: (url) => url.replace(publicUrl, parlour?.url ?? ""),
  });
  const started = await startParlour({
    env: { VIBER_API_URL: viber.url, PUBLIC_URL: publicUrl },
  });
  parlour = started;
  const { owner } = started;
  await owner.call("POST", "instance/egress-allow", { add: [viber.host] });
  const created = await owner.call("POST", "channels", {
    kind: "viber",
    name: "Shop bot",
    operators: [owner.id],
    settings: { auth_token: viber.token, ...settings },
  });
  expect(created.status, created.text).toBe(201);
  await viber.waitUntil(() => viber.webhookUrl() !== null);
  let people = 0;
  let answers = 0;
  const fixture: ViberFixture = {
    viber,
    parlour: started,
    channel: created.body as Channel,
    addPerson(name = "Nadia") {
      people += 1;
      return viber.addPerson(`0123456789${people}A==`, name);
    },
    findChat: ({ id }) => started.findChat(id),
    async waitForMessages(person, count) {
      let messages: readonly Message[] = [];
      await expect
        .poll(async () => {
          const chat = await fixture.findChat(person);
          messages = chat.id === undefined ? [] : await started.messages(chat.id);
          messages = messages.filter(({ author }) => author.kind === "visitor");
          return messages.length;
        })
        .toBe(count);
      return messages;
    },
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
    async close() {
      await started.close();
      await viber.close();
    },
  };
  return fixture;
}
