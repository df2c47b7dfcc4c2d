import { setTimeout as pause } from "node:timers/promises";
import { readStoredMessages } from "@parlour/testkit";
import {
  openContext,
  useSharedBrowser,
  findHorizontalOverflow,
  collectPageErrors,
} from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntilLive } from "./inbox-fixture.ts";
import { takeScreenshot } from "./screen-check.ts";
import { createPng } from "./media-samples.ts";
import { navigateTo } from "./screens-with-data.ts";
import {
  getEmail,
  minutes,
  openWorkdayFixture,
  password,
  operatorNames,
  waitUntil,
  type WorkdayFixture,
} from "./workday-fixture.ts";
import {
  checkConversations,
  checkPages,
  waitUntilSettled,
  checkWebhookDeliveries,
} from "./workday-checks.ts";
import {
  createKeyboardActions,
  createMouseActions,
  type WorkdayOperator,
} from "./workday-operator.ts";
import {
  createApiVisitor,
  openWidgetVisitor,
  type WorkdayChat,
  type WorkdayVisitor,
} from "./workday-visitors.ts";
import {
  pauseInteraction,
  resumeInteraction,
  formatPercentiles,
  recordPage,
  readRecording,
} from "./workday-recorder.ts";

/**
 * Simulates a working day. At its end each acknowledged message exists once and in order, in all
 * places that show it.
 */

const chats = Number(process.env["CHATS"] ?? 300);
const seed = Number(process.env["SEED"] ?? 1);
/** Number of concurrent chats of an operator, and of visitors who wait. */
const chatsPerOperator = 4;

let fixture: WorkdayFixture;
const browser = useSharedBrowser();
const operators: WorkdayOperator[] = [];
const workdayChats: WorkdayChat[] = [];
const otherVisitors: WorkdayVisitor[] = [];
const random = createSeededRandom(seed);
/**
 * Messages that visitors sent without a fault: the time, and the operator on whose page they must
 * appear.
 */
const spokenMarkers: { readonly word: string; readonly at: number; readonly owner: number }[] = [];
const overflowing: string[] = [];
let isCalm = true;

beforeAll(async () => {
  fixture = await openWorkdayFixture(random);
  fixture.integrator.respondWith(({ method }) =>
    method === "GET"
      ? { headers: { "content-type": "image/png" }, body: createPng(640, 480) }
      : "ok",
  );
});
afterAll(async () => {
  for (const { visitor } of workdayChats) visitor.close();
  for (const visitor of otherVisitors) visitor.close();
  await browser.close();
  await fixture.close();
});

