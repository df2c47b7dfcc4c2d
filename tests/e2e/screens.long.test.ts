import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  offerCard,
  chatRow,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
  reconnect,
} from "./inbox-fixture.ts";
import { openNewInstallation } from "./new-installation.ts";
import { checkScreen, narrowViews, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";
import { createSampleChats, type SampleChats } from "./sample-chats.ts";

let fixture: InboxFixture;
let sampleChats: SampleChats;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  sampleChats = await createSampleChats(fixture);
  operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

test("[CH-045] [CH-048] [CH-065] [CORE-052] the inbox with a morning's chats reads well in both themes and on a phone", async () => {
  const { page } = operatorPage;
  const problems: string[] = [];
  await waitUntilLive(page);
  await navigateTo(page, `/inbox/all/${sampleChats.chatId("1043")}`);
  await conversationPane(page).getByText("Do you also sell the lid alone?").waitFor();
  await messageField(page).fill("We can offer a replacement or a refund, whichever");
  await navigateTo(page, `/inbox/all/${sampleChats.chatId("anna")}`);
  await fixture.parlour.sendCustomerMessage(
    fixture.channel,
    "max",
    "Do you ship to Norway, and what does it cost?",
    {
      sender: { name: "Max Lindqvist" },
    },
  );
  await chatRow(page, "Max Lindqvist").getByText("Do you ship to Norway").waitFor();
  await offerCard(page).waitFor();
  await messageBubble(page, "Hello Anna, I’m sorry about that. Looking into it now.")
    .getByText("Delivered", { exact: true })
    .waitFor();
  await messageBubble(page, "The refund of €48.00 is on its way.")
    .getByText("Not delivered")
    .waitFor();
  await conversationPane(page)
    .getByText("Invitation shown to the customer: Can we help you with your order?")
    .waitFor();
  sampleChats.respondWith("anna", "hang");
  await messageField(page).fill("You can keep the teapot.");
  await messageField(page).press("Enter");
  await messageField(page).fill("It takes two to three working days to reach your card.");
  await messageField(page).press("Enter");
  await messageBubble(page, "You can keep the teapot.").getByText("Retrying 2/3").waitFor();
  problems.push(...(await checkScreen(page, "inbox", { views: usualViews })));
  sampleChats.respondWith("anna", "ok");
  // Other chats: a waiting one, one from right to left, a long message.
  for (const [customer, expectedText] of [
    ["nadia", "I would like the red boots"],
    ["layla", "نعم، بالطبع. ما هو العنوان الجديد؟"],
    ["long", "Dear Hildegard, I have read it all: a new pot leaves today."],
    ["jonas", "There is a shop five minutes from you, in Drottninggatan"],
    ["keiko", "this one"],
    ["1043", "Do you also sell the lid alone?"],
  ] as const) {
    await navigateTo(page, `/inbox/all/${sampleChats.chatId(customer)}`);
    await conversationPane(page).getByText(expectedText).first().waitFor();
    problems.push(
      ...(await checkScreen(page, `chat-${customer}`, {
        views: narrowViews,
      })),
    );
  }
  await page
    .getByRole("row")
    .filter({ hasText: /^Visitor\d/ })
    .or(page.getByRole("row").filter({ has: page.getByText("Visitor", { exact: true }) }))
    .first()
    .waitFor();
  await navigateTo(page, "/inbox/all");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  problems.push(...(await checkScreen(page, "keys")));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("a");
  await page
    .getByRole("dialog", { name: "Search" })
    .getByRole("option", { selected: true })
    .waitFor();
  problems.push(...(await checkScreen(page, "palette", { views: usualViews })));
  await page.keyboard.press("Escape");
  for (const view of ["bot", "closed", "missed"]) {
    await navigateTo(page, `/inbox/${view}`);
    await page.getByText(/^No /).first().waitFor();
    problems.push(...(await checkScreen(page, `empty-${view}`, { views: ["light"] })));
  }
  expect(problems.join("\n")).toBe("");
});

test("[CORE-001] a viewer reads everything and can change nothing", async () => {
  const secondPage = await fixture.openOperatorPage(sampleChats.viewer, {
    path: `/inbox/all/${sampleChats.chatId("anna")}`,
  });
  const { page } = secondPage;
  await waitUntilLive(page);
  await conversationPane(page).getByText("Your role can read chats, but not reply.").waitFor();
  expect(
    (await messageField(page).count()) +
      (await offerCard(page).count()) +
      (await page.getByRole("button", { name: /^(Reply|Join|Close|Send)$/ }).count()),
  ).toBe(0);
  const problems = [...(await checkScreen(page, "viewer"))];
  await navigateTo(page, "/inbox/mine");
  await page.getByText("You have no open chats").waitFor();
  problems.push(...(await checkScreen(page, "empty-mine")));
  expect(problems.join("\n")).toBe("");
  await secondPage.checkAndClose();
});

test("[CORE-045] [API-101] offline and catching up are said, with data on the screen; Send waits", async () => {
  // A separate chat: forty messages would push the content of other tests out of the page.
  const { parlour, channel } = fixture;
  await parlour.sendCustomerMessage(channel, "petra", "Is the blue one back?", {
    sender: { name: "Petra Holm" },
  });
  const { id } = await parlour.findChat("petra");
  expect((await fixture.operator.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  const page = await operatorPage.openTab("/favicon.svg");
  const problems: string[] = [];
  // A slow connection: from the fifth missed event on, frames are held back until released.
  let slow = false;
  let letGo: () => void = () => undefined;
  await page.routeWebSocket(/\/api\/v1\/socket/, (socket) => {
    const server = socket.connectToServer();
    const pausedFrames: (string | Buffer)[] = [];
    let events = 0;
    letGo = () => {
      slow = false;
      for (const frame of pausedFrames.splice(0)) socket.send(frame);
    };
    server.onMessage((frame) => {
      if (
        slow &&
        (pausedFrames.length > 0 || (String(frame).startsWith('{"type":"event"') && ++events > 4))
      )
        pausedFrames.push(frame);
      else socket.send(frame);
    });
  });
  await page.goto(`${fixture.url}/inbox/all/${id}`);
  await waitUntilLive(page);
  await messageField(page).fill("One moment please");
  fixture.proxy?.setMode("cut");
  await page.getByText(/^Offline since \d\d:\d\d, drafts are safe\.$/).waitFor();
  problems.push(...(await checkScreen(page, "offline")));
  for (let n = 1; n <= 40; n++)
    await parlour.sendCustomerMessage(channel, "petra", `And one more thing, number ${n}`);
  slow = true;
  fixture.proxy?.setMode("pass");
  // The page may be faster than the test.
  await reconnect(page);
  await conversationPane(page).getByRole("progressbar", { name: "Syncing" }).waitFor();
  await page.getByText("Will be sent once this chat is up to date.").waitFor();
  await messageField(page).press("Enter");
  await messageBubble(page, "One moment please").getByText("Sending").waitFor();
  problems.push(...(await checkScreen(page, "catching-up", { views: usualViews })));
  letGo();
  await waitUntilLive(page);
  await messageBubble(page, "One moment please")
    .getByText("Delivered", { exact: true })
    .or(page.getByRole("button", { name: "Send anyway" }))
    .first()
    .waitFor();
  await page.close();
  expect(problems.join("\n")).toBe("");
});

test("[API-007] [API-010] set-up and sign-in read well in both themes and on a phone", async () => {
  const fresh = await openNewInstallation(fixture.integrator.port);
  const context = await openContext(fixture.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  const problems: string[] = [];
  await page.goto(fresh.setupLink);
  await page.getByRole("textbox", { name: "Name" }).fill("Sofia Lind");
  await page.getByRole("textbox", { name: "Email" }).fill("sofia@shop.example");
  await page.getByRole("textbox", { name: "Password" }).fill("teapot lid violin meadow");
  problems.push(...(await checkScreen(page, "setup-1", { views: usualViews })));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Your shop" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Teapots & Co");
  problems.push(...(await checkScreen(page, "setup-2")));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Waiting for your site").waitFor();
  for (const fold of ["Install it on your kind of site", "Show the full snippet"])
    await page.getByText(fold).click();
  problems.push(...(await checkScreen(page, "setup-3")));
  await page.getByRole("button", { name: "Do this later" }).click();
  await page.getByRole("heading", { name: "Write your first message" }).waitFor();
  problems.push(...(await checkScreen(page, "setup-4")));
  await context.clearCookies();

  await page.goto(`${fixture.url}/signin`);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  problems.push(...(await checkScreen(page, "signin", { views: usualViews })));
  await page.getByRole("textbox", { name: "Email" }).fill("nobody@example.test");
  await page.route("**/api/v1/sessions", (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "42" },
      json: { error: { code: "rate_limited", message: "Too many tries.", request_id: "0" } },
    }),
  );
  await page.getByRole("textbox", { name: "Password" }).fill("wrong password here");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Wrong email or password.").waitFor();
  await page.getByRole("button", { name: /^Try again in/ }).waitFor();
  problems.push(...(await checkScreen(page, "signin-wait")));
  // One token in four contains only letters and digits after its dot. It is not a file name.
  expect(
    (await fetch(`${fixture.url}/invite/1.${"a".repeat(43)}`)).headers.get("content-type"),
  ).toContain("text/html");
  const invited = (
    await fixture.parlour.owner.call("POST", "operators", {
      name: "Nina",
      email: "nina@example.test",
      role: "operator",
    })
  ).body as { invite_url: string };
  await page.goto(invited.invite_url);
  await page.getByRole("heading", { name: "Join your team" }).waitFor();
  problems.push(...(await checkScreen(page, "invite")));
  expect(problems.join("\n")).toBe("");
  expect(faults).toEqual([]);
  await context.close();
  await fresh.close();
});
