import { expect, test } from "vitest";
import { startRocketChatService } from "../../lab/src/services/rocketchat/index.ts";
import { openRocketChat } from "../src/move-in/sources/rocketchat/index.ts";
import {
  readAll,
  startSource,
  testSource,
  type SystemUnderTest,
} from "./move-in-source-fixture.ts";

const prefixes = {
  chat: "room",
  person: "visitor",
  message: "message",
  operator: "agent",
} as const;
const createSystem = (
  more: Partial<Parameters<typeof startRocketChatService>[0]> = {},
): SystemUnderTest => ({
  name: "Rocket.Chat",
  open: openRocketChat,
  async start(world, options) {
    const server = await startRocketChatService({ ...options, ...more, world });
    const { url, token, userId } = server;
    return { server, settings: { address: url, token, account: userId } };
  },
  ids: (kind, id) => `${prefixes[kind]}${id}`,
  hasNotes: false,
  chatsPath: "/livechat/rooms",
  messagesPath: ({ id }) => `/livechat/room${id}/messages`,
  product: /^Rocket\.Chat 6\.12$/,
});
testSource(createSystem());

test("[MV-053] transfers and subjects become notes, and lists of paid editions may be absent", async () => {
  const { world, source } = await startSource(createSystem({ isEnterprise: false }));
  const { records, problems } = await readAll(source);
  expect(problems).toEqual([]);
  const kinds = new Set(records.map(({ kind }) => kind));
  expect([...kinds]).toEqual(["operator", "department", "field", "person", "chat", "message"]);
  const mail = world.chats.find(({ id, channel }) => id % 6 === 0 && channel === "email");
  const startedAt = new Date(mail?.startedAt ?? 0).toISOString();
  expect(records.find(({ id }) => id === `room${mail?.id}`)).toMatchObject({
    notes: expect.arrayContaining([
      `Subject: Order ${mail?.id}`,
      `Transferred by Ann to agent.2 at ${startedAt}: knows returns`,
    ]),
  });
});

test("[MV-053] all rooms are read if the owner lowered the limit of answers", async () => {
  const { world, source } = await startSource(createSystem({ maxCount: 7 }), { longChats: 0 });
  const { records } = await readAll(source, { kinds: ["chat"] });
  const chats = records.flatMap(({ kind, id }) => (kind === "chat" ? [id] : []));
  expect(chats).toEqual(world.chats.map(({ id }) => `room${id}`));
  expect(records.filter(({ kind }) => kind === "message")).toHaveLength(
    world.chats.reduce((sum, { messages }) => sum + messages.length, 0),
  );
});
