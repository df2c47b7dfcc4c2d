import type { Chat, Message } from "@parlour/protocol";
import type { Deliveries } from "@parlour/protocol/api";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { readConversation, talk } from "./desk.ts";
import { go } from "./places.ts";
import { until, type ShiftBed } from "./shift-bed.ts";
import type { Seat } from "./shift-operator.ts";
import type { Visit } from "./shift-visitors.ts";

/** Checks that must pass at the end of a simulated working day, independent of its faults. */

type Stored = ReadonlyMap<number, readonly Message[]>;

/** Waits until all deliveries are finished, except to the webhook, which failed at times. */
export async function settled(bed: ShiftBed, open: number): Promise<void> {
  await expect.poll(async () => (await allChats(bed)).filter(({ state }) => state !== "closed").length, { timeout: 60_000 }).toBe(open);
  await expect
    .poll(
      async () =>
        (await bed.call<Deliveries>("/deliveries?state=pending&limit=200")).items.filter(({ endpoint }) => endpoint.kind !== "webhook")
          .length,
      { timeout: 60_000 },
    )
    .toBe(0);
}

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => /\b[a-z]\d{3}\.\d+/.exec(line)?.[0] ?? []);
const storedWords = (messages: readonly Message[]): string[] =>
  wordsOf(messages.map(({ text, media }) => text || (media?.file_name ?? "")));

/**
 * Checks that database, integrator and chat windows have exactly the messages that were
 * acknowledged.
 */
export async function agree(visits: readonly Visit[], botSaid: ReadonlyMap<string, string>, stored: Stored): Promise<void> {
  const byVisitor = new Map<string, [number, readonly Message[]]>();
  for (const [id, messages] of stored) {
    expect(
      messages.map(({ seq }) => seq),
      `chat ${id}`,
    ).toEqual(messages.map((_, n) => n + 1));
    const name = messages.find(({ author }) => author.kind === "visitor")?.author.name ?? "";
    if (/ \d{3}$/.test(name)) {
      expect(byVisitor.has(name), `${name} has a second chat`).toBe(false);
      byVisitor.set(name, [id, messages]);
    }
  }
  for (const { visitor, said, replies, notes } of visits) {
    const [id, messages] = byVisitor.get(visitor.name) ?? [0, []];
    const of = (kind: string, isNote = false): string[] =>
      messages
        .filter((one) => one.author.kind === kind && (one.kind === "note") === isNote)
        .map(({ text, media }) => text || (media?.file_name ?? ""));
    expect.soft(of("visitor"), `said by ${visitor.name}`).toEqual(said);
    expect.soft(of("operator"), `answered to ${visitor.name}`).toEqual(replies);
    expect.soft(of("operator", true), `noted of ${visitor.name}`).toEqual(notes);
    const greeting = botSaid.get(String(id));
    expect.soft(of("bot"), `the bot to ${visitor.name}`).toEqual(greeting === undefined ? [] : [greeting]);
    const outside = messages
      .filter(({ author, kind }) => (author.kind === "operator" || author.kind === "bot") && kind !== "note")
      .map(({ text, media }) => text || (media?.file_name ?? ""));
    await until(
      () => visitor.heard().length >= outside.length,
      () => `${visitor.name} hears all`,
      15_000,
    ).catch(() => undefined);
    expect.soft(visitor.heard(), `heard by ${visitor.name}`).toEqual(outside);
  }
}

