import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  chatRow,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, narrowViews } from "./screen-check.ts";
import {
  fillInstallation,
  navigateTo,
  waitUntilComplete,
  type FilledInstallation,
  type ScreenCase,
} from "./screens-with-data.ts";
import {
  checkFailedRefresh,
  checkLoadingToFull,
  checkLongTexts,
  checkMirrored,
  interceptReads,
  checkOffline,
  checkWithData,
  type ServerResponses,
} from "./screen-state-checks.ts";

/**
 * Each cell of the state table (product.md 3) on one screen with data of each kind, in a long run.
 * A short run checks a dialog and the preferences here, and the states of lists and chats in
 * inbox-states.test.tsx. screen-states.long.test.ts checks all screens in all states.
 */

let fixture: InboxFixture;
/** Every list with rows, in a long run. */
let installation: FilledInstallation;
let operatorPage: OperatorPage;
let responses: ServerResponses;
const pickScreens = (...names: string[]): readonly ScreenCase[] =>
  installation.screens.filter(({ name }) => names.includes(name));

beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  if (isLongRun) installation = await fillInstallation(fixture);
  else
    await fixture.parlour.sendCustomerMessage(fixture.channel, "nadia", "The red boots, please", {
      sender: { name: "Nadia Ross" },
    });
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, { cuts: true });
  await waitUntilLive(operatorPage.page);
  responses = await interceptReads(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  if (isLongRun) await installation.close();
  await fixture.close();
});

test.runIf(isLongRun)("[API-002] loading, failed, empty, full: a table", async () => {
  const problems = await checkLoadingToFull(
    operatorPage.page,
    responses,
    fixture.url,
    pickScreens("deliveries")[0]!,
    { views: ["light"] },
  );
  expect(problems.join("\n")).toBe("");
});

test.runIf(isLongRun)(
  "[CORE-052] [BOT-001] [BOT-003] [WH-001] [CORE-023] [CORE-090] [WG-045] tables and forms with their data, wide and on a phone",
  async () => {
    const problems = [
      ...(await checkWithData(operatorPage.page, pickScreens("settings-people", "hours"), {
        views: narrowViews,
      })),
      ...(await checkWithData(
        operatorPage.page,
        pickScreens("settings-bots", "bot", "settings-webhooks", "webhook", "links"),
        {
          views: ["phone"],
        },
      )),
    ];
    expect(problems.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[CORE-052] in the dark, with forced colours, at 200 %, with large text and compact",
  async () => {
    const problems = await checkWithData(operatorPage.page, pickScreens("inbox"), {
      views: ["dark", "forced", "zoom", "large", "compact"],
    });
    expect(problems.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)("[API-002] a later reading that fails leaves what was read", async () => {
  const problems = await checkFailedRefresh(
    fixture,
    operatorPage.page,
    responses,
    pickScreens("deliveries"),
    { views: ["light"] },
  );
  expect(problems.join("\n")).toBe("");
});

test.runIf(isLongRun)(
  "[CORE-045] without a connection screens keep their data, and that is said once",
  async () => {
    const problems = await checkOffline(fixture, operatorPage.page, pickScreens("online"), {
      views: ["light"],
    });
    expect(problems.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[CORE-052] in a language longer by a third nothing is cut and no word is left in English; mirrored, all stands as in a mirror",
  async () => {
    const screens = pickScreens("inbox");
    const problems = [
      ...(await checkLongTexts(operatorPage.page, screens, installation.untranslatedTexts)),
      ...(await checkMirrored(operatorPage.page, screens)),
    ];
    expect(problems.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[CORE-001] [API-046] what somebody may only read has no way to change it: a developer's links, a viewer's visitor",
  async () => {
    const problems: string[] = [];
    for (const [operator, screenName] of [
      [installation.developer, "links"],
      [installation.sampleChats.viewer, "visitor"],
    ] as const) {
      const secondPage = await fixture.openOperatorPage(operator, {
        path: pickScreens(screenName)[0]?.path ?? "",
      });
      await waitUntilComplete(secondPage.page, pickScreens(screenName)[0]!);
      await waitUntilLive(secondPage.page);
      expect(
        await secondPage.page
          .getByRole("main")
          .getByRole("button", { name: /^(Save|Edit|Block|Delete)/ })
          .count(),
      ).toBe(0);
      problems.push(
        ...(await checkScreen(secondPage.page, `read-only-${screenName}`, { views: ["light"] })),
      );
      await secondPage.checkAndClose();
    }
    expect(problems.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)(
  "[CORE-090] a form that somebody else saved meanwhile keeps what was typed, shows what he saved instead, and takes over his other changes",
  async () => {
    const { page } = operatorPage;
    await navigateTo(page, "/settings/account");
    const name = page.getByRole("textbox", { name: "Name" }).first();
    await name.fill("Half a name");
    expect(
      (
        await fixture.parlour.owner.call("PATCH", "account", {
          name: "Other teapots",
          accent: "#7A3E9D",
        })
      ).status,
    ).toBe(200);
    await page.getByText(/^Someone else saved other values here/).waitFor();
    await page.getByRole("status").getByText("Other teapots", { exact: true }).waitFor();
    expect(await name.inputValue()).toBe("Half a name");
    expect(await page.getByRole("textbox", { name: "Accent colour" }).inputValue()).toBe("#7A3E9D");
    await page.getByText("Not saved: Name").waitFor();
    expect((await checkScreen(page, "overtaken-account", { views: ["light"] })).join("\n")).toBe(
      "",
    );
    await page.getByRole("button", { name: "Use theirs" }).click();
    await expect.poll(() => name.inputValue()).toBe("Other teapots");
  },
);

test("[CORE-052] a dialog is seen as soon as the page behind it is out of reach, also on a screen that can be touched", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/inbox/all");
  await chatRow(page, "Nadia Ross").waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "maxTouchPoints", { value: 10, configurable: true });
    new MutationObserver((_, watch) => {
      const dialog = document.querySelector(".overlay > *");
      if (dialog === null) return;
      document.body.dataset["seen"] = String(dialog.checkVisibility({ opacityProperty: true }));
      watch.disconnect();
    }).observe(document.body, { childList: true });
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  expect(await page.evaluate(() => document.body.dataset["seen"])).toBe("true");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await page.evaluate(() => Reflect.deleteProperty(navigator, "maxTouchPoints"));
});

test("[CORE-052] who wants less motion sees none; the smaller density is smaller", async () => {
  const { page } = operatorPage;
  await navigateTo(page, "/inbox/all");
  await chatRow(page, "Nadia Ross").waitFor();
  const moving = (): Promise<number> =>
    page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === "running").length,
    );
  const turn = async (to: "reduce" | "no-preference"): Promise<number> => {
    await page.emulateMedia({ reducedMotion: to });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    const runningCount = await moving();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return runningCount;
  };
  expect(await turn("reduce")).toBe(0);
  const high = (): Promise<number> =>
    chatRow(page, "Nadia Ross").evaluate((one) => one.getBoundingClientRect().height);
  const before = await high();
  await page.evaluate(() =>
    localStorage.setItem("parlour.preferences", JSON.stringify({ density: "compact" })),
  );
  await page.reload();
  await chatRow(page, "Nadia Ross").waitFor();
  expect(before).toBe(64);
  await expect.poll(high).toBe(48);
  await page.evaluate(() => localStorage.removeItem("parlour.preferences"));
});
