import type { Chat } from "@parlour/protocol";
import type { MoveImportDetails } from "@parlour/protocol/api";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startChatwootService } from "../../lab/src/services/chatwoot/index.ts";
import type { HistoryServer } from "../../lab/src/services/history/server.ts";
import {
  createWorld,
  type World,
  type WorldChat,
  type WorldMessage,
} from "../../lab/src/services/history/world.ts";
import { startLiveHelperChatService } from "../../lab/src/services/livehelperchat/index.ts";
import { startRocketChatService } from "../../lab/src/services/rocketchat/index.ts";
import { systemNames } from "../src/move-in/system-names.ts";
import { createImportClient, type ImportClient } from "./imports-fixture.ts";

/** Imports from systems that fail and have broken records, through the whole engine. */
let parlour: TestParlour;
let imports: ImportClient;
beforeAll(async () => {
  parlour = await startTestParlour();
  imports = createImportClient(parlour);
  await imports.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
});
afterAll(() => parlour.close());

interface StartedSystem extends HistoryServer {
  readonly token: string;
  readonly userId?: string;
}
interface SystemUnderTest {
  readonly system: "chatwoot" | "rocketchat" | "livehelperchat";
  readonly start: (options: { readonly world: World }) => Promise<StartedSystem>;
  /** Paths of lists in the order in which they are read. */
  readonly paths: readonly string[];
  /** null: chats are listed with their messages. */
  readonly messagesPath: string | null;
  readonly filePath: (id: number) => string;
  readonly id: (kind: "chat" | "message", id: number) => string;
  /** Id in the report of a chat without a person. Default: its id. */
  readonly brokenChatId?: string;
}
const systems: readonly SystemUnderTest[] = [
  {
    system: "chatwoot",
    start: startChatwootService,
    paths: ["/agents", "/teams", "/labels", "/canned_responses", "/contacts", "/conversations"],
    messagesPath: "/conversations/3/messages",
    filePath: (id) => `/disk/${id}/`,
    id: (_kind, id) => String(id),
  },
  {
    system: "rocketchat",
    start: startRocketChatService,
    paths: [
      "/users/agent",
      "/livechat/department",
      "/livechat/tags",
      "/canned-responses",
      "/visitors.info",
      "/livechat/rooms",
    ],
    messagesPath: "/livechat/room3/messages",
    filePath: (id) => `/file-upload/file${id}/`,
    id: (kind, id) => (kind === "chat" ? `room${id}` : `message${id}`),
  },
  {
    system: "livehelperchat",
    start: startLiveHelperChatService,
    paths: ["/getusers", "/departments", "/chats", "/chats", "/chats", "/chats"],
    messagesPath: null,
    filePath: (id) => `/file/downloadfile/${id}/`,
    id: (_kind, id) => String(id),
    brokenChatId: "?",
  },
];

async function connect({ system }: SystemUnderTest, server: StartedSystem): Promise<number> {
  const { status, body } = await imports.call("POST", "imports", {
    system,
    address: server.url,
    token: server.token,
    ...(server.userId !== undefined && { account: server.userId }),
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { readonly id: number }).id;
}
/** Plans or moves, and lets time pass until it has ended or paused. */
async function finish(id: number, action: string): Promise<MoveImportDetails> {
  await imports.act(id, action);
  for (let n = 0; n < 40; n += 1) {
    const found = await imports.read(id);
    if (!["planning", "running", "undoing"].includes(found.state)) return found;
    await parlour.clock.advance(20_000);
    await parlour.settle();
  }
  throw new Error("the import does not end");
}
interface Problem {
  readonly kind: string;
  readonly source_id: string;
  readonly code: string;
}
async function listProblems(id: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const path: string = `imports/${id}/problems?limit=200${cursor}`;
    const page = (await imports.call("GET", path)).body as {
      items: readonly Problem[];
      next_cursor: string | null;
    };
    found.push(...page.items.map(({ kind, source_id, code }) => `${code} ${kind} ${source_id}`));
    cursor = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
  }
  return found.toSorted();
}
const listItems = async <T>(path: string): Promise<readonly T[]> =>
  ((await imports.call("GET", path)).body as { items: T[] }).items;