/** Checks the delivery log against the requests that arrived. */
export async function webhooks(bed: ShiftBed): Promise<void> {
  const owed: Deliveries["items"][number][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Deliveries = await bed.call(
      `/deliveries?endpoint=${bed.webhookEndpoint}&limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    owed.push(...page.items);
    cursor = page.next_cursor;
  }
  expect(owed.filter(({ state }) => state === "failed" || state === "dead")).toEqual([]);
  for (const { id, state, next_at } of owed) if (state === "pending") expect(next_at, `delivery ${id} is due`).not.toBeNull();
  const taken = new Map<string, number>();
  for (const { event, chatId } of bed.receiver.accepted())
    taken.set(`${event} ${chatId ?? ""}`, (taken.get(`${event} ${chatId ?? ""}`) ?? 0) + 1);
  for (const event of ["chat_accepted", "chat_finished"])
    for (const chat of await allChats(bed)) {
      if (event === "chat_finished" && chat.state !== "closed") continue;
      const entries = owed.filter((one) => one.event === event && one.chat_id === chat.id);
      expect.soft(entries.length, `${event} of ${chat.id}`).toBeGreaterThan(0);
      const delivered = entries.filter(({ state }) => state === "delivered").length;
      expect.soft(taken.get(`${event} ${chat.id}`) ?? 0, `${event} of ${chat.id} arrived`).toBeGreaterThanOrEqual(delivered);
    }
}
async function allChats(bed: ShiftBed): Promise<readonly Chat[]> {
  const all: Chat[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { items: Chat[]; next_cursor: string | null } = await bed.call(
      `/chats?limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all.filter(({ visitor }) => / \d{3}$/.test(visitor.name?.value ?? ""));
}

/** Checks that each page shows the same lists, counters and conversations as a newly loaded one. */
export async function pages(bed: ShiftBed, seats: readonly Seat[], fresh: readonly Seat[], stored: Stored): Promise<void> {
  const lists = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => [
      document.querySelector("nav.views")?.textContent ?? "",
      document.querySelector(".rail")?.textContent ?? "",
      ...[...document.querySelectorAll(".row")].map((row) =>
        [".who", ".last", ".badge"].map((part) => row.querySelector(part)?.textContent ?? "").join(" | "),
      ),
    ]);
  for (const [n, { hands, name }] of seats.entries()) {
    const other = fresh[n]?.hands.page as Page;
    for (const view of ["mine", "waiting", "bot", "all", "closed"]) {
      for (const page of [hands.page, other]) {
        await page.bringToFront();
        await go(page, `/inbox/${view}`);
        await page.locator(`nav.views`).waitFor();
      }
      // Only a lasting difference counts: the request for the list of closed chats may still be
      // under way.
      const differs = async (): Promise<string> => {
        // The row of a closed chat shows the last message if the page has it, else the system
        // message of the closing.
        const words = async (page: Page) =>
          (await lists(page)).map((line) => (view === "closed" ? line.replace(/ \| .* \| /, " | ") : line));
        const [here, there] = await Promise.all([words(hands.page), words(other)]);
        return JSON.stringify(here) === JSON.stringify(there) ? "" : [...here, "and, loaded afresh:", ...there].join("\n");
      };
      await expect.poll(differs, { message: `${view} of ${name}` }).toBe("");
    }
  }
  const all = [...stored].filter(([, messages]) => storedWords(messages).length > 0);
  await Promise.all(
    fresh.map(async ({ hands: { page } }, n) => {
      for (const [id, messages] of all.filter((_, at) => at % fresh.length === n)) {
        await shows(page, id);
        expect.soft(wordsOf(await readConversation(page)), `chat ${id} on a fresh page`).toEqual(storedWords(messages));
      }
    }),
  );
  const open = new Set((await allChats(bed)).filter(({ state }) => state === "open").map(({ id }) => id));
  for (const {
    hands: { page },
    name,
  } of seats)
    for (const [id, messages] of all.filter(([id], at) => open.has(id) || at % 10 === 0)) {
      await shows(page, id);
      expect.soft(wordsOf(await readConversation(page)), `chat ${id} before ${name}`).toEqual(storedWords(messages));
    }
  for (const { faults, context } of fresh) {
    expect(faults).toEqual([]);
    await context.close();
  }
}
async function shows(page: Page, id: number): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), `/inbox/all/${id}`);
  await page.locator(`section.talk[data-chat="${id}"]`).waitFor();
  await talk(page).locator("[data-article]").first().waitFor();
}
