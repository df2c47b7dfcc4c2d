import { setTimeout as delay } from "node:timers/promises";
import { chooseSeed, createSeededRandom, type TestOperator } from "@parlour/testkit";
import type { Draft } from "@parlour/protocol/api";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { conversationPane, openInboxFixture, offerCard, waitUntilLive } from "./inbox-fixture.ts";
import type { InboxFixture, OperatorPage } from "./inbox-fixture.ts";

/** Two operators open chats of the same list and type at once, while the server is slow. */
const typingsPerPerson = 150;
/** Most time before a request that takes a chat arrives, and before its answer does, ms. */
const maxDelayMs = 1_500;
/** Single-key commands of a chat and of the list. */
const commandKeys = "e l h t a j n r b g i m u p 1 2 3".split(" ");
/** Last parts of the paths that a page changes when it opens chats and keeps what is typed. */
const expectedChanges = ["accept", "join", "read", "draft", "typing", "viewing", "presence"];

interface Person extends OperatorPage {
  readonly operator: TestOperator;
  readonly random: () => number;
  /** Words that were typed after a press that showed the chat, by its id. */
  readonly typed: Map<number, string[]>;
  /** Last parts of the paths that the page has changed. */
  readonly changes: string[];
  /** How often each way opened a chat, and the statuses of requests that take one. */
  readonly openings: Record<string, number>;
  readonly statuses: number[];
  pendingCount: number;
}
let fixture: InboxFixture;
let typists: readonly Person[];
let customerCount = 0;
const seed = chooseSeed();
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { parlour, channel, operator } = fixture;
  const max = await parlour.operator("operator", "Max");
  const members = { operators: [operator.id, max.id] };
  await parlour.owner.call("PATCH", `channels/${channel.id}`, members);
  await supplyWaitingChats();
  typists = await Promise.all([operator, max].map((one, index) => openPerson(one, seed + index)));
});
afterAll(() => fixture.close());
const toName = (n: number): string => `Customer ${String(n).padStart(3, "0")}`;
/** Starts chats until some wait, so that there is one for each press. */
async function supplyWaitingChats(): Promise<void> {
  const { parlour, channel } = fixture;
  const waiting = await parlour.sql("select id from chat where state = 'waiting'");
  for (let n = waiting.length; n < 6; n++) {
    const name = toName(++customerCount);
    await parlour.sendCustomerMessage(channel, name, "Hello", { sender: { name } });
  }
}