const countMessages = (world: World): number =>
  world.chats.reduce((sum, { messages }) => sum + messages.length, 0);

test.each(systems)(
  "[MV-052] each failure of $system is waited out, and everything arrives",
  async (tested) => {
    const world = createWorld({ chats: 12, persons: 8, messages: 3 });
    const server = await tested.start({ world });
    const replies = [
      { status: 429, retryAfterS: 7 },
      { status: 429 },
      { status: 500 },
      "html",
      "half",
      "cut",
    ] as const;
    const addFaults = (): void => {
      for (const [n, reply] of replies.entries())
        server.addFault({ path: tested.paths[n] ?? "", reply });
      const path = tested.messagesPath;
      if (path === null) return;
      server.addFault({ path, reply: { status: 429 }, times: 6 });
      server.addFault({ path, reply: { status: 503, retryAfterS: 2 } });
      server.addFault({ path, reply: "reset", times: 2 });
    };
    const id = await connect(tested, server);
    addFaults();
    const sent = server.requests.length;
    const waiting = await imports.act(id, "plan");
    expect(waiting).toMatchObject({
      state: "planning",
      reason: { code: "too_many_requests", detail: "The other system answered 429." },
    });
    const path = tested.paths[0] ?? "";
    const requests = () =>
      server.requests.slice(sent).filter((request) => request.path.endsWith(path));
    await parlour.clock.advance(6_500);
    await parlour.settle();
    expect(requests()).toHaveLength(1);
    await parlour.clock.advance(1_000);
    await parlour.settle();
    expect(requests()).toHaveLength(2);
    const planned = await finish(id, "pause").then(() => finish(id, "resume"));
    expect(planned, JSON.stringify(planned.reason)).toMatchObject({
      state: "planned",
      plan: { counts: { chat: { new: 12 }, message: { new: countMessages(world) } } },
      problems: tested.system === "chatwoot" ? { not_published: 3 } : {},
    });
    addFaults();
    const done = await finish(id, "start");
    expect(done, JSON.stringify(done.reason)).toMatchObject({
      state: "done",
      counts: { operator: { read: 3 } },
      stored: { chat: 12, message: countMessages(world) },
    });
    expect(done.problems["messages_unreadable"]).toBeUndefined();
    server.endFaults();
    expect(await finish(id, "undo")).toMatchObject({ state: "undone" });
    await server.close();
  },
);

test.each(systems)(
  "[MV-023] $system that answers the same page for ever pauses the import, which can continue",
  async (tested) => {
    const world = createWorld({ chats: 130, persons: 4, messages: 1 });
    const server = await tested.start({ world });
    const id = await connect(tested, server);
    server.addFault({ path: tested.paths.at(-1) ?? "", reply: "same", times: Infinity });
    const paused = await finish(id, "plan");
    expect(paused).toMatchObject({ state: "paused", reason: { code: "same_page" } });
    server.endFaults();
    expect(await finish(id, "resume")).toMatchObject({
      state: "planned",
      plan: { counts: { chat: { new: 130 } } },
    });
    await server.close();
  },
);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A world whose records lack authors, dates and persons, or have dates in the future. */
function createBrokenWorld(hasLongChat: boolean): World {
  const world = createWorld({
    chats: 24,
    persons: 10,
    messages: 5,
    fileShare: hasLongChat ? 0.01 : 0.3,
    isBroken: true,
    longChats: hasLongChat ? 1 : 0,
    seed: 5,
  });
  const chats = world.chats as Mutable<WorldChat>[];
  const persons = world.persons as Mutable<World["persons"][number]>[];
  const [first, second] = [persons[0], persons[1]];
  if (first === undefined || second === undefined) throw new Error("the world has no persons");
  first.email = "both@example.com";
  second.email = "both@example.com";
  const late = chats[9];
  const message = late?.messages.at(-1) as Mutable<WorldMessage> | undefined;
  if (late === undefined || message === undefined) throw new Error("the world has no chats");
  message.at = Date.UTC(2_222, 1, 3);
  if (late.endedAt !== null) late.endedAt = message.at;
  return world;
}
const isFuture = (at: number | null): boolean => at !== null && at > Date.UTC(2_200, 0, 1);

