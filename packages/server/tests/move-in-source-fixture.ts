import { buffer } from "node:stream/consumers";
import { moveKinds, type MoveRecord } from "@parlour/protocol/move-in/record";
import { afterEach, describe, expect, test } from "vitest";
import type { HistoryServer, HistoryServerOptions } from "../../lab/src/services/history/server.ts";
import {
  createWorld,
  type World,
  type WorldChat,
  type WorldOptions,
} from "../../lab/src/services/history/world.ts";
import { ManualClock } from "../src/clock.ts";
import { createEgress } from "../src/egress/index.ts";
import type {
  MoveSource,
  OpenSource,
  RecordProblem,
  SourceSettings,
} from "../src/move-in/source.ts";

/** A system whose reader is tested: its service of the lab, and how it names what the world has. */
export interface SystemUnderTest {
  readonly name: string;
  readonly open: OpenSource;
  start(world: World, options: HistoryServerOptions): Promise<StartedSystem>;
  readonly ids: (kind: "chat" | "person" | "message" | "operator", id: number) => string;
  /** Part of the path of the list of chats, and of the messages of a chat. */
  readonly chatsPath: string;
  readonly messagesPath: (chat: WorldChat) => string;
  readonly product: RegExp;
  /** Whether the system has private notes. Default: true. */
  readonly hasNotes?: boolean;
}
interface StartedSystem {
  readonly server: HistoryServer;
  readonly settings: Omit<SourceSettings, "files">;
}
interface ReadResult {
  readonly records: readonly MoveRecord[];
  readonly problems: readonly RecordProblem[];
  readonly cursors: readonly (string | null)[];
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

export async function startSource(
  system: SystemUnderTest,
  worldOptions: WorldOptions = {},
  options: HistoryServerOptions & { readonly settings?: Partial<SourceSettings> } = {},
) {
  const world = createWorld(worldOptions);
  const { settings: changed, ...serverOptions } = options;
  const { server, settings } = await system.start(world, serverOptions);
  closers.push(() => server.close());
  const egress = createEgress({ clock: new ManualClock(), allowed: () => [server.host] });
  closers.push(() => egress.close());
  const open = (): Promise<MoveSource> =>
    system.open(
      { files: [], ...settings, ...changed },
      { egress, version: "1.2.3", signal: new AbortController().signal },
    );
  return { world, server, open, source: await open() };
}

/** Reads all pages of the given kinds. `openNext`: another reader for each page. */
export async function readAll(
  source: MoveSource,
  { kinds = moveKinds, openNext = () => Promise.resolve(source), afterPage }: ReadOptions = {},
): Promise<ReadResult> {
  const records: MoveRecord[] = [];
  const problems: RecordProblem[] = [];
  const cursors: (string | null)[] = [];
  for (const kind of kinds) {
    let cursor: string | null = null;
    do {
      cursors.push(cursor);
      const page = await (await openNext()).readPage(kind, cursor);
      records.push(...page.records);
      problems.push(...page.problems);
      cursor = page.next;
      afterPage?.(cursors.length);
    } while (cursor !== null);
  }
  return { records, problems, cursors };
}
interface ReadOptions {
  readonly kinds?: readonly (typeof moveKinds)[number][];
  readonly openNext?: () => Promise<MoveSource>;
  readonly afterPage?: (pages: number) => void;
}

const findKind = <K extends MoveRecord["kind"]>(records: readonly MoveRecord[], kind: K) =>
  records.filter((record): record is Extract<MoveRecord, { kind: K }> => record.kind === kind);

/** Compares records with the world, chat by chat and message by message. */
function expectWorld(
  { records }: Pick<ReadResult, "records">,
  world: World,
  { ids, hasNotes = true }: SystemUnderTest,
): void {
  const chats = world.chats.filter(({ lacks }) => lacks === null);
  const operatorId = (chat: { operator: { id: number } | null }): string | undefined =>
    chat.operator === null ? undefined : ids("operator", chat.operator.id);
  expect(
    findKind(records, "chat").map((chat) => ({
      id: chat.id,
      person: chat.person,
      channel: chat.channel?.kind,
      started: chat.started_at,
      ended: chat.ended_at,
      operator: chat.operator,
      tags: chat.tags ?? [],
      fields: chat.fields ?? {},
      rating: chat.rating,
    })),
  ).toEqual(
    chats.map((chat) => ({
      id: ids("chat", chat.id),
      person: ids("person", chat.person.id),
      channel: chat.channel,
      started: toTime(chat.startedAt),
      ended: chat.endedAt === null ? undefined : toTime(chat.endedAt),
      operator: operatorId(chat),
      tags: chat.tags,
      fields: chat.fields,
      rating:
        chat.rating === null
          ? undefined
          : {
              score: chat.rating.score,
              of: 5,
              ...(chat.rating.text === "" ? {} : { text: chat.rating.text }),
            },
    })),
  );
  const messages = new Map<string, unknown[]>();
  let chat = "";
  for (const record of records) {
    if (record.kind === "chat") chat = record.id;
    if (record.kind !== "message") continue;
    expect(record.chat).toBe(chat);
    const { id, author, text, sent_at, is_note = false, files = [] } = record;
    const list = messages.get(chat) ?? [];
    messages.set(chat, list);
    list.push({
      id,
      author: author?.kind,
      operator: author?.kind === "operator" ? author.id : undefined,
      text,
      at: sent_at,
      is_note,
      files: files.map(({ name, size }) => `${name} ${size}`),
    });
  }
  expect(Object.fromEntries(messages)).toEqual(
    Object.fromEntries(
      chats.map((one) => [
        ids("chat", one.id),
        one.messages.map((message) => ({
          id: ids("message", message.id),
          author: message.lacks === "author" ? undefined : message.author,
          operator: message.lacks === "author" ? undefined : operatorId(message),
          text: message.text,
          at: message.lacks === "date" ? undefined : toTime(message.at),
          is_note: hasNotes && message.isNote,
          files: message.files.map(({ name, bytes }) => `${name} ${bytes.length}`),
        })),
      ]),
    ),
  );
  const people = new Map(findKind(records, "person").map((person) => [person.id, person]));
  for (const person of new Set(chats.map((one) => one.person)))
    expect(describePerson(people.get(ids("person", person.id)))).toEqual({
      name: person.name,
      email: person.email ?? undefined,
      phone: person.phone ?? undefined,
      fields: person.fields,
    });
}
const toTime = (at: number): string => new Date(at).toISOString();
const describePerson = (record: Extract<MoveRecord, { kind: "person" }> | undefined) => ({
  name: record?.name,
  email: record?.email,
  phone: record?.phone,
  fields: Object.fromEntries(
    Object.entries(record?.fields ?? {}).filter(([key]) => key !== "city"),
  ),
});

/** A person may be read again with each of the chats. */
const withoutRepeats = ({ records, problems }: ReadResult) => ({
  records: [...new Set(records.map((record) => JSON.stringify(record)))],
  problems,
});

/** The contract of every reader of a system. */
export function testSource(system: SystemUnderTest): void {
  describe(`reader of ${system.name}`, () => {
    test("[MV-050] a source is checked and read completely, in order", async () => {
      const { world, source } = await startSource(system, { longChats: 1, isBroken: false });
      await expect(source.check()).resolves.toMatchObject({
        product: expect.stringMatching(system.product),
        firstChatAt: world.chats[0]?.startedAt,
        counts: { chat: world.chats.length },
      });
      const result = await readAll(source);
      expectWorld(result, world, system);
      const { records, problems } = result;
      const ids = records.map(({ kind, id }) => `${kind} ${id}`);
      expect(new Set(ids).size).toBe(ids.length);
      expect(problems.filter(({ code }) => code !== "not_published")).toEqual([]);
      expect(findKind(records, "operator").map(({ email }) => email)).toEqual(
        world.operators.map(({ email }) => email),
      );
      expect(findKind(records, "department").map(({ name }) => name)).toEqual(
        world.departments.map(({ name }) => name),
      );
      expect(findKind(records, "tag").map(({ name }) => name)).toEqual(
        world.tags.map(({ name }) => name),
      );
      expect(findKind(records, "reply").map(({ text }) => text)).toEqual(
        world.replies.map(({ text }) => text),
      );
    });

    test("[MV-050] another process resumes at every cursor", async () => {
      const { source, open } = await startSource(system, { chats: 40, messages: 4, longChats: 0 });
      const whole = await readAll(source);
      const resumed = await readAll(source, { openNext: open });
      expect(withoutRepeats(resumed)).toEqual(withoutRepeats(whole));
    });

    test("[MV-051] chats that begin or are deleted while reading hide no other chat", async () => {
      const { world, source } = await startSource(system, { chats: 60, messages: 3 });
      const first = [...world.chats];
      const result = await readAll(source, {
        kinds: ["chat"],
        afterPage(pages) {
          if (pages < 10) world.addChat();
          // A chat that was read is deleted, so that all later ones move up.
          if (pages === 2 || pages === 5) world.chats.splice(pages, 1);
        },
      });
      const read = new Set(findKind(result.records, "chat").map(({ id }) => id));
      for (const chat of [...first, ...world.chats])
        expect(read).toContain(system.ids("chat", chat.id));
      expect(result.problems).toEqual([]);
    });

    test("[MV-052] faults of the system are failures with their reason", async () => {
      const { world, server, source, open } = await startSource(system, { chats: 3 });
      const { chatsPath: path } = system;
      const read = async (): Promise<unknown> => (await open()).readPage("chat", null);
      server.addFault({ path, reply: { status: 429, retryAfterS: 7 } });
      await expect(read()).rejects.toMatchObject({
        code: "too_many_requests",
        options: { isFinal: false, retryAfterMs: 7_000 },
      });
      for (const [reply, code] of [
        [{ status: 500 }, "server_error"],
        [{ status: 503, retryAfterS: 2 }, "server_error"],
        ["html", "html_answer"],
        ["half", "broken_json"],
        ["cut", "incomplete"],
        ["reset", "unreachable"],
      ] as const) {
        // A request over an idle connection that was closed is repeated.
        server.addFault({ path, reply, times: reply === "reset" ? 2 : 1 });
        const failure = await read().catch((error: unknown) => error);
        expect(failure).toMatchObject({ code });
        expect(failure).not.toMatchObject({ options: { isFinal: true } });
        server.endFaults();
      }
      server.addFault({ path, reply: { status: 401 } });
      await expect(read()).rejects.toMatchObject({
        code: "wrong_token",
        options: { isFinal: true },
      });
      expectWorld(await readAll(source), world, system);
    });

    test("[MV-052] a system that answers the same page for ever is noticed", async () => {
      const { server, source } = await startSource(system, { chats: 60, messages: 1 });
      await source.readPage("chat", null);
      server.addFault({ path: system.chatsPath, reply: "same", times: Infinity });
      await expect(readAll(source, { kinds: ["chat"] })).rejects.toMatchObject({
        code: "same_page",
        options: { isFinal: true },
      });
    });

    test("[MV-052] a chat whose messages never arrive is reported, and the others are read", async () => {
      const { world, server, source } = await startSource(system, { chats: 12 });
      const broken = world.chats[4] as WorldChat;
      server.addFault({
        path: system.messagesPath(broken),
        reply: { status: 500 },
        times: Infinity,
      });
      let failures = 0;
      const page = async (): Promise<Awaited<ReturnType<MoveSource["readPage"]>>> => {
        try {
          return await source.readPage("chat", null);
        } catch {
          failures += 1;
          return page();
        }
      };
      const { problems, records } = await page();
      expect(failures).toBe(4);
      const id = system.ids("chat", broken.id);
      expect(problems).toMatchObject([{ kind: "chat", id, code: "messages_unreadable" }]);
      expect(findKind(records, "chat")).toHaveLength(8);
      expect(findKind(records, "message").some(({ chat }) => chat === id)).toBe(false);
    });

    test("[MV-052] broken records are reported, and the others are read", async () => {
      const { world, source } = await startSource(system, { isBroken: true, seed: 3 });
      const result = await readAll(source);
      expectWorld(result, world, system);
      const chats = result.problems.filter(({ kind }) => kind === "chat");
      expect(chats.map(({ code, id }) => `${code} ${id}`)).toEqual(
        world.chats
          .filter(({ lacks }) => lacks === "person")
          .map(({ id }) => `broken_record ${system.ids("chat", id)}`),
      );
    });

    test("[MV-052] files are opened, and those that are deleted are null", async () => {
      const { world, source } = await startSource(system, { chats: 30, fileShare: 0.5 });
      const { records } = await readAll(source, { kinds: ["chat"] });
      const files = findKind(records, "message").flatMap((message) => message.files ?? []);
      const expected = world.chats.flatMap(({ messages }) => messages.flatMap((one) => one.files));
      expect(files).toHaveLength(expected.length);
      for (const [n, file] of files.slice(0, 20).entries()) {
        const stream = await source.openFile(file);
        const bytes = stream === null ? null : await buffer(stream);
        expect(bytes).toEqual(expected[n]?.isDeleted === true ? null : expected[n]?.bytes);
      }
    });

    test("[MV-050] a wrong token and another program are final", async () => {
      const wrong = await startSource(system, { chats: 1 }, { settings: { token: "wrong" } });
      await expect(wrong.source.check()).rejects.toMatchObject({
        code: "wrong_token",
        options: { isFinal: true },
      });
      const { server, source } = await startSource(system, { chats: 1 });
      server.addFault({ reply: "html", times: Infinity });
      await expect(source.check()).rejects.toMatchObject({
        code: "other_program",
        options: { isFinal: true },
      });
    });
  });
}