async function openOperator(n: number, fresh = false): Promise<WorkdayOperator> {
  const name = operatorNames[n] ?? "";
  const context = await openContext(browser, { dark: n === 1 });
  const answer = await context.request.post(`${fixture.api}/sessions`, {
    data: { email: getEmail(name), password },
    headers: { origin: fixture.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  if (!fresh) await recordPage(context);
  const page = await context.newPage();
  const faults = collectPageErrors(page, { cuts: true });
  await page.goto(`${fixture.url}/inbox/mine`);
  await waitUntilLive(page);
  return {
    n,
    name,
    context,
    faults,
    actions: n === 2 ? createKeyboardActions(page) : createMouseActions(page, n === 1),
  };
}

/**
 * Operators finish their action and pause while an event of the day runs. An idle operator does not
 * delay it.
 */
const gate = { closed: false, inside: 0 };
async function runUndisturbed<T>(happens: () => Promise<T>): Promise<T> {
  gate.closed = true;
  await waitUntil(
    () => gate.inside === 0,
    () => "operators come to an end",
  );
  const result = await happens();
  gate.closed = false;
  return result;
}

const sentences = [
  "Where is my order?",
  "The lid is cracked.",
  "Does it come in blue?",
  "Can I change the address?",
  "Thank you, that helps.",
];
const answers = [
  "Let me look.",
  "It left our warehouse this morning.",
  "I have changed it for you.",
  "A new one leaves today.",
  "You are welcome!",
];
const pickRandom = (from: readonly string[]): string =>
  from[Math.floor(random() * from.length)] ?? "";
const createMarker = (prefix: string, n: number, no: number): string =>
  `${prefix}${String(n).padStart(3, "0")}.${no}`;
const getOwnChats = (operator: number): WorkdayChat[] =>
  workdayChats.filter(({ assignee, turn }) => assignee === operator && turn !== "over");
const countFinishedChats = (): number => workdayChats.filter(({ turn }) => turn === "over").length;
/** The last chats stay open over night. */
const isLeftOpen = ({ n }: WorkdayChat): boolean => n > chats - Math.min(9, Math.ceil(chats / 5));

async function runVisitor(chat: WorkdayChat): Promise<void> {
  const { visitor, n } = chat;
  for (let turn = 0; turn < chat.turns; turn++) {
    const parts = random() < 0.4 ? 2 : 1;
    for (let part = 0; part < parts; part++) {
      const word = createMarker("v", n, chat.sentTexts.length + 1);
      const isPicture = visitor.kind === "api" && n % 10 === 6 && turn === 1;
      const [wasCalm, { assignee }] = [isCalm, chat];
      const text = `${word} ${pickRandom(sentences)}`;
      const at = await visitor.sendMessage(isPicture ? `photo:${text}` : text);
      chat.sentTexts.push(text);
      if (wasCalm && isCalm && assignee !== null) spokenMarkers.push({ word, at, owner: assignee });
    }
    chat.turn = "operator";
    await waitUntil(
      () => chat.turn === "visitor",
      () => `${visitor.name} is answered (${chat.assignee ?? "nobody"})`,
      10 * minutes,
    );
    const last = chat.replies.at(-1) ?? "";
    await waitUntil(
      () => visitor.receivedTexts().includes(last),
      () => `${visitor.name} gets ${last}`,
    );
  }
  chat.turn = isLeftOpen(chat) ? "over" : "end";
  if (visitor.kind === "widget" && chat.turn === "end" && n % 3 === 0) {
    await waitUntil(
      () => visitor.hasEnded(),
      () => `the window of ${visitor.name} learns of the end`,
      10 * minutes,
    );
    await visitor.sendFrame({ type: "rate", rating: n % 2 === 0 ? "positive" : "negative" });
  }
}
/** New visitors arrive as others leave. */
async function startNextVisitor(): Promise<void> {
  const running: Promise<void>[] = [];
  for (let n = 1; n <= chats; n++) {
    await waitUntil(
      () => workdayChats.length - countFinishedChats() < 3 * chatsPerOperator,
      () => "room for another visitor",
      10 * minutes,
    );
    const [key, name] = [
      `v${n}`,
      `${pickRandom(["Anna", "Ben", "Chloé", "Daniyar", "Eva"])} ${String(n).padStart(3, "0")}`,
    ];
    const visitor =
      n % 2 === 0 ? createApiVisitor(fixture, key, name) : openWidgetVisitor(fixture, key, name);
    const chat: WorkdayChat = {
      n,
      visitor,
      turns: 2 + (n % 3),
      assignee: null,
      transferTo: null,
      turn: "visitor",
      sentTexts: [],
      replies: [],
      notes: [],
    };
    workdayChats.push(chat);
    running.push(runVisitor(chat));
  }
  await Promise.all(running);
}

async function sendReply(operator: WorkdayOperator, chat: WorkdayChat): Promise<void> {
  const text = `${createMarker(operator.name[0]?.toLowerCase() ?? "", chat.n, chat.replies.length + chat.notes.length + 1)} ${pickRandom(answers)}`;
  await operator.actions.reply(text);
  chat.replies.push(text);
}
async function handleChat(operator: WorkdayOperator, chat: WorkdayChat): Promise<void> {
  const { actions } = operator;
  await actions.openChat(chat.visitor.name);
  if (chat.turn === "end") {
    await (chat.n % 25 === 11 ? actions.block() : actions.close());
    chat.turn = "over";
    return;
  }
  if (chat.n % 10 === 3 && chat.notes.length === 0) {
    const note = `${createMarker(operator.name[0]?.toLowerCase() ?? "", chat.n, chat.replies.length + 1)} Only for us.`;
    await actions.note(note);
    chat.notes.push(note);
  }
  if (chat.n % 15 === 7 && chat.transferTo === null && chat.replies.length > 0) {
    const to = (operator.n + 1) % operators.length;
    await actions.transfer(operatorNames[to] ?? "");
    chat.transferTo = to;
    chat.assignee = null;
    return;
  }
  if (chat.n % 10 === 5 && operator.n !== 2 && chat.replies.length === 1) {
    const name = `${createMarker(operator.name[0]?.toLowerCase() ?? "", chat.n, chat.replies.length + chat.notes.length + 1)}.txt`;
    await actions.attach({
      name,
      mimeType: "text/plain",
      buffer: Buffer.from("Order 7781: one teapot, two cups.\n"),
    });
    chat.replies.push(name);
  }
  await sendReply(operator, chat);
  chat.turn = "visitor";
}
async function runOperator(operator: WorkdayOperator): Promise<void> {
  const { actions } = operator;
  for (
    let actionCount = 1;
    workdayChats.length < chats || countFinishedChats() < chats;
    actionCount++
  ) {
    const handed = workdayChats.filter(
      ({ transferTo: handedTo, assignee }) => handedTo === operator.n && assignee === null,
    );
    const next = getOwnChats(operator.n).find(({ turn }) => turn === "operator" || turn === "end");
    const unanswered = workdayChats.some(
      ({ assignee, transferTo: handedTo, turn }) =>
        assignee === null && handedTo === null && turn !== "over",
    );
    const mayTake = unanswered && getOwnChats(operator.n).length < chatsPerOperator;
    if (gate.closed || (handed.length === 0 && !next && !mayTake)) {
      await pause(25);
      continue;
    }
    gate.inside++;
    await resumeInteraction(actions.page);
    let idle = false;
    if (handed.length > 0) {
      // The card in front belongs to the visitor who waits longest, independent of the order of
      // transfers.
      const name = await actions.acceptTransfer(handed.map(({ visitor }) => visitor.name));
      for (const one of handed) if (one.visitor.name === name) one.assignee = operator.n;
    } else if (next) await handleChat(operator, next);
    else {
      const name = await actions.acceptNext();
      const chat = workdayChats.find(({ visitor }) => visitor.name === name);
      if (chat) chat.assignee = operator.n;
      else idle = true;
    }
    await pauseInteraction(actions.page);
    if (actionCount % 10 === 0) overflowing.push(...(await findHorizontalOverflow(actions.page)));
    gate.inside--;
    // Pauses before the next attempt.
    if (idle) await pause(200);
  }
}

/** Every operator writes twice without a connection, in a chat that is open on their page. */
async function cutConnections(mode: "cut" | "black-hole", name: string): Promise<void> {
  const writers = operators.flatMap((operator) => {
    const chat = getOwnChats(operator.n)[0];
    return chat ? [{ seat: operator, visit: chat }] : [];
  });
  await Promise.all(operators.map(({ actions }) => resumeInteraction(actions.page)));
  for (const { seat: operator, visit: chat } of writers)
    await operator.actions.openChat(chat.visitor.name);
  isCalm = false;
  fixture.proxy.setMode(mode);
  await Promise.all(writers.map(({ seat: operator, visit: chat }) => sendReply(operator, chat)));
  await Promise.all(
    operators.map(({ actions }) =>
      actions.page
        .getByRole("button", { name: /^Offline since/ })
        .waitFor({ timeout: 2 * minutes }),
    ),
  );
  await Promise.all(writers.map(({ seat: operator, visit: chat }) => sendReply(operator, chat)));
  await takeScreenshots(name);
  // Ends the black hole; data inside it is lost with its connections.
  fixture.proxy.setMode("cut");
  fixture.proxy.setMode("pass");
  await waitUntilReconnected();
}
async function waitUntilReconnected(): Promise<void> {
  for (const { actions } of operators)
    await actions.page
      .getByRole("button", { name: "Connected to the server" })
      .waitFor({ timeout: 2 * minutes });
  isCalm = true;
  await Promise.all(operators.map(({ actions }) => pauseInteraction(actions.page)));
}
async function takeScreenshots(name: string): Promise<void> {
  for (const { name: operatorName, actions } of operators) {
    await takeScreenshot(actions.page, `${name}-${operatorName}`);
    if (operatorName === "Cleo" || process.env["SHOTS"] === undefined) continue;
    await actions.page.setViewportSize({ width: 320, height: 640 });
    overflowing.push(...(await findHorizontalOverflow(actions.page)));
    await takeScreenshot(actions.page, `${name}-${operatorName}-320`);
    await actions.page.setViewportSize({ width: 1440, height: 900 });
  }
}

test(
  `[CORE-042] [CORE-044] [CORE-045] [API-101] a day of ${chats} chats, seed ${seed}: each acknowledged word stands once, in order, everywhere`,
  { timeout: 60 * minutes },
  async () => {
    const began = Date.now();
    // Before any operator is online.
    for (const n of [1, 2, 3]) {
      const visitor = openWidgetVisitor(fixture, `o${n}`, `Otto ${n}`);
      otherVisitors.push(visitor);
      await visitor.sendFrame({
        type: "offline",
        contacts: { name: `Otto ${n}`, email: `otto${n}@shop.example` },
        text: `Night letter ${n}`,
      });
    }
    for (const n of [0, 1, 2]) operators.push(await openOperator(n));
    await takeScreenshots("morning");
    await Promise.all([
      startNextVisitor(),
      ...operators.map((operator) => runOperator(operator)),
      runDayEvents(),
    ]);
    // Before the checks open one chat after the other without input.
    const day = await Promise.all(operators.map(({ actions }) => readRecording(actions.page)));
    await Promise.all(operators.map(({ actions }) => resumeInteraction(actions.page)));
    await takeScreenshots("evening");
    const lasted = Date.now() - began;
    await waitUntilSettled(fixture, workdayChats.filter(isLeftOpen).length);

    const stored = await readStoredMessages(fixture.api, fixture.key);
    await checkConversations(workdayChats, fixture.botGreetings, stored);
    await checkWebhookDeliveries(fixture);
    await checkPages(
      fixture,
      operators,
      await Promise.all(operators.map(({ n }) => openOperator(n, true))),
      stored,
    );
    expect(overflowing, "scrolled sideways").toEqual([]);
    for (const [n, { words, opened, interactions, moved, stalls }] of day.entries()) {
      const { name, faults } = operators[n] as WorkdayOperator;
      const arrivals = spokenMarkers
        .filter(({ owner: assignee }) => operatorNames[assignee] === name)
        .flatMap(({ word, at }) => (words[word] ? [words[word].at - at] : []));
      const ownWords = Object.entries(words).filter(([word]) => word[0] === name[0]?.toLowerCase());
      console.info(
        [
          `${name}:`,
          `arrival to screen ${formatPercentiles(arrivals)}`,
          `Enter to bubble ${formatPercentiles(ownWords.map(([, { afterHand }]) => afterHand))}`,
          `open a chat ${formatPercentiles(opened)}`,
          `interaction to paint ${formatPercentiles(interactions)}`,
          `long tasks ${formatPercentiles(stalls)}`,
        ].join("\n  "),
      );
      expect.soft(faults, name).toEqual([]);
      expect.soft(moved, `focus of ${name}`).toEqual([]);
    }
    console.info(
      `${chats} chats in ${Math.round(lasted / 1000)} s, ${fixture.receiver.requests.length} requests of webhooks`,
    );
  },
);

/** Runs the events of the day, timed by the number of finished chats. */
async function runDayEvents(): Promise<void> {
  const at = (part: number) =>
    waitUntil(
      () => countFinishedChats() >= part * chats,
      () => `${part} of the chats are over (${countFinishedChats()})`,
      40 * minutes,
    );
  await at(0.15);
  await runUndisturbed(offlineMessageAndCall);
  await at(0.3);
  await runUndisturbed(() => cutConnections("cut", "cut"));
  await at(0.5);
  await runUndisturbed(killServerWhileSending);
  await at(0.7);
  await runUndisturbed(() => cutConnections("black-hole", "hole"));
  fixture.receiver.setMode("ok");
}

/** Ann reads the offline message of the night; Ben calls a visitor back. */
async function offlineMessageAndCall(): Promise<void> {
  const [ann, ben] = [operators[0]?.actions.page, operators[1]?.actions.page] as [Page, Page];
  await Promise.all([ann, ben].map(resumeInteraction));
  await navigateTo(ann, "/offline");
  await ann.getByRole("link", { name: "Otto 1" }).click();
  const letter = ann.getByRole("region", { name: "Otto 1" });
  await letter.getByRole("button", { name: "Take" }).click();
  await letter.getByText("Taken", { exact: true }).waitFor();
  await takeScreenshot(ann, "letter");
  await letter.getByRole("button", { name: /^Mark as done/ }).click();
  const caller = openWidgetVisitor(fixture, "caller", "Rosa Call");
  otherVisitors.push(caller);
  await caller.sendFrame({ type: "call", phone: "+44 20 7946 0958" });
  const card = ben.getByRole("region", { name: /^Call-back request/ });
  await card.getByRole("button", { name: "Take" }).click();
  const pane = ben.locator(".calls .one");
  await pane.getByRole("button", { name: /^Connected/ }).click();
  await pane.getByText("Connected for").waitFor();
  await takeScreenshot(ben, "call");
  await pane.getByRole("button", { name: /^Reached/ }).click();
  await pane.getByText(/Reached · /).waitFor();
  await Promise.all([ann, ben].map((page) => navigateTo(page, "/inbox/mine")));
  await takeScreenshots("forenoon");
  await Promise.all([ann, ben].map(pauseInteraction));
}

/** All operators press Enter while server and database are killed. */
async function killServerWhileSending(): Promise<void> {
  const writers = operators.flatMap((operator) => {
    const chat = getOwnChats(operator.n)[0];
    return chat ? [{ seat: operator, visit: chat }] : [];
  });
  await Promise.all(operators.map(({ actions }) => resumeInteraction(actions.page)));
  for (const { seat: operator, visit: chat } of writers)
    await operator.actions.openChat(chat.visitor.name);
  isCalm = false;
  await Promise.all([
    ...writers.map(({ seat: operator, visit: chat }) => sendReply(operator, chat)),
    fixture.kill(),
  ]);
  await Promise.all(writers.map(({ seat: operator, visit: chat }) => sendReply(operator, chat)));
  await takeScreenshots("killed");
  await fixture.start();
  await waitUntilReconnected();
}

/** Creates seeded random numbers, so that a failing run can be repeated. */
function createSeededRandom(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
