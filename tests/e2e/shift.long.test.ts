import { setTimeout as pause } from "node:timers/promises";
import { readStoredMessages } from "@parlour/testkit";
import { openContext, useSharedBrowser, findHorizontalOverflow, collectPageErrors } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ready } from "./desk.ts";
import { picture } from "./look.ts";
import { pictureOf } from "./picture.ts";
import { go } from "./places.ts";
import { mailOf, minutes, openShift, password, people, until, type ShiftBed } from "./shift-bed.ts";
import { agree, pages, settled, webhooks } from "./shift-checks.ts";
import { keyboard, mouse, type Seat } from "./shift-operator.ts";
import { apiVisitor, widgetVisitor, type Visit, type Visitor } from "./shift-visitors.ts";
import { handsOff, handsOn, spread, watchDesk, watched } from "./shift-watch.ts";

/**
 * Simulates a working day. At its end each acknowledged message exists once and in order, in all
 * places that show it.
 */

const chats = Number(process.env["CHATS"] ?? 300);
const seed = Number(process.env["SEED"] ?? 1);
/** Number of concurrent chats of an operator, and of visitors who wait. */
const atOnce = 4;

let bed: ShiftBed;
const browser = useSharedBrowser();
const seats: Seat[] = [];
const visits: Visit[] = [];
const others: Visitor[] = [];
const chance = seeded(seed);
/**
 * Messages that visitors sent without a fault: the time, and the operator on whose page they must
 * appear.
 */
const spoken: { readonly word: string; readonly at: number; readonly owner: number }[] = [];
const wide: string[] = [];
let calm = true;

beforeAll(async () => {
  bed = await openShift(chance);
  bed.integrator.respondWith(({ method }) =>
    method === "GET" ? { headers: { "content-type": "image/png" }, body: pictureOf(640, 480) } : "ok",
  );
});
afterAll(async () => {
  for (const { visitor } of visits) visitor.close();
  for (const visitor of others) visitor.close();
  await browser.close();
  await bed.close();
});

