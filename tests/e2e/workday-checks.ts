import type { Chat, Message } from "@parlour/protocol";
import type { Deliveries } from "@parlour/protocol/api";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { readConversation, conversationPane } from "./inbox-fixture.ts";
import { navigateTo } from "./screens-with-data.ts";
import { waitUntil, type WorkdayFixture } from "./workday-fixture.ts";
import type { WorkdayOperator } from "./workday-operator.ts";
import type { WorkdayChat } from "./workday-visitors.ts";

/** Checks that must pass at the end of a simulated working day, independent of its faults. */

type StoredMessages = ReadonlyMap<number, readonly Message[]>;

/** Waits until all deliveries are finished, except to the webhook, which failed at times. */
export async function waitUntilSettled(fixture: WorkdayFixture, open: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (await listVisitorChats(fixture)).filter(({ state }) => state !== "closed").length,
      { timeout: 60_000 },
    )
    .toBe(open);
  await expect
    .poll(
      async () =>
        (await fixture.call<Deliveries>("/deliveries?state=pending&limit=200")).items.filter(
          ({ endpoint }) => endpoint.kind !== "webhook",
        ).length,
      { timeout: 60_000 },
    )
    .toBe(0);
}

const extractMarkers = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /\b[a-z]\d{3}\.\d+/.exec(line)?.[0] ?? []);
const getStoredMarkers = (messages: readonly Message[]): string[] =>
  extractMarkers(messages.map(({ text, media }) => text || (media?.file_name ?? "")));

/**
 * Checks that database, integrator and chat windows have exactly the messages that were
 * acknowledged.
 */
export async function checkConversations(
  workdayChats: readonly WorkdayChat[],
  botGreetings: ReadonlyMap<string, string>,
  stored: StoredMessages,
): Promise<void> {
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
  for (const { visitor, sentTexts, replies, notes } of workdayChats) {
    const [id, messages] = byVisitor.get(visitor.name) ?? [0, []];
    const textsBy = (kind: string, isNote = false): string[] =>
      messages
        .filter((one) => one.author.kind === kind && (one.kind === "note") === isNote)
        .map(({ text, media }) => text || (media?.file_name ?? ""));
    expect.soft(textsBy("visitor"), `said by ${visitor.name}`).toEqual(sentTexts);
    expect.soft(textsBy("operator"), `answered to ${visitor.name}`).toEqual(replies);
    expect.soft(textsBy("operator", true), `noted of ${visitor.name}`).toEqual(notes);
    const greeting = botGreetings.get(String(id));
    expect
      .soft(textsBy("bot"), `the bot to ${visitor.name}`)
      .toEqual(greeting === undefined ? [] : [greeting]);
    const sentToVisitor = messages
      .filter(
        ({ author, kind }) =>
          (author.kind === "operator" || author.kind === "bot") && kind !== "note",
      )
      .map(({ text, media }) => text || (media?.file_name ?? ""));
    await waitUntil(
      () => visitor.receivedTexts().length >= sentToVisitor.length,
      () => `${visitor.name} hears all`,
      15_000,
    ).catch(() => undefined);
    expect.soft(visitor.receivedTexts(), `heard by ${visitor.name}`).toEqual(sentToVisitor);
  }
}