async function openPerson(operator: TestOperator, personSeed: number): Promise<Person> {
  const operatorPage = await fixture.openOperatorPage(operator);
  const { page, context } = operatorPage;
  const [random, randomDelay] = [
    createSeededRandom(personSeed),
    createSeededRandom(personSeed + 2),
  ];
  const logs = { typed: new Map(), changes: [], openings: {}, statuses: [] };
  const person: Person = { ...operatorPage, ...logs, operator, random, pendingCount: 0 };
  page.on("request", (request) => {
    if (request.method() !== "GET") person.changes.push(request.url().replace(/^.*\//u, ""));
  });
  await context.route(/\/(accept|join|continue)$/u, async (route) => {
    person.pendingCount += 1;
    await delay(randomDelay() * maxDelayMs);
    const response = await route.fetch();
    person.statuses.push(response.status());
    await delay(randomDelay() * maxDelayMs);
    await route.fulfill({ response });
    person.pendingCount -= 1;
  });
  await waitUntilLive(page);
  await offerCard(page).waitFor();
  return person;
}

/** The other operator may take the chat before the click, and the button with it. */
async function click(buttons: Locator): Promise<boolean> {
  const [button] = await buttons.elementHandles();
  const failure = await button?.click().catch(String);
  if (failure !== undefined) expect(failure).toContain("not attached");
  return button !== undefined && failure === undefined;
}
/** How a press opens a chat. Each returns false if there was nothing to press. */
const openers: Readonly<Record<string, (person: Person) => Promise<boolean>>> = {
  async accept({ page }) {
    const counter = page.getByRole("button", { name: /waiting,? longest wait/ });
    if ((await counter.count()) === 0) return false;
    await page.keyboard.press("Control+j");
    return true;
  },
  card: ({ page }) => click(offerCard(page).getByRole("button", { name: "Reply" })),
  join: ({ page }) => click(conversationPane(page).getByRole("button", { name: /^Join/ })),
  next: ({ page }) => click(page.getByRole("button", { name: /^Next: / })),
  async row({ page, random }) {
    await page.evaluate((part) => {
      const rows = document.querySelectorAll<HTMLElement>("[role=grid] [role=row]");
      rows[Math.floor(part * rows.length)]?.focus();
    }, random());
    await page.keyboard.press("Enter");
    return true;
  },
  async palette({ page, random }) {
    const name = toName(1 + Math.floor(random() * customerCount));
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search" });
    await palette.getByRole("combobox").fill(name);
    await palette.getByRole("option", { name, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    return true;
  },
};
/** The ways to open a chat. Two are seldom possible, so they are tried more often. */
const ways = [...Object.keys(openers), "card", "join", "card", "join"];

/** Opens a chat in one of the ways, and types a word. Returns false if nothing was pressed. */
async function typeAfterPress(person: Person): Promise<boolean> {
  const { page, random, typed, openings } = person;
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? "";
  const isLost = (await page.getByRole("button", { name: /^Next: / }).count()) > 0;
  const way = isLost && random() < 0.7 ? "next" : pick(ways);
  if ((await openers[way]?.(person)) !== true) return false;
  const { chat, focus } = await page.evaluate(() => ({
    chat: Number(document.querySelector<HTMLElement>("section.conversation")?.dataset["chat"]),
    focus: document.activeElement?.outerHTML.slice(0, 300),
  }));
  expect(focus, way).toMatch(/data-(key-catcher|composer)/u);
  const word = Array.from({ length: 3 + Math.floor(random() * 4) }, () => pick(commandKeys));
  await page.keyboard.type(`${word.join("")}|`, { delay: random() * 60 });
  typed.set(chat, [...(typed.get(chat) ?? []), word.join("")]);
  openings[way] = (openings[way] ?? 0) + 1;
  return true;
}
async function work(person: Person): Promise<void> {
  for (let n = 0; n < typingsPerPerson;) {
    await supplyWaitingChats();
    if (await typeAfterPress(person)) n += 1;
    // Now and then the person reads what the answers say, for example that another was faster.
    if (person.random() < 0.15) await expect.poll(() => person.pendingCount).toBe(0);
  }
}

const sortLists = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.toSorted()]));
/** Returns the words of drafts by chat, sorted. Replies and notes of a chat are together. */
function listWords(drafts: readonly Pick<Draft, "chat_id" | "text">[]) {
  const words: Record<string, string[]> = {};
  for (const { chat_id, text } of drafts.filter((draft) => draft.text !== ""))
    (words[chat_id] ??= []).push(...text.split(/[|\n]+/u).filter(Boolean));
  return sortLists(words);
}
const readPageDrafts = ({ page, operator }: Person) =>
  page.evaluate((prefix) => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? "{}") as Draft;
    return keys.map((key) => ({ ...read(key), chat_id: Number(key.split(".")[3]) }));
  }, `parlour.draft.${operator.id}.`);

/** No letter was a command: chats were only taken and joined, and no customer got a message. */
async function expectUntouchedChats(): Promise<void> {
  const { parlour, integrator } = fixture;
  const others = await parlour.sql(
    `select name, body from journal where chat_id is not null
    and coalesce(body::jsonb -> 'line' ->> 'code', author_kind, name) not in
      ('chat_accepted', 'chat_created', 'chat_updated', 'accepted', 'joined', 'offered', 'visitor')`,
  );
  const changed = await parlour.sql(
    `select id from chat where state not in ('waiting', 'open')
    or body::jsonb ?| array['tags', 'priority', 'snooze', 'promise', 'transfer', 'invited']`,
  );
  expect([others, changed, integrator.messages()]).toEqual([[], [], []]);
}

test(
  "[CORE-471] [CORE-472] 300 typings of two operators who race for the same chats are each in the composer of the chat that was shown",
  { timeout: 1_200_000 },
  async () => {
    await Promise.all(typists.map(work));
    for (const person of typists) {
      await expect.poll(() => person.pendingCount).toBe(0);
      const typed = sortLists(Object.fromEntries(person.typed));
      expect(listWords(await readPageDrafts(person)), person.operator.email).toEqual(typed);
      const readStored = async () => (await person.operator.call("GET", "drafts")).body.items;
      await expect.poll(async () => listWords((await readStored()) as Draft[])).toEqual(typed);
      expect(person.changes.filter((name) => !expectedChanges.includes(name))).toEqual([]);
      expect(await person.page.getByRole("dialog").count()).toBe(0);
    }
    await expectUntouchedChats();
    const words = typists.flatMap(({ typed }) => [...typed.values()].flat());
    const lost = typists.flatMap(({ statuses }) => statuses.filter((status) => status === 409));
    const figures = { typings: words.length, letters: words.join("").length, lost: lost.length };
    console.info({ ...figures, openings: typists.map(({ openings }) => openings) });
    for (const person of typists) await person.checkAndClose();
  },
);
