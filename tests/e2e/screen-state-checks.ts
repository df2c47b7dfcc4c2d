import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { waitUntilLive, type InboxFixture, reconnect } from "./inbox-fixture.ts";
import { intercept, type PausedRequest } from "./intercept.ts";
import { checkScreen, type ScreenCheckOptions } from "./screen-check.ts";
import {
  findMisplaced,
  readOutline,
  findTruncated,
  setPseudoLanguage,
  findUntranslated,
} from "./pseudo-language.ts";
import {
  navigateTo,
  waitForScreenData,
  waitUntilComplete,
  type ScreenCase,
} from "./screens-with-data.ts";

/**
 * How the server responds to read requests of a page: normally, not yet, with an error, or with
 * empty lists.
 */
type ResponseMode = "answers" | "waits" | "fails" | "has none";
export interface ServerResponses {
  /** Changes the mode. Requests that wait are then answered in the new mode. */
  setMode(mood: ResponseMode): Promise<void>;
}

/** All read requests except those that the shell and the live connection need. */
const readRequests =
  /\/api\/v1\/(?!me$|setup$|drafts|mentions|chats\/counters|chats\/\d|chats(\?|$)(?!.*visitor=)|socket)/;

/** Intercepts the read requests of a page; `pattern`: only those whose URLs match. */
export async function interceptReads(
  page: Page,
  pattern: RegExp = readRequests,
): Promise<ServerResponses> {
  let mode: ResponseMode = "answers";
  const waiting: PausedRequest[] = [];
  const serve = async (request: PausedRequest): Promise<void> => {
    if (mode === "waits") waiting.push(request);
    else if (mode === "fails")
      await request.answer(
        503,
        { error: { code: "overloaded", message: "Something broke.", request_id: "r-77" } },
        // Automatic retries wait so long that only the Retry button reads again during a test.
        { "retry-after": "600" },
      );
    else if (mode === "answers") await request.proceed();
    else {
      const answer = await page.context().request.get(request.url);
      const body = (await answer.json()) as { items?: unknown };
      await request.answer(
        answer.status(),
        "items" in body ? { ...body, items: [], next_cursor: null, total: 0 } : body,
      );
    }
  };
  await intercept(page, "*/api/v1/*", (request) =>
    request.method === "GET" && pattern.test(request.url) ? serve(request) : request.proceed(),
  );
  return {
    async setMode(nextMode) {
      mode = nextMode;
      // A page that was closed or has navigated no longer waits for the response.
      const sent = waiting
        .splice(0)
        .map((request) =>
          serve(request).catch((error: unknown) =>
            expect(String(error)).toMatch(/closed|disposed|Invalid InterceptionId|Invalid state/),
          ),
        );
      await Promise.all(sent);
    },
  };
}

/**
 * Presses Retry until `target` is visible. Screens that retry automatically may be faster, and a
 * request that is under way may fail once more.
 */
export async function retryUntilVisible(page: Page, target: Locator): Promise<void> {
  const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
  await expect
    .poll(async () => {
      await retry.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
      return target.isVisible();
    })
    .toBe(true);
}

/** Checks a screen while it is loading, after a failure, empty (tables), and with its data. */
export async function checkLoadingToFull(
  page: Page,
  responses: ServerResponses,
  url: string,
  screenCase: ScreenCase,
  options?: ScreenCheckOptions,
): Promise<readonly string[]> {
  const problems: string[] = [];
  await responses.setMode("waits");
  await page.goto(`${url}${screenCase.path}`);
  await page.locator(".bone").first().waitFor();
  problems.push(...(await checkScreen(page, `loading-${screenCase.name}`, options)));
  await responses.setMode("fails");
  await page
    .getByText(/HTTP 503/)
    .first()
    .waitFor();
  problems.push(...(await checkScreen(page, `error-${screenCase.name}`, options)));
  if (screenCase.emptyText !== undefined) {
    await responses.setMode("has none");
    await retryUntilVisible(page, page.getByText(screenCase.emptyText, { exact: true }).first());
    problems.push(...(await checkScreen(page, `empty-${screenCase.name}`, options)));
  }
  await responses.setMode("answers");
  await page.reload();
  await waitUntilComplete(page, screenCase);
  problems.push(...(await checkScreen(page, screenCase.name, options)));
  return problems;
}

/**
 * Returns the problems of all screens. A screen that never becomes ready is a problem itself, and
 * the other screens are still checked.
 */
export async function collectProblems(
  screens: readonly ScreenCase[],
  check: (screenCase: ScreenCase) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const screenCase of screens)
    problems.push(
      ...(await check(screenCase).catch((error: unknown) => [
        `${screenCase.name}: ${error instanceof Error ? error.message : String(error)}`,
      ])),
    );
  return problems;
}

