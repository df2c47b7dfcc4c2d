import type { Chat, Delivery, Message } from "@parlour/protocol";
import type { SlaReport } from "@parlour/protocol/api";
import { createSeededRandom, readStoredMessages, type ServerProcess } from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKey, cleanUp } from "./crash-fixture.ts";
import { pollEvents } from "./feed-client.ts";
import { compareDeliveries, findMissing } from "./work-kills-deliveries.ts";
import {
  customerCounts,
  openWorkFixture,
  pause,
  prepareWork,
  texts,
  type WorkFixture,
} from "./work-kills-fixture.ts";
import { startWork, type Acknowledged } from "./work-kills-load.ts";

/**
 * Kills the server while rules, snoozes, scheduled messages, bulk actions, targets of a policy,
 * promises, reminders, scheduled reports and broadcasts are due. `KILL_CYCLES`: number of kills.
 */
const killCount = Number(process.env["KILL_CYCLES"] ?? 20);
const dayMs = 24 * 3_600_000;

let fixture: WorkFixture;
let server: ServerProcess | null = null;
beforeAll(async () => {
  fixture = await openWorkFixture();
});
afterAll(async () => {
  await cleanUp(fixture.crash, server);
  await fixture.mail.stop();
});

test(
  `[RULE-011] [RULE-022] [SNZ-008] [LATER-004] [ACT-031] [SLA-013] [PROM-009] [PROM-011] [REM-011] [REP-003] [BC-014] [ACT-038] [WH-119] ${killCount} kills: each due effect happens once`,
  async () => {
    server = await fixture.start();
    const prepared = await prepareWork(fixture);
    const start = await readHead();
    const work = startWork(fixture, prepared);
    const random = createSeededRandom(15);
    for (let n = 0; n < killCount; n++) {
      const before = work.countMessages();
      while (work.countMessages() < before + prepared.chats.busy.length) await pause(20);
      await pause(random() * 1_500);
      await server.kill(n % 3 === 2 ? "both" : "server");
      server = await fixture.start();
    }
    await work.stop();
    const endedAt = Date.now();
    await waitUntilQuiet();

    const stored = await readStoredMessages(fixture.crash.api, apiKey);
    const all = [...stored.values()].flat();
    // Everything in the delivery log has arrived, except what kills put off.
    const { counts, putOff, repeated, faults } = await compareDeliveries(fixture, all);
    expect(faults).toEqual([]);
    const countIn = (chats: readonly number[], matches: (message: Message) => boolean) =>
      chats.map((chat) => (stored.get(chat) ?? []).filter(matches).length);
    const chatIds = [...stored.keys()];
    const countNotes = (text: string) => countIn(chatIds, (message) => message.text === text);
    const countLines = (code: string) => countIn(chatIds, ({ line }) => line?.code === code);

    // Each message of a visitor: a note, an email and a call of the webhook.
    const written = countIn(chatIds, ({ author }) => author.kind === "visitor");
    const messages = sum(written);
    for (const counts of [countNotes(texts.messageNote), countLines("notified")])
      expect(counts).toEqual(written);
    expect(countLines("webhook_called")).toEqual(written);
    expect(counts.get("chat_action")).toBe(messages);
    expect(counts.get("chat_notice")).toBe(messages);

    // Each silence after an answer: a note.
    const silences = countIn(chatIds, ({ text }) => text.startsWith(texts.beforeSilence));
    const silent = [...stored.values()].map(listAnswersBeforeNotes);
    expect(silent.map(repeatedOf)).toEqual(chatIds.map(() => []));
    // On a busy machine, the silence after the welcome may last long enough, too.
    expect(
      silent.map(
        (answers) => answers.filter((text) => text.startsWith(texts.beforeSilence)).length,
      ),
    ).toEqual(silences);

    // Snoozes end once. Scheduled messages and bulk actions: once in each chat.
    const snoozeLines = [...stored.values()].map((list) =>
      list.flatMap(({ line }) => (line?.code.startsWith("snooze") === true ? [line.code] : [])),
    );
    for (const codes of snoozeLines)
      expect(codes).toEqual(codes.map((_, n) => (n % 2 === 0 ? "snoozed" : "snooze_ended")));
    const textCounts = Map.groupBy(all, ({ text }) => text);
    const countText = (text: string): number => textCounts.get(text)?.length ?? 0;
    expectOnce(work.scheduled, countText);
    expectOnce(work.bulk, countText, prepared.chats.busy.length);

    // Targets and promises, from the events.
    const events = await readEvents(start);
    const countEvents = (name: string) =>
      chatIds.map((id) => events.filter((event) => event.name === name && event.chat.id === id));
    const lengths = (lists: readonly (readonly unknown[])[]) => lists.map(({ length }) => length);
    const missed = countEvents("chat_sla_broken");
    const keyOf = ({ name, chat }: ChatEvent) =>
      `${name} ${chat.id} ${name.includes("sla") ? chat.sla?.due_at : chat.promise?.until}`;
    expect(repeatedOf(events.map(keyOf))).toEqual([]);
    expect(countNotes(texts.lateNote)).toEqual(lengths(missed));
    expect(countLines("reminded")).toEqual(lengths(missed));
    const report = await read<SlaReport>("/reports/sla?last=2");
    expect(report.totals.broken).toBe(missed.flat().length);
    const broken = countEvents("chat_promise_broken");
    expect(countNotes(texts.brokenNote)).toEqual(lengths(broken));
    expect(countLines("promise_broken")).toEqual(lengths(broken));
    const ended = new Map<string, number>();
    for (const { name, chat } of events)
      if (/promise_(kept|broken)$/.test(name)) {
        const key = `${chat.id} ${chat.promise?.until}`;
        ended.set(key, (ended.get(key) ?? 0) + 1);
      }
    expectOnce(work.promises, (key) => ended.get(key) ?? 0);

    // A reminder for each missed target and each promise that was nearly due.
    const reminders = await listReminders();
    const isOfRule = ({ text }: Reminder) => text === texts.lateReminder;
    expect(reminders.filter(isOfRule).map(({ state }) => state)).toEqual(
      missed.flat().map(() => "due"),
    );
    const nearlyDue = countEvents("chat_promise_at_risk").flat();
    expect(reminders.filter((reminder) => !isOfRule(reminder))).toHaveLength(nearlyDue.length);

    // A report has one email, of those that were not due yet none.
    const dueReports = [...prepared.reports].filter(([, dueAt]) => dueAt < endedAt);
    const countReports = (name: string) => countMails(({ subject }) => subject.startsWith(name));
    expect(dueReports.filter(([name]) => countReports(name) !== 1)).toEqual([]);
    expect([...prepared.reports.keys()].filter((name) => countReports(name) > 1)).toEqual([]);

    const { recipient: recipientCount } = customerCounts;
    // Each recipient gets each broadcast once, in the chat and by email.
    for (const id of work.broadcasts) {
      expect(await read(`/broadcasts/${id}`)).toMatchObject({
        total: recipientCount,
        counts: { sent: recipientCount },
      });
      const sent = all.filter(
        ({ cause, line }) => cause?.kind === "broadcast" && cause.id === id && line === undefined,
      );
      const chats = new Set(sent.map(({ chat_id }) => chat_id));
      expect([sent.length, chats.size], `broadcast ${id}`).toEqual([
        recipientCount,
        recipientCount,
      ]);
    }
    const news = countMails(({ subject }) => subject.startsWith("News"));
    const newsCount = work.broadcasts.length * recipientCount;
    expect(news).toBeLessThanOrEqual(newsCount);
    expect(news).toBeGreaterThanOrEqual(newsCount - putOff.length);

    // When their times have come, those that kills put off arrive, too.
    if (putOff.length > 0) {
      await server.stop();
      server = await fixture.startAhead(dayMs);
      await expect.poll(() => findMissing(fixture, putOff, all), { timeout: 60_000 }).toEqual([]);
      expect(countMails(({ subject }) => subject.startsWith("News"))).toBe(newsCount);
    }

    console.log(
      `${killCount} kills: ${messages} messages with a note, an email and a webhook of the rule each, ${sum(silences)} silences with a note, ${snoozeLines.flat().length / 2} snoozes, ${work.scheduled.done.size} scheduled messages, ${work.bulk.done.size} bulk actions on ${prepared.chats.busy.length} chats, ${missed.flat().length} missed and ${report.totals.met} met targets, ${ended.size} promises (${broken.flat().length} broken), ${reminders.length} reminders, ${dueReports.length} reports, ${work.broadcasts.length} broadcasts to ${recipientCount} recipients, ${sum([...counts.values()])} deliveries, ${repeated} of them again after an interruption, ${putOff.length} put off by hours`,
    );
  },
  killCount * 60_000 + 2_400_000,
);

