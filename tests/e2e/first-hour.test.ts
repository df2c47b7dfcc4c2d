import { afterAll, beforeAll, expect, test } from "vitest";
import { collectPageErrors, openContext } from "@parlour/testkit/browser";
import { openInboxFixture, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";

/** The first hour of an invited colleague, from the invitation to the first chat. */
let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

test("[CORE-322] [CORE-323] [CORE-324] [CORE-395] who is invited is signed in by their password; without a channel the inbox says who can help, with one a chat arrives", async () => {
  const { parlour, channel } = fixture;
  const body = { name: "Nina", email: "nina@example.test", role: "operator" };
  const invited = (await parlour.owner.call("POST", "operators", body)).body as {
    id: number;
    invite_url: string;
  };
  const owner = await fixture.openOperatorPage(parlour.owner, { path: "/settings/people" });
  const row = owner.page.getByRole("row").filter({ hasText: body.email });
  await row.getByText("Invited").waitFor();
  expect(await row.getByText("Offline").count()).toBe(0);
  expect((await checkScreen(owner.page, "people-invited")).join("\n")).toBe("");
  const context = await openContext(fixture.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(invited.invite_url);
  await page.getByRole("heading", { name: "Join your team" }).waitFor();
  await page.getByLabel("New password", { exact: true }).fill("correct horse battery staple");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "You are not on a channel yet" }).waitFor();
  await page.getByText("can add you. Then chats appear here.").first().waitFor();
  await page.getByText(/^You are not on a channel yet\. \S+ can add you\./).waitFor();
  expect((await checkScreen(page, "no-channel")).join("\n")).toBe("");
  await parlour.owner.call("PATCH", `operators/${invited.id}`, { channels: "all" });
  await page.getByRole("heading", { name: "You are not on a channel yet" }).waitFor({
    state: "detached",
  });
  await parlour.sendCustomerMessage(channel, "anna", "Hello Nina");
  await page.getByText("Hello Nina").first().waitFor();
  await row.getByText("Online").waitFor();
  await owner.checkAndClose();
  expect(faults).toEqual([]);
  await context.close();
});
