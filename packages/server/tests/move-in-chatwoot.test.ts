import { expect, test } from "vitest";
import { startChatwootService } from "../../lab/src/services/chatwoot/index.ts";
import { openChatwoot } from "../src/move-in/sources/chatwoot/index.ts";
import type { WorldMessage } from "../../lab/src/services/history/world.ts";
import {
  readAll,
  startSource,
  testSource,
  type SystemUnderTest,
} from "./move-in-source-fixture.ts";

const chatwoot: SystemUnderTest = {
  name: "Chatwoot",
  open: openChatwoot,
  async start(world, options) {
    const server = await startChatwootService({ ...options, world });
    return { server, settings: { address: `${server.url}/`, token: server.token } };
  },
  ids: (_kind, id) => String(id),
  chatsPath: "/accounts/1/conversations",
  messagesPath: ({ id }) => `/conversations/${id}/messages`,
  product: /^Chatwoot 4\.2\.0$/,
};
testSource(chatwoot);

test("[MV-050] what Chatwoot has and Parlour has not becomes notes and fields", async () => {
  const { world, source } = await startSource(chatwoot);
  const { records } = await source.readPage("field", null);
  expect(records).toMatchObject([
    { of: "visitor", key: "plan", type: "list", options: ["free", "pro"] },
    { of: "visitor", key: "orders", type: "number" },
    { of: "visitor", key: "is_trusted", type: "checkbox" },
    { of: "chat", key: "order", type: "text" },
  ]);
  const page = await source.readPage("chat", null);
  const chats = page.records.filter(({ kind }) => kind === "chat");
  expect(chats.find(({ id }) => id === "4")).toMatchObject({
    notes: expect.arrayContaining(["Subject: Order 4"]),
  });
  expect(world.chats.length).toBeGreaterThan(4);
});

test("[MV-052] elements of lists that are no contacts are reported", async () => {
  const { source } = await startSource(chatwoot, { isBroken: true });
  const { problems } = await source.readPage("person", null);
  expect(problems).toMatchObject([
    { kind: "person", id: "?", code: "broken_record" },
    { kind: "person", id: "?", code: "broken_record" },
  ]);
});

test("[MV-051] messages of the same moment are read once, whatever the order of their ids", async () => {
  const { world, source } = await startSource(chatwoot, { chats: 1, longChats: 0, messages: 400 });
  const messages = world.chats[0]?.messages as WorldMessage[];
  // The messages at both sides of the end of the first page have the other order.
  const [last, next] = [messages[99], messages[100]];
  if (last === undefined || next === undefined) throw new Error("the chat has too few messages");
  messages.splice(99, 2, next, last);
  const { records } = await readAll(source, { kinds: ["chat"] });
  const ids = records.flatMap(({ kind, id }) => (kind === "message" ? [id] : []));
  expect(ids).toEqual(messages.map(({ id }) => String(id)));
});

test("[MV-052] the limit of Chatwoot asks to wait, and tokens that show too little are refused", async () => {
  const limited = await startSource(chatwoot, { chats: 3 }, { requestsPerMinute: 2, now: () => 0 });
  await expect(readAll(limited.source)).rejects.toMatchObject({
    code: "too_many_requests",
    options: { isFinal: false, retryAfterMs: 60_000 },
  });
  const agent = await startSource({
    ...chatwoot,
    async start(world, options) {
      const server = await startChatwootService({ ...options, world, role: "agent" });
      return { server, settings: { address: server.url, token: server.token } };
    },
  });
  await expect(agent.source.check()).rejects.toMatchObject({
    code: "no_permission",
    options: { isFinal: true },
  });
  const other = await startSource(chatwoot, {}, { settings: { account: "2" } });
  await expect(other.source.check()).rejects.toMatchObject({
    code: "wrong_account",
    message: "Enter the number of the account. The token can read: 1 (Shop).",
  });
});
