import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { ready, type Desk } from "./desk.ts";
import { intercept, type PausedRequest } from "./intercept.ts";
import { look, type Looking } from "./look.ts";
import { misplaced, outline, shortened, speak, untranslated } from "./pseudo.ts";
import { go, shows, stands, type Place } from "./places.ts";

/**
 * How the server responds to read requests of a page: normally, not yet, with an error, or with
 * empty lists.
 */
export type Mood = "answers" | "waits" | "fails" | "has none";
export interface Answers {
  /** Changes the mode. Requests that wait are then answered in the new mode. */
  is(mood: Mood): Promise<void>;
}

/** All read requests except those that the shell and the live connection need. */
const reading = /\/api\/v1\/(?!me$|setup$|drafts|mentions|chats\/counters|chats\/\d|chats(\?|$)(?!.*visitor=)|socket)/;

/** Intercepts the read requests of a page; `pattern`: only those whose URLs match. */
export async function moods(page: Page, of: RegExp = reading): Promise<Answers> {
  let mood: Mood = "answers";
  const waiting: PausedRequest[] = [];
  const serve = async (request: PausedRequest): Promise<void> => {
    if (mood === "waits") waiting.push(request);
    else if (mood === "fails")
      await request.answer(
        503,
        { error: { code: "overloaded", message: "Something broke.", request_id: "r-77" } },
        // Automatic retries wait so long that only the Retry button reads again during a test.
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
      // A page that was closed or has navigated no longer waits for the response.
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
 * Presses Retry until `target` is visible. Screens that retry automatically may be faster, and a
 * request that is under way may fail once more.
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

/** Checks a screen while it is loading, after a failure, empty (tables), and with its data. */
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

/**
 * Returns the problems of all screens. A screen that never becomes ready is a problem itself, and
 * the other screens are still checked.
 */
async function each(places: readonly Place[], see: (place: Place) => Promise<readonly string[]>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const place of places)
    wrong.push(
      ...(await see(place).catch((error: unknown) => [`${place.name}: ${error instanceof Error ? error.message : String(error)}`])),
    );
  return wrong;
}

/** Checks that loaded data stays on the screen, with an error beside it, if a refresh fails. */
export function failedLater(desk: Desk, page: Page, answers: Answers, places: readonly Place[], how?: Looking): Promise<readonly string[]> {
  return each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    try {
      await answers.is("fails");
      // A change by another administrator makes the page read everything again.
      await desk.parlour.owner.call("PATCH", "account", { name: `Teapots ${(changes += 1)}` });
      // A form keeps its fields and reports no error of a background refresh.
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

/**
 * Checks that each screen keeps its data without a connection, and reports the loss once. Without a
 * proxy the connection is not interrupted.
 */
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

/** Finds texts about the lost connection besides the banner. Only an earlier time is allowed. */
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

/** Checks each screen with its data. */
export function withData(page: Page, places: readonly Place[], how?: Looking): Promise<readonly string[]> {
  return each(places, async (place) => {
    await go(page, place.path);
    await stands(page, place);
    return look(page, place.name, how);
  });
}

/**
 * Checks screens in the long pseudo-language: texts from no catalogue, texts that are cut, texts
 * that overflow.
 */
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

/** Checks that a right-to-left layout mirrors the usual one, without horizontal overflow. */
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
