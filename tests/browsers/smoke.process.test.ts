import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chat } from "@parlour/protocol";
import { startHostSite, startTestParlour, type HostSite, type TestParlour } from "@parlour/testkit";
import { keys, otherBrowsers, type BrowserPage } from "@parlour/testkit/webdriver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chatFrame,
  createWidgetPage,
  listWaitingChats,
  messageField,
  signInOwner,
  writeByKeyboard,
} from "./browser-steps.ts";

/**
 * The main path of a visitor and an operator in Firefox and WebKit, the engine of Safari. The
 * browser has one window, which shows the visitor's page and the application in turn. A short run
 * takes one of the installed browsers, another each day, because each costs 15 s of CPU.
 */
let parlour: TestParlour;
let site: HostSite;
const folder = mkdtempSync(join(tmpdir(), "parlour-smoke-"));
const file = join(folder, "note.txt");
beforeAll(async () => {
  writeFileSync(file, "a crack from the rim");
  [parlour, site] = await Promise.all([startTestParlour({ clock: "system" }), startHostSite()]);
});
afterAll(async () => {
  await site.close();
  await parlour.close();
  rmSync(folder, { recursive: true });
});

// Each test continues on the page that the one before has left.
describe.each(otherBrowsers)("$name", ({ name, isInstalled, open }) => {
  let page: BrowserPage;
  let close: () => Promise<void> = () => Promise.resolve();
  let chat: Chat;
  beforeAll(async () => {
    if (!isInstalled) return;
    ({ page, close } = await open());
    await createWidgetPage(parlour, site, name);
  });
  afterAll(() => close());

  test.skipIf(!isInstalled)(
    "[CORE-021] [WG-251] an operator signs in, and a visitor opens the window by keyboard and writes at once",
    async () => {
      await signInOwner(page, parlour, "/inbox/all");
      await page.open(`${site.url}/${name}`);
      await writeByKeyboard(page, name, "Where is my order?");
      await expect.poll(async () => (await listWaitingChats(parlour)).length).toBe(1);
      [chat] = (await listWaitingChats(parlour)) as [Chat];
    },
  );

  test.skipIf(!isInstalled)(
    "[CORE-021] the operator answers and sends a file; both arrive in the visitor's window",
    async () => {
      await page.open(`${parlour.url}/inbox/all/${chat.id}`);
      await page.find("section.conversation .bubble", "Where is my order?");
      await page.type(messageField, "On its way.");
      await page.press(keys.enter);
      await page.find("section.conversation .bubble", "On its way.");
      await page.choose('section.conversation input[type="file"]', file);
      await page.find("section.conversation", "note.txt");
      await page.click("section.conversation button", "Send");
      await page.find("section.conversation .bubble", "note.txt");
      await expect
        .poll(async () => (await parlour.messages(chat.id)).map(({ kind }) => kind))
        .toContain("media");
      await page.open(`${site.url}/${name}`);
      await page.inFrame(chatFrame, async () => {
        await page.find("li", "On its way.");
        await page.find("li", "note.txt");
        await page.choose('input[type="file"]', file);
        await page.waitFor(() => document.querySelectorAll("li .pw-file").length === 2);
      });
    },
  );

  test.skipIf(!isInstalled)(
    "[CORE-335] a page that is left while it stores a draft never blocks the next one",
    async () => {
      const url = `${parlour.url}/inbox/mine/${chat.id}`;
      await page.open(url);
      for (let load = 1; load <= 25; load++) {
        await page.click(messageField);
        await page.evaluate(
          (next, pause) => {
            for (let key = 0; key < 20; key++)
              setTimeout(() => document.execCommand("insertText", false, "x"), key * 5);
            setTimeout(() => {
              document.execCommand("insertText", false, "y");
              location.assign(next);
            }, 100 + pause);
          },
          `${url}?load=${load}`,
          load % 7,
        );
        await page.waitFor((query) => location.search === query, `?load=${load}`);
        await page.find("section.conversation .bubble", "On its way.");
        await page.waitFor(
          (selector, length) =>
            document.querySelector<HTMLTextAreaElement>(selector)?.value.length === length,
          messageField,
          load * 21,
        );
      }
    },
  );

  test.skipIf(!isInstalled)(
    "[CORE-021] [WG-083] the visitor rates the conversation, and finds the rating after a reload",
    async () => {
      await parlour.owner.call("POST", `chats/${chat.id}/close`);
      await page.open(`${site.url}/${name}`);
      await page.inFrame(chatFrame, async () => {
        await page.activate("button", "Good");
        await page.find("*", "Thanks for your rating");
      });
      // A window that is built anew shows what is stored.
      await page.open(`${site.url}/${name}`);
      await page.inFrame(chatFrame, () => page.find("*", "Thanks for your rating"));
      await expect
        .poll(async () => (await parlour.owner.call("GET", `chats/${chat.id}`)).text)
        .toContain("positive");
    },
  );
});
