import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { allViews } from "./screen-check.ts";
import {
  fillInstallation,
  navigateTo,
  waitUntilComplete,
  type FilledInstallation,
} from "./screens-with-data.ts";
import {
  checkFailedRefresh,
  checkLoadingToFull,
  checkLongTexts,
  checkMirrored,
  interceptReads,
  checkOffline,
  checkWithData,
  collectProblems,
  type ServerResponses,
} from "./screen-state-checks.ts";

/**
 * Every screen in every state and every view; `npm run test:long` (LONG), a selection with
 * PLACES=name,name. screen-states.test.ts checks a few of each.
 */

/** Labels with the name of a bot, a condition or a person. No search can list them. */
const labelsOfData = /^Shop assistant$|: (comparison|value)$|^The email to /;

describe.skipIf(process.env["LONG"] === undefined)("all screens", () => {
  const minutes = 60_000;
  const only = process.env["PLACES"]?.split(",");
  let fixture: InboxFixture;
  let installation: FilledInstallation;
  let operatorPage: OperatorPage;
  let answers: ServerResponses;

  beforeAll(async () => {
    fixture = await openInboxFixture({ proxied: true });
    const filled = await fillInstallation(fixture);
    installation = {
      ...filled,
      screens: filled.screens.filter(({ name }) => only === undefined || only.includes(name)),
    };
    operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, { cuts: true });
    await waitUntilLive(operatorPage.page);
    answers = await interceptReads(operatorPage.page);
  });
  afterAll(async () => {
    await operatorPage.checkAndClose();
    await installation.close();
    await fixture.close();
  });

  // Clears the effects of the previous test.
  beforeEach(() => answers.setMode("answers"));

  test("[CORE-052] with their data, in every view", { timeout: 20 * minutes }, async () => {
    expect(
      (await checkWithData(operatorPage.page, installation.screens, { views: allViews })).join(
        "\n",
      ),
    ).toBe("");
  });

  test("[API-002] loading, failed, empty, full", { timeout: 20 * minutes }, async () => {
    const problems = await collectProblems(
      installation.screens.filter(
        ({ name, kind, emptyText }) =>
          kind === "table" ||
          emptyText !== undefined ||
          (kind === "form" && !name.endsWith("-new")),
      ),
      (screenCase) => checkLoadingToFull(operatorPage.page, answers, fixture.url, screenCase),
    );
    expect(problems.join("\n")).toBe("");
  });

  test(
    "[API-002] [CORE-045] after a reading that failed, and without a connection",
    { timeout: 20 * minutes },
    async () => {
      const screens = installation.screens.filter(({ kind }) => kind !== "other");
      const problems = [
        ...(await checkFailedRefresh(fixture, operatorPage.page, answers, screens)),
        ...(await checkOffline(fixture, operatorPage.page, screens)),
      ];
      expect(problems.join("\n")).toBe("");
    },
  );

  test(
    "[API-170] every label of a settings page is found by the search of the settings",
    { timeout: 20 * minutes },
    async () => {
      const { page } = operatorPage;
      const menu = page.getByRole("navigation", { name: "Settings" });
      const missing: string[] = [];
      // The overview has headings of areas, which are no settings.
      for (const screenCase of installation.screens.filter(
        ({ name, path }) => path.startsWith("/settings/") && name !== "settings-overview",
      )) {
        await navigateTo(page, screenCase.path);
        await waitUntilComplete(page, screenCase);
        const marked = page.locator(
          ".at :is(.field > label, .field > .label, .toggle > label, .body legend, .body h2)",
        );
        // Without the mark of a changed value.
        const labels = await marked.evaluateAll((found) =>
          found.map((one) => (one.firstChild?.textContent ?? "").trim()),
        );
        for (const label of new Set(labels)) {
          if (labelsOfData.test(label)) continue;
          await menu.getByRole("searchbox").fill(label);
          if ((await menu.locator(".found span").getByText(label, { exact: true }).count()) === 0)
            missing.push(`${screenCase.name}: ${label}`);
        }
        await menu.getByRole("searchbox").fill("");
      }
      expect(missing).toEqual([]);
    },
  );

  test("[CORE-052] in longer words and from right to left", { timeout: 20 * minutes }, async () => {
    const problems = [
      ...(await checkLongTexts(
        operatorPage.page,
        installation.screens,
        installation.untranslatedTexts,
      )),
      ...(await checkMirrored(operatorPage.page, installation.screens)),
    ];
    expect(problems.join("\n")).toBe("");
  });
});