/** Checks that loaded data stays on the screen, with an error beside it, if a refresh fails. */
export function checkFailedRefresh(
  fixture: InboxFixture,
  page: Page,
  responses: ServerResponses,
  screens: readonly ScreenCase[],
  options?: ScreenCheckOptions,
): Promise<readonly string[]> {
  return collectProblems(screens, async (screenCase) => {
    await navigateTo(page, screenCase.path);
    await waitUntilComplete(page, screenCase);
    try {
      await responses.setMode("fails");
      // A change by another administrator makes the page read everything again.
      await fixture.parlour.owner.call("PATCH", "account", {
        name: `Teapots ${(accountRenames += 1)}`,
      });
      // A form keeps its fields and reports no error of a background refresh.
      if (screenCase.kind !== "form")
        await page
          .getByText(/HTTP 503/)
          .first()
          .waitFor();
      await waitForScreenData(page, screenCase);
      // The banner lies over a part of the screen until it is closed.
      const close = page.locator(".banners").getByRole("button", { name: "Close" });
      while ((await close.count()) > 0) await close.first().click();
      return await checkScreen(page, `stale-${screenCase.name}`, options);
    } finally {
      await responses.setMode("answers");
    }
  });
}
let accountRenames = 0;

/**
 * Checks that each screen keeps its data without a connection, and reports the loss once. Without a
 * proxy the connection is not interrupted.
 */
export function checkOffline(
  { proxy }: InboxFixture,
  page: Page,
  screens: readonly ScreenCase[],
  options?: ScreenCheckOptions,
): Promise<readonly string[]> {
  return collectProblems(screens, async (screenCase) => {
    await navigateTo(page, screenCase.path);
    await waitUntilComplete(page, screenCase);
    try {
      proxy?.setMode("cut");
      await page
        .getByText(/^Offline since \d\d:\d\d/)
        .first()
        .waitFor();
      await waitForScreenData(page, screenCase);
      const pressable = await page
        .getByRole("button", { name: /^(Send .*again|Pause|Resume)/, disabled: false })
        .allTextContents();
      return [
        ...(await findRepeatedOfflineText(page)),
        ...pressable.map((text) => `without a connection it can be pressed: ${text}`),
        ...(await checkScreen(page, `offline-${screenCase.name}`, options)),
      ].map((text) => `${screenCase.name}: ${text}`);
    } finally {
      proxy?.setMode("pass");
      await reconnect(page);
      await waitUntilLive(page);
    }
  });
}

/** Finds texts about the lost connection besides the banner. Only an earlier time is allowed. */
async function findRepeatedOfflineText(page: Page): Promise<readonly string[]> {
  const banner = await page
    .getByText(/^Offline since \d\d:\d\d/)
    .first()
    .textContent();
  const times = await page.getByText(/^As of \d\d:\d\d$/).allTextContents();
  const failures = await page.getByText(/No answer from the server/).allTextContents();
  return [...times.filter((text) => banner?.includes(text.slice(-5))), ...failures].map(
    (text) => `said twice: ${text}`,
  );
}

/** Checks each screen with its data. */
export function checkWithData(
  page: Page,
  screens: readonly ScreenCase[],
  options?: ScreenCheckOptions,
): Promise<readonly string[]> {
  return collectProblems(screens, async (screenCase) => {
    await navigateTo(page, screenCase.path);
    await waitUntilComplete(page, screenCase);
    return checkScreen(page, screenCase.name, options);
  });
}

/**
 * Checks screens in the long pseudo-language: texts from no catalogue, texts that are cut, texts
 * that overflow.
 */
export async function checkLongTexts(
  page: Page,
  screens: readonly ScreenCase[],
  data: readonly (string | RegExp)[],
): Promise<readonly string[]> {
  await setPseudoLanguage(page, "long");
  const problems = await collectProblems(screens, async (screenCase) => {
    await navigateTo(page, screenCase.path);
    await waitUntilComplete(page, screenCase);
    return [
      ...(await findUntranslated(page, data)).map(
        (text) => `${screenCase.name}: in no catalogue: ${text}`,
      ),
      ...(await findTruncated(page)).map((text) => `${screenCase.name}: ${text}`),
      ...(await checkScreen(page, `long-${screenCase.name}`, { views: ["compact", "phone"] })),
    ];
  });
  await setPseudoLanguage(page, null);
  return problems;
}

/** Checks that a right-to-left layout mirrors the usual one, without horizontal overflow. */
export async function checkMirrored(
  page: Page,
  screens: readonly ScreenCase[],
): Promise<readonly string[]> {
  const outlines = new Map<ScreenCase, Awaited<ReturnType<typeof readOutline>>>();
  const before = await collectProblems(screens, async (screenCase) => {
    await navigateTo(page, screenCase.path);
    await waitUntilComplete(page, screenCase);
    outlines.set(screenCase, await readOutline(page));
    return [];
  });
  await setPseudoLanguage(page, "rtl");
  const after = await collectProblems(screens, async (screenCase) => {
    await navigateTo(page, screenCase.path);
    await waitUntilComplete(page, screenCase);
    return [
      ...findMisplaced(outlines.get(screenCase) ?? [], await readOutline(page)).map(
        (text) => `${screenCase.name}: ${text}`,
      ),
      ...(await checkScreen(page, `rtl-${screenCase.name}`, { views: ["compact", "phone"] })),
    ];
  });
  await setPseudoLanguage(page, null);
  return [...before, ...after];
}