/** Checks the delivery log against the requests that arrived. */
export async function checkWebhookDeliveries(fixture: WorkdayFixture): Promise<void> {
  const deliveries: Deliveries["items"][number][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Deliveries = await fixture.call(
      `/deliveries?endpoint=${fixture.webhookEndpoint}&limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    deliveries.push(...page.items);
    cursor = page.next_cursor;
  }
  expect(deliveries.filter(({ state }) => state === "failed" || state === "dead")).toEqual([]);
  for (const { id, state, next_at } of deliveries)
    if (state === "pending") expect(next_at, `delivery ${id} is due`).not.toBeNull();
  const arrivedCounts = new Map<string, number>();
  for (const { event, chatId } of fixture.receiver.accepted())
    arrivedCounts.set(
      `${event} ${chatId ?? ""}`,
      (arrivedCounts.get(`${event} ${chatId ?? ""}`) ?? 0) + 1,
    );
  for (const event of ["chat_accepted", "chat_finished"])
    for (const chat of await listVisitorChats(fixture)) {
      if (event === "chat_finished" && chat.state !== "closed") continue;
      const entries = deliveries.filter((one) => one.event === event && one.chat_id === chat.id);
      expect.soft(entries.length, `${event} of ${chat.id}`).toBeGreaterThan(0);
      const delivered = entries.filter(({ state }) => state === "delivered").length;
      expect
        .soft(arrivedCounts.get(`${event} ${chat.id}`) ?? 0, `${event} of ${chat.id} arrived`)
        .toBeGreaterThanOrEqual(delivered);
    }
}
async function listVisitorChats(fixture: WorkdayFixture): Promise<readonly Chat[]> {
  const all: Chat[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: { items: Chat[]; next_cursor: string | null } = await fixture.call(
      `/chats?limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all.filter(({ visitor }) => / \d{3}$/.test(visitor.name?.value ?? ""));
}

/** Checks that each page shows the same lists, counters and conversations as a newly loaded one. */
export async function checkPages(
  fixture: WorkdayFixture,
  operators: readonly WorkdayOperator[],
  freshOperators: readonly WorkdayOperator[],
  stored: StoredMessages,
): Promise<void> {
  const lists = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => [
      document.querySelector("nav.views")?.textContent ?? "",
      document.querySelector(".rail")?.textContent ?? "",
      ...[...document.querySelectorAll(".row")].map((row) =>
        [".visitorname", ".last", ".badge"]
          .map((part) => row.querySelector(part)?.textContent ?? "")
          .join(" | "),
      ),
    ]);
  for (const [n, { actions, name }] of operators.entries()) {
    const other = freshOperators[n]?.actions.page as Page;
    for (const view of ["mine", "waiting", "bot", "all", "closed"]) {
      for (const page of [actions.page, other]) {
        await page.bringToFront();
        await navigateTo(page, `/inbox/${view}`);
        await page.locator(`nav.views`).waitFor();
      }
      // Only a lasting difference counts: the request for the list of closed chats may still be
      // under way.
      const differs = async (): Promise<string> => {
        // The row of a closed chat shows the last message if the page has it, else the system
        // message of the closing.
        const readLines = async (page: Page) =>
          (await lists(page)).map((line) =>
            view === "closed" ? line.replace(/ \| .* \| /, " | ") : line,
          );
        const [shownLines, freshLines] = await Promise.all([
          readLines(actions.page),
          readLines(other),
        ]);
        return JSON.stringify(shownLines) === JSON.stringify(freshLines)
          ? ""
          : [...shownLines, "and, loaded afresh:", ...freshLines].join("\n");
      };
      await expect.poll(differs, { message: `${view} of ${name}` }).toBe("");
    }
  }
  const all = [...stored].filter(([, messages]) => getStoredMarkers(messages).length > 0);
  await Promise.all(
    freshOperators.map(async ({ actions: { page } }, n) => {
      for (const [id, messages] of all.filter((_, at) => at % freshOperators.length === n)) {
        await openChatOnPage(page, id);
        expect
          .soft(extractMarkers(await readConversation(page)), `chat ${id} on a fresh page`)
          .toEqual(getStoredMarkers(messages));
      }
    }),
  );
  const open = new Set(
    (await listVisitorChats(fixture)).filter(({ state }) => state === "open").map(({ id }) => id),
  );
  for (const {
    actions: { page },
    name,
  } of operators)
    for (const [id, messages] of all.filter(([id], at) => open.has(id) || at % 10 === 0)) {
      await openChatOnPage(page, id);
      expect
        .soft(extractMarkers(await readConversation(page)), `chat ${id} before ${name}`)
        .toEqual(getStoredMarkers(messages));
    }
  for (const { faults, context } of freshOperators) {
    expect(faults).toEqual([]);
    await context.close();
  }
}
async function openChatOnPage(page: Page, id: number): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), `/inbox/all/${id}`);
  await page.locator(`section.conversation[data-chat="${id}"]`).waitFor();
  await conversationPane(page).locator("[data-article]").first().waitFor();
}
