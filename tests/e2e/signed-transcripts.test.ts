import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  conversationPane,
  messageBubble,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  operatorPage = await fixture.openOperatorPage();
});
afterAll(() => fixture.close());

async function openTranscriptDialog(page: Page) {
  await conversationPane(page).getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Save transcript" }).click();
  return page.getByRole("dialog", { name: "Save transcript" });
}

test("[API-550] [API-552] an operator saves a signed file, and a page without a connection checks it", async () => {
  const { page } = operatorPage;
  await fixture.parlour.sendCustomerMessage(fixture.channel, "signed", "Hello from Sam Signed", {
    sender: { name: "Sam Signed" },
  });
  const { id } = await fixture.parlour.findChat("signed");
  await waitUntilLive(page);
  await navigateTo(page, `/inbox/all/${id}`);
  await messageBubble(page, "Hello from Sam Signed").waitFor();
  const dialog = await openTranscriptDialog(page);
  await dialog.getByLabel("Format").selectOption({ label: "Signed file" });
  expect(await checkScreen(page, "signed-transcript")).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Save" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`chat-${id}.signed.jsonl`);
  const path = await download.path();

  const stranger = await page.context().browser()?.newPage();
  if (stranger === undefined) throw new Error("no browser");
  const faults: string[] = [];
  stranger.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await stranger.goto(`${fixture.parlour.url}/verify`);
  await stranger.context().setOffline(true);
  const result = stranger.getByRole("status");
  await stranger.getByLabel("Signed transcript").setInputFiles(path);
  await result.getByText("Complete and unchanged since it was signed").waitFor();
  await result.getByText("Sam Signed").waitFor();
  await result.getByText("The key is that of this page.").waitFor();
  expect(await checkScreen(stranger, "verify")).toEqual([]);
  const changed = join(`${path}-changed.jsonl`);
  await writeFile(changed, (await readFile(path, "utf8")).replace("Hello", "Farewell"));
  await stranger.getByLabel("Signed transcript").setInputFiles(changed);
  await result.getByText("Not proved").waitFor();
  await result.getByText("A line was changed").waitFor();
  expect(faults).toEqual([]);
  await stranger.close();
});

test("[API-047] an operator prints a chat", async () => {
  const { page } = operatorPage;
  const dialog = await openTranscriptDialog(page);
  // The print dialog would wait for a person.
  await page.context().addInitScript("window.print = () => { document.title = 'printed'; }");
  const [printed] = await Promise.all([
    page.waitForEvent("popup"),
    dialog.getByRole("link", { name: "Print" }).click(),
  ]);
  await printed.getByText("Hello from Sam Signed").waitFor();
  await expect.poll(() => printed.title()).toBe("printed");
  await printed.close();
});
