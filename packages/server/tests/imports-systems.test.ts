import type { Chat, Message } from "@parlour/protocol";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChatwootService } from "../../lab/src/services/chatwoot/index.ts";
import {
  createWorld,
  type WorldChat,
  type WorldMessage,
} from "../../lab/src/services/history/world.ts";
import { startRocketChatService } from "../../lab/src/services/rocketchat/index.ts";
import { createImportClient, type ImportClient } from "./imports-fixture.ts";

/** Imports from the systems that the lab plays, compared with what its world has. */
let parlour: TestParlour;
let imports: ImportClient;
beforeAll(async () => {
  parlour = await startTestParlour();
  imports = createImportClient(parlour);
  await imports.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
});
afterAll(() => parlour.close());

const read = async <T>(path: string): Promise<readonly T[]> =>
  ((await imports.call("GET", path)).body as { items: T[] }).items;
const readChats = (): Promise<readonly Chat[]> => read("chats?state=closed&limit=100");
const readMessages = (chat: number): Promise<readonly Message[]> =>
  read(`chats/${chat}/messages?limit=200`);
const toTime = (at: number): string => new Date(at).toISOString();

/** What a chat of the world must have become. `hasNotes`: the system has private notes. */
const describeWorldChat = (chat: WorldChat, hasNotes: boolean) => ({
  visitor: chat.person.name,
  email: chat.person.email,
  created: toTime(chat.startedAt),
  closed: chat.endedAt === null ? null : toTime(chat.endedAt),
  assignee: chat.operator?.name ?? null,
  department: chat.department?.name ?? null,
  tags: chat.tags,
  rating: toRating(chat.rating?.score ?? 3),
  messages: chat.messages.map((message) => describeWorldMessage(message, hasNotes)),
});
const toRating = (score: number): Chat["rating"] =>
  score === 3 ? null : score > 3 ? "positive" : "negative";
const describeWorldMessage = (message: WorldMessage, hasNotes: boolean) => ({
  author: message.author,
  operator: message.operator?.name ?? null,
  text: [
    message.text,
    ...message.files
      .filter(({ isDeleted }) => isDeleted)
      .map(({ name }) => `File is gone: ${name}`),
  ].join("\n"),
  at: toTime(message.at),
  isNote: hasNotes && message.isNote,
  files: message.files.filter(({ isDeleted }) => !isDeleted).map(({ name }) => name),
});

/** Describes a chat that was imported in the same way, without the notes at its start. */
async function describeChat(chat: Chat) {
  const messages = (await readMessages(chat.id)).filter(
    ({ kind, author }) => kind !== "note" || author.kind === "operator",
  );
  return {
    visitor: chat.visitor.name?.value ?? null,
    email: chat.visitor.email?.value ?? null,
    created: chat.created_at,
    closed: chat.closed_at,
    assignee: chat.assignee?.name ?? null,
    department: chat.department?.name ?? null,
    tags: (chat.tags ?? []).map(({ name }) => name),
    rating: chat.rating,
    messages: messages.map((message) => ({
      author: message.author.kind,
      operator: message.author.kind === "operator" ? message.author.name : null,
      text: message.text,
      at: message.created_at,
      isNote: message.kind === "note",
      files: message.media === undefined ? [] : [message.media.file_name],
    })),
  };
}

test.each([
  { system: "chatwoot", start: startChatwootService, hasNotes: true },
  { system: "rocketchat", start: startRocketChatService, hasNotes: false },
])(
  "[MV-025] [MV-050] [MV-053] all of $system arrives once, and can be removed again",
  async ({ system, start, hasNotes }) => {
    const world = createWorld({ chats: 40, persons: 25, messages: 6, fileShare: 0.2, seed: 4 });
    const server = await start({ world });
    const connect = async (account?: string): Promise<number> => {
      const { status, body } = await imports.call("POST", "imports", {
        system,
        address: server.url,
        token: server.token,
        ...("userId" in server ? { account: server.userId } : account !== undefined && { account }),
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return (body as { readonly id: number }).id;
    };
    const first = await connect();
    const sizes = {
      chat: world.chats.length,
      message: world.chats.reduce((sum, { messages }) => sum + messages.length, 0),
      person: new Set(world.chats.map(({ person }) => person)).size,
    };
    const { plan } = await imports.act(first, "plan");
    expect(plan).toMatchObject({
      counts: { chat: { new: sizes.chat }, message: { new: sizes.message } },
      operators: world.operators.map(({ email }) => ({ email })),
    });
    expect(plan?.counts.person?.new).toBeGreaterThanOrEqual(sizes.person);
    const done = await imports.act(first, "start");
    expect(done, JSON.stringify(done.reason)).toMatchObject({
      state: "done",
      stored: { chat: sizes.chat, message: sizes.message },
    });
    const chats = await readChats();
    expect(chats).toHaveLength(sizes.chat);
    const byStart = chats.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
    for (const [n, chat] of world.chats.entries()) {
      const expected = describeWorldChat(chat, hasNotes);
      const imported = await describeChat(byStart[n] as Chat);
      expect(imported).toEqual({ ...expected, closed: expected.closed ?? imported.closed });
    }

    world.addChat();
    // An account that is named, and the only one of the token, are one source.
    const second = await connect("1");
    await imports.act(second, "plan");
    const again = await imports.act(second, "start");
    expect(again.counts).toMatchObject({
      chat: { new: 1, known: sizes.chat },
      message: { new: world.chats.at(-1)?.messages.length, known: sizes.message },
    });
    expect(again.counts.chat?.changed ?? 0).toBe(0);
    expect(again.counts.message?.changed ?? 0).toBe(0);
    for (const id of [second, first]) expect((await imports.act(id, "undo")).state).toBe("undone");
    expect(await readChats()).toEqual([]);
    await server.close();
  },
);

test("[MV-052] a chat that cannot be read is in the report, and the others arrive", async () => {
  const world = createWorld({ chats: 12, messages: 3 });
  const server = await startChatwootService({ world });
  server.addFault({ path: "/conversations/5/messages", reply: { status: 500 }, times: Infinity });
  const { body } = await imports.call("POST", "imports", {
    system: "chatwoot",
    address: server.url,
    token: server.token,
  });
  const { id } = body as { readonly id: number };
  await imports.act(id, "plan");
  for (let n = 0; n < 6; n += 1) {
    await parlour.clock.advance(60_000);
    await parlour.settle();
  }
  const planned = await imports.read(id);
  expect(planned, JSON.stringify(planned.reason)).toMatchObject({
    state: "planned",
    plan: { counts: { chat: { new: 12 } } },
    problems: { messages_unreadable: 1 },
  });
  await server.close();
});