const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

/** Returns the answer before each note on a silence. */
function listAnswersBeforeNotes(messages: readonly Message[]): readonly string[] {
  const answers: string[] = [];
  let last = "";
  for (const { text, author, kind } of messages)
    if (text === texts.silentNote) answers.push(last);
    else if (author.kind === "operator" && kind === "text") last = text;
  return answers;
}

const repeatedOf = (keys: readonly string[]): readonly string[] =>
  keys.filter((key, n) => keys.indexOf(key) !== n);

/** What was not acknowledged may have been stored. */
function expectOnce(
  { done, uncertain }: Acknowledged,
  count: (key: string) => number,
  times = 1,
): void {
  expect([...done].filter((key) => count(key) !== times)).toEqual([]);
  expect([...uncertain].filter((key) => ![0, times].includes(count(key)))).toEqual([]);
}

/** Counts emails. One that arrives again under its id counts once. */
function countMails(matches: (mail: WorkFixture["mail"]["received"][number]) => boolean): number {
  return new Set(fixture.mail.received.filter(matches).map(({ headers }) => headers["message-id"]))
    .size;
}

/** Repeats a request that a machine under load answers too late. */
async function read<T>(path: string): Promise<T> {
  for (;;) {
    const answer = await fixture.call<T>("GET", path);
    if (answer !== null) return answer;
    await pause(1_000);
  }
}