test.each(systems)(
  "[MV-024] every broken record of $system is in the report, and the others arrive",
  async (tested) => {
    const world = createBrokenWorld(tested.system === "chatwoot");
    const server = await tested.start({ world });
    const files = world.chats
      .filter(({ lacks }) => lacks === null)
      .flatMap(({ messages }) => messages)
      .flatMap((message) => message.files.map((file) => ({ message, file })));
    const [unreachable, busy, limited] = files.filter(({ file }) => !file.isDeleted);
    const addFileFault = (found: typeof busy, reply: object, times: number): void =>
      server.addFault({ path: tested.filePath(found?.file.id ?? 0), reply: reply as never, times });
    addFileFault(unreachable, { status: 500 }, Infinity);
    addFileFault(busy, { status: 429, retryAfterS: 20 }, 3);
    addFileFault(limited, { status: 429 }, Infinity);
    const id = await connect(tested, server);
    await finish(id, "plan");
    const done = await finish(id, "start");
    expect(done.state, JSON.stringify(done.reason)).toBe("done");

    const chats = world.chats.filter(({ lacks }) => lacks === null);
    const messages = chats.flatMap((chat) => chat.messages);
    const expected = [
      ...world.chats
        .filter(({ lacks }) => lacks === "person")
        .map((chat) => `broken_record chat ${tested.brokenChatId ?? tested.id("chat", chat.id)}`),
      ...chats
        .filter(({ endedAt }) => isFuture(endedAt))
        .map((chat) => `future_date chat ${tested.id("chat", chat.id)}`),
      ...messages
        .filter(({ lacks }) => lacks === "author")
        .map((message) => `no_author message ${tested.id("message", message.id)}`),
      ...messages
        .filter(({ lacks }) => lacks === "date")
        .map((message) => `no_date message ${tested.id("message", message.id)}`),
      ...messages
        .filter(({ at, lacks }) => isFuture(at) && lacks !== "date")
        .map((message) => `future_date message ${tested.id("message", message.id)}`),
      ...files.flatMap(({ message, file }) => {
        const name = `file ${tested.id("message", message.id)}/0`;
        if (file.isDeleted) return [`file_gone ${name}`];
        const isUnreachable = file === unreachable?.file || file === limited?.file;
        return isUnreachable ? [`file_unreachable ${name}`] : [];
      }),
    ];
    const found = await listProblems(id);
    // A record without an id has a number.
    const ofChats = found
      .filter((problem) => !/ (?:article|person) /.test(problem))
      .map((problem) => problem.replace(/\?\d+$/, "?"));
    expect(ofChats).toEqual(expected.toSorted());
    if (tested.system === "chatwoot")
      expect(found.filter((problem) => problem.includes(" person "))).toHaveLength(2);
    expect(done.stored).toMatchObject({ chat: chats.length, message: messages.length });
    const { chat: read } = done.counts;
    expect(read).toMatchObject({
      read: world.chats.length,
      left_out: world.chats.length - chats.length,
    });

    const imported = (await listItems<Chat>("chats?state=closed&limit=100")).toSorted((a, b) =>
      a.created_at.localeCompare(b.created_at),
    );
    expect(imported).toHaveLength(chats.length);
    for (const [n, { messages: sent }] of chats.entries()) {
      const texts = await parlour.sql<{ text: string }>(
        `select body::json->>'text' as text from journal where chat_id = ${imported[n]?.id}
           and name = 'message_created' and body::json->'author'->>'name' <> $1 order by seq`,
        [systemNames[tested.system]],
      );
      expect(texts.map(({ text }) => text.replace(/\nFile is gone: .*$/, ""))).toEqual(
        sent.map(({ text }) => text),
      );
    }
    expect(await finish(id, "undo")).toMatchObject({ state: "undone" });
    await server.close();
  },
);
