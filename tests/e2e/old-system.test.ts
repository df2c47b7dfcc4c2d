import { startIntegrator, type FakeIntegrator } from "@parlour/testkit";
import type { ForwardingState } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, waitUntilLive, type InboxFixture } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** The owner compares Parlour with the old system behind a channel. */
let fixture: InboxFixture;
let oldSystem: FakeIntegrator;
beforeAll(async () => {
  [fixture, oldSystem] = await Promise.all([openInboxFixture(), startIntegrator()]);
});
afterAll(() => Promise.all([fixture.close(), oldSystem.close()]));

test("[MV-080] [MV-082] [MV-084] [MV-085] forwarding is started, compared and switched, and an answer of the old system is in the chat", async () => {
  const { parlour, channel } = fixture;
  const opened = await fixture.openOperatorPage(parlour.owner, {
    path: "/settings/parallel-run",
  });
  const { page } = opened;
  await parlour.owner.call("POST", "instance/egress-allow", { add: ["127.0.0.0/8"] });
  await waitUntilLive(page);
  await page.getByLabel("Address of the old system").fill(`${oldSystem.url}/channel/abc`);
  expect(await checkScreen(page, "start of a forwarding", { views, axe: "chosen" })).toEqual([]);
  await page.getByRole("button", { name: "Start forwarding" }).click();
  await page.getByRole("switch", { name: "Chats ring here" }).waitFor();

  await parlour.sendCustomerMessage(channel, "nadia", "Where is my order?", {
    sender: { name: "Nadia Ross" },
  });
  const { body } = await parlour.owner.call("GET", "imports/parallel/forwarding");
  const answered = await fetch(
    parlour.url + new URL((body as ForwardingState).forwarding!.answers_url).pathname,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        sender: { name: "Ines" },
        recipient: { id: "nadia" },
        message: { type: "text", id: "1", text: "It leaves today." },
      }),
    },
  );
  expect(answered.status).toBe(200);
  await parlour.settle();
  await page.reload();
  await page.getByText("Nadia Ross").waitFor();
  expect(await checkScreen(page, "forwarded chats", { views, axe: "chosen" })).toEqual([]);

  await page.getByRole("switch", { name: "Operators can answer here" }).press("Space");
  await expect
    .poll(async () => (await parlour.owner.call("GET", "imports/parallel/forwarding")).body)
    .toMatchObject({ forwarding: { operators_answer: false } });
  const chat = await parlour.findChat("nadia");
  await navigateTo(page, `/inbox/all/${chat.id}`);
  await page.getByText("It leaves today.").first().waitFor();
  await page.getByText("Only the old system answers").first().waitFor();
  expect(await checkScreen(page, "chat of the old system", { views, axe: "chosen" })).toEqual([]);
  await opened.checkAndClose();
});

const views = ["light", "dark", "phone"] as const;