const poll = async (query: string) =>
  (await pollEvents({ origin: new URL(fixture.crash.api).origin, key: apiKey }, query)).body;
const readHead = async (): Promise<string> => (await poll("")).cursor as string;

interface ChatEvent {
  readonly name: string;
  readonly chat: Chat;
}
/** Reads the events about targets and promises. */
async function readEvents(start: string): Promise<readonly ChatEvent[]> {
  const names = ["chat_sla_at_risk", "chat_sla_broken"];
  const states = ["at_risk", "kept", "broken"].map((state) => `chat_promise_${state}`);
  const events: ChatEvent[] = [];
  for (let after = start, more = true; more;) {
    const body = await poll(`after=${after}&limit=1000&types=${[...names, ...states].join(",")}`);
    for (const { name, data } of body.events) events.push({ name, chat: data.chat });
    ({ cursor: after, more } = body);
  }
  return events;
}

interface Reminder {
  readonly text: string;
  readonly state: string;
}
async function listReminders(): Promise<readonly Reminder[]> {
  const reminders: Reminder[] = [];
  for (const state of ["waiting", "due", "done"])
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: { items: Reminder[]; next_cursor: string | null } = await read(
        `/reminders?state=${state}&limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      reminders.push(...page.items);
      cursor = page.next_cursor;
    }
  return reminders;
}

/**
 * Waits until no delivery is due, no snooze is left, and nothing is written any more. A delivery
 * that several kills in a row interrupted waits for hours (CORE-340).
 */
async function waitUntilQuiet(): Promise<void> {
  for (let before = ""; ;) {
    await pause(3_000);
    const head = await readHead();
    const pending = await read<{ items: readonly Delivery[] }>(
      "/deliveries?state=pending&limit=200",
    );
    const soon = Date.now() + 600_000;
    const isDue = pending.items.some(
      ({ next_at }) => next_at === null || Date.parse(next_at) < soon,
    );
    const { items } = await read<{ items: readonly Chat[] }>("/chats?snoozed=true");
    if (head === before && items.length === 0 && !isDue) return;
    before = head;
  }
}
