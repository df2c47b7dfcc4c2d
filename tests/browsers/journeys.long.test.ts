import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tag } from "@parlour/protocol/api";
import {
  startHostSite,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type HostSite,
  type TestParlour,
} from "@parlour/testkit";
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
 * A day of an operator and a conversation of a visitor in Firefox and WebKit. Each journey has its
 * own browser, because the two people do not share one.
 */
let parlour: TestParlour;
let site: HostSite;
let integrator: FakeIntegrator;
const folder = mkdtempSync(join(tmpdir(), "parlour-journeys-"));
const file = join(folder, "crack.txt");
beforeAll(async () => {
  writeFileSync(file, "a crack from the rim");
  [parlour, site, integrator] = await Promise.all([
    startTestParlour({ clock: "system" }),
    startHostSite(),
    startIntegrator(),
  ]);
});
afterAll(async () => {
  await site.close();
  await parlour.close();
  await integrator.close();
  rmSync(folder, { recursive: true });
});

describe.each(otherBrowsers)("$name", ({ name, isInstalled, open }) => {
  const journey = test.skipIf(!isInstalled);
  const useBrowser = async (use: (page: BrowserPage) => Promise<void>): Promise<void> => {
    const { page, close } = await open();
    try {
      await use(page);
    } finally {
      await close();
    }
  };

  journey(
    "[CORE-337] [CORE-036] [API-044] an operator signs in, answers, closes, searches, and adds a tag",
    () =>
      useBrowser(async (page) => {
        const { url, owner } = parlour;
        const text = `Is the ${name} teapot in stock?`;
        const channel = await parlour.channel(integrator.url);
        await signInOwner(page, parlour, "/inbox/waiting");
        await parlour.sendCustomerMessage(channel, name, text);
        await page.click('[role="grid"] [role="row"]', text);
        await page.click("section.conversation header button", "Reply");
        await page.type(messageField, "Yes, two are left.");
        await page.press(keys.enter);
        await page.find("section.conversation .bubble", "Yes, two are left.");
        const chat = await parlour.findChat(name);
        await page.click("section.conversation button", "Close");
        await expect
          .poll(async () => (await owner.call("GET", `chats/${chat.id}`)).body)
          .toMatchObject({ state: "closed" });

        await page.open(`${url}/archive`);
        await page.type('input[role="combobox"]', name);
        await page.click('[aria-label="Results"] a', text);
        await page.find("section.conversation .bubble[data-hit]", text);
        await page.find("section.conversation .bubble", "Yes, two are left.");

        await page.open(`${url}/settings/tags/new`);
        await page.type('input[name="name"]', `Stock ${name}`);
        await page.press(keys.enter);
        await page.waitFor(() => !location.pathname.endsWith("/new"));
        await page.open(`${url}/settings/tags`);
        await page.find("main a", `Stock ${name}`);
        const { items } = (await owner.call("GET", "tags")).body as { items: readonly Tag[] };
        expect(items.map((tag) => tag.name)).toContain(`Stock ${name}`);
      }),
  );

  journey(
    "[WG-250] [WG-082] a visitor writes, attaches a file, leaves, comes back to the answer, rates, and writes again",
    () =>
      useBrowser(async (page) => {
        const { owner } = parlour;
        await owner.call("PUT", "me/presence", { status: "online" });
        await createWidgetPage(parlour, site, `visit-${name}`);
        const open = (): Promise<void> => page.open(`${site.url}/visit-${name}`);
        await open();
        await writeByKeyboard(page, name, `My teapot from ${name} has a crack`);
        await page.inFrame(chatFrame, async () => {
          await page.choose('input[type="file"]', file);
          await page.find("li .pw-file", "crack.txt");
          await page.press(...Array.from("half a sen"));
        });
        const [chat] = await listWaitingChats(parlour);
        const kinds = async (): Promise<readonly string[]> =>
          (await parlour.messages(chat?.id ?? 0)).map(({ kind }) => kind);
        await expect.poll(kinds).toContain("media");

        // Another page of the site, then the window again, with what arrived meanwhile.
        await page.open(site.url);
        await owner.call("POST", `chats/${chat?.id}/accept`, {});
        await owner.call("POST", `chats/${chat?.id}/messages`, {
          kind: "text",
          text: "We send a new one.",
          client_id: `answer-${name}`,
        });
        await open();
        await page.inFrame(chatFrame, async () => {
          await page.find("li", `My teapot from ${name} has a crack`);
          await page.find("li .pw-file", "crack.txt");
          await page.find("li", "We send a new one.");
          await page.waitFor(() => document.querySelector("textarea")?.value === "half a sen");
        });

        await owner.call("POST", `chats/${chat?.id}/close`);
        await page.inFrame(chatFrame, async () => {
          await page.click("button", "Good");
          await page.find("*", "Thanks for your rating");
          await page.type("textarea", "Quick and kind.");
          await page.click("button", "Send comment");
          await page.waitFor(() => !document.body.textContent.includes("Send comment"));
          await page.click("button", "New conversation");
          await page.type("textarea", "One more question");
          await page.press(keys.enter);
          await page.find("li", "One more question");
        });
        await expect
          .poll(async () => (await owner.call("GET", `chats/${chat?.id}`)).text)
          .toContain("Quick and kind.");
        await expect.poll(async () => (await listWaitingChats(parlour)).length).toBe(1);
        for (const { id } of await listWaitingChats(parlour))
          await owner.call("POST", `chats/${id}/close`);
      }),
  );
});
