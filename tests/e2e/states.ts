import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { ready, type Desk } from "./desk.ts";
import { intercept, type PausedRequest } from "./intercept.ts";
import { look, type Looking } from "./look.ts";
import { misplaced, outline, shortened, speak, untranslated } from "./pseudo.ts";
import { go, shows, stands, type Place } from "./places.ts";

/** What the server does with readings of a page: answers, lets them wait, fails, has lists without rows. */
export type Mood = "answers" | "waits" | "fails" | "has none";
export interface Answers {
  /** Those that wait are sent on as soon as the mood changes. */
  is(mood: Mood): Promise<void>;
}

/** Everything but what the shell and the live connection need to stand. */
const reading = /\/api\/v1\/(?!me$|setup$|drafts|mentions|chats\/counters|chats\/\d|chats(\?|$)(?!.*visitor=)|socket)/;

/** Puts itself between a page and what it reads; `of`: those readings alone, by their addresses. */
export async function moods(page: Page, of: RegExp = reading): Promise<Answers> {
  let mood: Mood = "answers";
  const waiting: PausedRequest[] = [];
  const serve = async (request: PausedRequest): Promise<void> => {
    if (mood === "waits") waiting.push(request);
    else if (mood === "fails")
      await request.answer(
        503,
        { error: { code: "overloaded", message: "Something broke.", request_id: "r-77" } },
        // What asks again by itself waits so long: nothing but Retry reads it in a test.
        { "retry-after": "600" },
      );
    else if (mood === "answers") await request.proceed();
    else {
      const answer = await page.context().request.get(request.url);
      const body = (await answer.json()) as { items?: unknown };
      await request.answer(answer.status(), "items" in body ? { ...body, items: [], next_cursor: null, total: 0 } : body);
    }
  };
  await intercept(page, "*/api/v1/*", (request) => (request.method === "GET" && of.test(request.url) ? serve(request) : request.proceed()));
  return {
    async is(next) {
      mood = next;
      // A page that has gone on wants no answer any more.
      const sent = waiting
        .splice(0)
        .map((request) =>
          serve(request).catch((error: unknown) => expect(String(error)).toMatch(/closed|disposed|Invalid InterceptionId|Invalid state/)),
        );
      await Promise.all(sent);
    },
  };
}

/**
 * Presses Retry until what comes of it stands there. Those screens that look again by themselves may be faster, and a reading that was under
 * way may fail once more.
 */
export async function retryUntil(page: Page, stands: Locator): Promise<void> {
  const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
  await expect
    .poll(async () => {
      await retry.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
      return stands.isVisible();
    })
    .toBe(true);
}

/** Loading, then failed, then (tables) empty, then with its data: each looked at. */
export async function fromLoadingToFull(
  page: Page,
  answers: Answers,
  url: string,
  place: Place,
  how?: Looking,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  await answers.is("waits");
  await page.goto(`${url}${place.path}`);
  await page.locator(".bone").first().waitFor();
  wrong.push(...(await look(page, `loading-${place.name}`, how)));
  await answers.is("fails");
  await page
    .getByText(/HTTP 503/)
    .first()
    .waitFor();
  wrong.push(...(await look(page, `error-${place.name}`, how)));
  if (place.empty !== undefined) {
    await answers.is("has none");
    await retryUntil(page, page.getByText(place.empty, { exact: true }).first());
    wrong.push(...(await look(page, `empty-${place.name}`, how)));
  }
  await answers.is("answers");
  await page.reload();
  await stands(page, place);
  wrong.push(...(await look(page, place.name, how)));
  return wrong;
}

/** What is wrong on each of the places; one that never stands is a finding, and the others are looked at all the same. */
async function each(places: readonly Place[], see: (place: Place) => Promise<readonly string[]>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const place of places)
    wrong.push(
      ...(await see(place).catch((error: unknown) => [`${place.name}: ${error instanceof Error ? error.message : String(error)}`])),
    );
  return wrong;
}

/** What was read stays on the screen with the failure of a later reading beside it. */
export function failedLater(desk: Desk, page: Page, answers: Answers, places: readonly Place[], how?: Looking): Promise<readonly string[]> {
  return each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    try {
      await answers.is("fails");
      // Another administrator changes something: everything shown is read again.
      await desk.parlour.owner.call("PATCH", "account", { name: `Teapots ${(changes += 1)}` });
      // A form keeps its fields, and its next reading is not the person's matter.
      if (place.kind !== "form")
        await page
          .getByRole("main")
          .getByText(/HTTP 503/)
          .first()
          .waitFor();
      await shows(page, place);
      return await look(page, `stale-${place.name}`, how);
    } finally {
      await answers.is("answers");
    }
  });
}
let changes = 0;

/** Without a connection each screen keeps what it has, and that is said once; without a proxy there is none to cut. */
export function offline({ proxy }: Desk, page: Page, places: readonly Place[], how?: Looking): Promise<readonly string[]> {
  return each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    try {
      proxy?.setMode("cut");
      await page
        .getByText(/^Offline since \d\d:\d\d/)
        .first()
        .waitFor();
      await shows(page, place);
      const pressable = await page.getByRole("button", { name: /^(Send .*again|Pause|Resume)/, disabled: false }).allTextContents();
      return [
        ...(await saidTwice(page)),
        ...pressable.map((words) => `without a connection it can be pressed: ${words}`),
        ...(await look(page, `offline-${place.name}`, how)),
      ].map((words) => `${place.name}: ${words}`);
    } finally {
      proxy?.setMode("pass");
      await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
      await ready(page);
    }
  });
}

/** What a screen says beside the banner about a connection that is gone: an earlier time at most. */
async function saidTwice(page: Page): Promise<readonly string[]> {
  const main = page.getByRole("main");
  const banner = await page
    .getByText(/^Offline since \d\d:\d\d/)
    .first()
    .textContent();
  const times = await main.getByText(/^As of \d\d:\d\d$/).allTextContents();
  const failures = await main.getByText(/No answer from the server/).allTextContents();
  return [...times.filter((words) => banner?.includes(words.slice(-5))), ...failures].map((words) => `said twice: ${words}`);
}

/** Each screen with its data. */
export function withData(page: Page, places: readonly Place[], how?: Looking): Promise<readonly string[]> {
  return each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    return look(page, place.name, how);
  });
}

/** In the long pseudo-language: what no catalogue worded, what is cut, what leaves its place. */
export async function inLongWords(page: Page, places: readonly Place[], data: readonly (string | RegExp)[]): Promise<readonly string[]> {
  await speak(page, "long");
  const wrong = await each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    return [
      ...(await untranslated(page, data)).map((words) => `${place.name}: in no catalogue: ${words}`),
      ...(await shortened(page)).map((words) => `${place.name}: ${words}`),
      ...(await look(page, `long-${place.name}`, { views: ["compact", "phone"] })),
    ];
  });
  await speak(page, null);
  return wrong;
}

/** From right to left all stands where it stands in a mirror, and nothing is wider than the window. */
export async function mirrored(page: Page, places: readonly Place[]): Promise<readonly string[]> {
  const plain = new Map<Place, Awaited<ReturnType<typeof outline>>>();
  const before = await each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    plain.set(place, await outline(page));
    return [];
  });
  await speak(page, "rtl");
  const after = await each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    return [
      ...misplaced(plain.get(place) ?? [], await outline(page)).map((words) => `${place.name}: ${words}`),
      ...(await look(page, `rtl-${place.name}`, { views: ["compact", "phone"] })),
    ];
  });
  await speak(page, null);
  return [...before, ...after];
}