async function sit(n: number, fresh = false): Promise<Seat> {
  const name = people[n] ?? "";
  const context = await openContext(browser, { dark: n === 1 });
  const answer = await context.request.post(`${bed.api}/sessions`, {
    data: { email: mailOf(name), password },
    headers: { origin: bed.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  if (!fresh) await watchDesk(context);
  const page = await context.newPage();
  const faults = collectPageErrors(page, { cuts: true });
  await page.goto(`${bed.url}/inbox/mine`);
  await ready(page);
  return { n, name, context, faults, hands: n === 2 ? keyboard(page) : mouse(page, n === 1) };
}

/**
 * Operators finish their action and pause while an event of the day runs. An idle operator does not
 * delay it.
 */
const gate = { closed: false, inside: 0 };
async function aside<T>(happens: () => Promise<T>): Promise<T> {
  gate.closed = true;
  await until(
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
const pick = (from: readonly string[]): string => from[Math.floor(chance() * from.length)] ?? "";
const wordOf = (who: string, n: number, no: number): string => `${who}${String(n).padStart(3, "0")}.${no}`;
const own = (seat: number): Visit[] => visits.filter(({ owner, turn }) => owner === seat && turn !== "over");
const over = (): number => visits.filter(({ turn }) => turn === "over").length;
/** The last chats stay open over night. */
const stays = ({ n }: Visit): boolean => n > chats - Math.min(9, Math.ceil(chats / 5));

async function live(visit: Visit): Promise<void> {
  const { visitor, n } = visit;
  for (let turn = 0; turn < visit.turns; turn++) {
    const parts = chance() < 0.4 ? 2 : 1;
    for (let part = 0; part < parts; part++) {
      const word = wordOf("v", n, visit.said.length + 1);
      const isPicture = visitor.kind === "api" && n % 10 === 6 && turn === 1;
      const [wasCalm, { owner }] = [calm, visit];
      const text = `${word} ${pick(sentences)}`;
      const at = await visitor.say(isPicture ? `photo:${text}` : text);
      visit.said.push(text);
      if (wasCalm && calm && owner !== null) spoken.push({ word, at, owner });
    }
    visit.turn = "operator";
    await until(
      () => visit.turn === "visitor",
      () => `${visitor.name} is answered (${visit.owner ?? "nobody"})`,
      10 * minutes,
    );
    const last = visit.replies.at(-1) ?? "";
    await until(
      () => visitor.heard().includes(last),
      () => `${visitor.name} gets ${last}`,
    );
  }
  visit.turn = stays(visit) ? "over" : "end";
  if (visitor.kind === "widget" && visit.turn === "end" && n % 3 === 0) {
    await until(
      () => visitor.ended(),
      () => `the window of ${visitor.name} learns of the end`,
      10 * minutes,
    );
    await visitor.ask({ type: "rate", rating: n % 2 === 0 ? "positive" : "negative" });
  }
}
/** New visitors arrive as others leave. */
async function arrive(): Promise<void> {
  const running: Promise<void>[] = [];
  for (let n = 1; n <= chats; n++) {
    await until(
      () => visits.length - over() < 3 * atOnce,
      () => "room for another visitor",
      10 * minutes,
    );
    const [key, name] = [`v${n}`, `${pick(["Anna", "Ben", "Chloé", "Daniyar", "Eva"])} ${String(n).padStart(3, "0")}`];
    const visitor = n % 2 === 0 ? apiVisitor(bed, key, name) : widgetVisitor(bed, key, name);
    const visit: Visit = { n, visitor, turns: 2 + (n % 3), owner: null, handedTo: null, turn: "visitor", said: [], replies: [], notes: [] };
    visits.push(visit);
    running.push(live(visit));
  }
  await Promise.all(running);
}

async function say(seat: Seat, visit: Visit): Promise<void> {
  const text = `${wordOf(seat.name[0]?.toLowerCase() ?? "", visit.n, visit.replies.length + visit.notes.length + 1)} ${pick(answers)}`;
  await seat.hands.reply(text);
  visit.replies.push(text);
}
async function attend(seat: Seat, visit: Visit): Promise<void> {
  const { hands } = seat;
  await hands.open(visit.visitor.name);
  if (visit.turn === "end") {
    await (visit.n % 25 === 11 ? hands.block() : hands.close());
    visit.turn = "over";
    return;
  }
  if (visit.n % 10 === 3 && visit.notes.length === 0) {
    const note = `${wordOf(seat.name[0]?.toLowerCase() ?? "", visit.n, visit.replies.length + 1)} Only for us.`;
    await hands.note(note);
    visit.notes.push(note);
  }
  if (visit.n % 15 === 7 && visit.handedTo === null && visit.replies.length > 0) {
    const to = (seat.n + 1) % seats.length;
    await hands.transfer(people[to] ?? "");
    visit.handedTo = to;
    visit.owner = null;
    return;
  }
  if (visit.n % 10 === 5 && seat.n !== 2 && visit.replies.length === 1) {
    const name = `${wordOf(seat.name[0]?.toLowerCase() ?? "", visit.n, visit.replies.length + visit.notes.length + 1)}.txt`;
    await hands.attach({ name, mimeType: "text/plain", buffer: Buffer.from("Order 7781: one teapot, two cups.\n") });
    visit.replies.push(name);
  }
  await say(seat, visit);
  visit.turn = "visitor";
}
async function work(seat: Seat): Promise<void> {
  const { hands } = seat;
  for (let deeds = 1; visits.length < chats || over() < chats; deeds++) {
    const handed = visits.filter(({ handedTo, owner }) => handedTo === seat.n && owner === null);
    const next = own(seat.n).find(({ turn }) => turn === "operator" || turn === "end");
    const unanswered = visits.some(({ owner, handedTo, turn }) => owner === null && handedTo === null && turn !== "over");
    const mayTake = unanswered && own(seat.n).length < atOnce;
    if (gate.closed || (handed.length === 0 && !next && !mayTake)) {
      await pause(25);
      continue;
    }
    gate.inside++;
    await handsOn(hands.page);
    let idle = false;
    if (handed.length > 0) {
      // The card in front belongs to the visitor who waits longest, independent of the order of
      // transfers.
      const name = await hands.acceptTransfer(handed.map(({ visitor }) => visitor.name));
      for (const one of handed) if (one.visitor.name === name) one.owner = seat.n;
    } else if (next) await attend(seat, next);
    else {
      const name = await hands.take();
      const visit = visits.find(({ visitor }) => visitor.name === name);
      if (visit) visit.owner = seat.n;
      else idle = true;
    }
    await handsOff(hands.page);
    if (deeds % 10 === 0) wide.push(...(await findHorizontalOverflow(hands.page)));
    gate.inside--;
    // Pauses before the next attempt.
    if (idle) await pause(200);
  }
}

/** Every operator writes twice without a connection, in a chat that is open on their page. */
async function cutOff(mode: "cut" | "black-hole", name: string): Promise<void> {
  const writers = seats.flatMap((seat) => {
    const visit = own(seat.n)[0];
    return visit ? [{ seat, visit }] : [];
  });
  await Promise.all(seats.map(({ hands }) => handsOn(hands.page)));
  for (const { seat, visit } of writers) await seat.hands.open(visit.visitor.name);
  calm = false;
  bed.proxy.setMode(mode);
  await Promise.all(writers.map(({ seat, visit }) => say(seat, visit)));
  await Promise.all(seats.map(({ hands }) => hands.page.getByRole("button", { name: /^Offline since/ }).waitFor({ timeout: 2 * minutes })));
  await Promise.all(writers.map(({ seat, visit }) => say(seat, visit)));
  await shots(name);
  // Ends the black hole; data inside it is lost with its connections.
  bed.proxy.setMode("cut");
  bed.proxy.setMode("pass");
  await back();
}
async function back(): Promise<void> {
  for (const { hands } of seats) await hands.page.getByRole("button", { name: "Connection: live" }).waitFor({ timeout: 2 * minutes });
  calm = true;
  await Promise.all(seats.map(({ hands }) => handsOff(hands.page)));
}
async function shots(name: string): Promise<void> {
  for (const { name: who, hands } of seats) {
    await picture(hands.page, `${name}-${who}`);
    if (who === "Cleo" || process.env["SHOTS"] === undefined) continue;
    await hands.page.setViewportSize({ width: 320, height: 640 });
    wide.push(...(await findHorizontalOverflow(hands.page)));
    await picture(hands.page, `${name}-${who}-320`);
    await hands.page.setViewportSize({ width: 1440, height: 900 });
  }
}

test(
  `[CORE-042] [CORE-044] [CORE-045] [API-101] a day of ${chats} chats, seed ${seed}: each acknowledged word stands once, in order, everywhere`,
  { timeout: 60 * minutes },
  async () => {
    const began = Date.now();
    // Before any operator is online.
    for (const n of [1, 2, 3]) {
      const visitor = widgetVisitor(bed, `o${n}`, `Otto ${n}`);
      others.push(visitor);
      await visitor.ask({ type: "offline", contacts: { name: `Otto ${n}`, email: `otto${n}@shop.example` }, text: `Night letter ${n}` });
    }
    for (const n of [0, 1, 2]) seats.push(await sit(n));
    await shots("morning");
    await Promise.all([arrive(), ...seats.map((seat) => work(seat)), events()]);
    // Before the checks open one chat after the other without input.
    const day = await Promise.all(seats.map(({ hands }) => watched(hands.page)));
    await Promise.all(seats.map(({ hands }) => handsOn(hands.page)));
    await shots("evening");
    const lasted = Date.now() - began;
    await settled(bed, visits.filter(stays).length);

    const stored = await readStoredMessages(bed.api, bed.key);
    await agree(visits, bed.botSaid, stored);
    await webhooks(bed);
    await pages(bed, seats, await Promise.all(seats.map(({ n }) => sit(n, true))), stored);
    expect(wide, "scrolled sideways").toEqual([]);
    for (const [n, { words, opened, interactions, moved, stalls }] of day.entries()) {
      const { name, faults } = seats[n] as Seat;
      const arrivals = spoken
        .filter(({ owner }) => people[owner] === name)
        .flatMap(({ word, at }) => (words[word] ? [words[word].at - at] : []));
      const ownWords = Object.entries(words).filter(([word]) => word[0] === name[0]?.toLowerCase());
      console.info(
        [
          `${name}:`,
          `arrival to screen ${spread(arrivals)}`,
          `Enter to bubble ${spread(ownWords.map(([, { afterHand }]) => afterHand))}`,
          `open a chat ${spread(opened)}`,
          `interaction to paint ${spread(interactions)}`,
          `long tasks ${spread(stalls)}`,
        ].join("\n  "),
      );
      expect.soft(faults, name).toEqual([]);
      expect.soft(moved, `focus of ${name}`).toEqual([]);
    }
    console.info(`${chats} chats in ${Math.round(lasted / 1000)} s, ${bed.receiver.requests.length} requests of webhooks`);
  },
);

/** Runs the events of the day, timed by the number of finished chats. */
async function events(): Promise<void> {
  const at = (part: number) =>
    until(
      () => over() >= part * chats,
      () => `${part} of the chats are over (${over()})`,
      40 * minutes,
    );
  await at(0.15);
  await aside(offlineMessageAndCall);
  await at(0.3);
  await aside(() => cutOff("cut", "cut"));
  await at(0.5);
  await aside(killed);
  await at(0.7);
  await aside(() => cutOff("black-hole", "hole"));
  bed.receiver.setMode("ok");
}

/** Ann reads the offline message of the night; Ben calls a visitor back. */
async function offlineMessageAndCall(): Promise<void> {
  const [ann, ben] = [seats[0]?.hands.page, seats[1]?.hands.page] as [Page, Page];
  await Promise.all([ann, ben].map(handsOn));
  await go(ann, "/offline");
  await ann.getByRole("link", { name: "Otto 1" }).click();
  const letter = ann.getByRole("region", { name: "Otto 1" });
  await letter.getByRole("button", { name: "Take" }).click();
  await letter.getByText("Taken", { exact: true }).waitFor();
  await picture(ann, "letter");
  await letter.getByRole("button", { name: /^Done/ }).click();
  const caller = widgetVisitor(bed, "caller", "Rosa Call");
  others.push(caller);
  await caller.ask({ type: "call", phone: "+44 20 7946 0958" });
  const card = ben.getByRole("region", { name: /^Call back/ });
  await card.getByRole("button", { name: "Take" }).click();
  const pane = ben.locator(".calls .one");
  await pane.getByRole("button", { name: /^Connected/ }).click();
  await pane.getByText("Connected for").waitFor();
  await picture(ben, "call");
  await pane.getByRole("button", { name: /^Reached/ }).click();
  await pane.getByText(/Reached · /).waitFor();
  await Promise.all([ann, ben].map((page) => go(page, "/inbox/mine")));
  await shots("forenoon");
  await Promise.all([ann, ben].map(handsOff));
}

/** All operators press Enter while server and database are killed. */
async function killed(): Promise<void> {
  const writers = seats.flatMap((seat) => {
    const visit = own(seat.n)[0];
    return visit ? [{ seat, visit }] : [];
  });
  await Promise.all(seats.map(({ hands }) => handsOn(hands.page)));
  for (const { seat, visit } of writers) await seat.hands.open(visit.visitor.name);
  calm = false;
  await Promise.all([...writers.map(({ seat, visit }) => say(seat, visit)), bed.kill()]);
  await Promise.all(writers.map(({ seat, visit }) => say(seat, visit)));
  await shots("killed");
  await bed.start();
  await back();
}

/** Creates seeded random numbers, so that a failing run can be repeated. */
function seeded(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
