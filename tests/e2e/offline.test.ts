import { startMailServer, type FakeMailServer } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import {
  messageBubble,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, isLongRun } from "./screen-check.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let server: FakeMailServer;
let widget: Channel;
beforeAll(async () => {
  fixture = await openInboxFixture();
  server = await startMailServer({ login: { user: "chat", password: "right" } });
  const { owner } = fixture.parlour;
  widget = (
    await owner.call("POST", "channels", {
      kind: "widget",
      name: "Shop",
      operators: [fixture.operator.id],
    })
  ).body as Channel;
  operatorPage = await fixture.openOperatorPage(undefined, { path: "/offline" });
});
afterAll(async () => {
  await fixture.close();
  await server.stop();
});

/**
 * Leaves an offline message through the protocol of the chat window; returns the visitor's socket.
 */
async function leaveOfflineMessage(text: string, contacts: object): Promise<WebSocket> {
  const socket = new WebSocket(`${fixture.url.replace("http", "ws")}/widget/socket`);
  const page = {
    url: "https://shop.example/cart?step=2",
    title: "Your cart",
    referrer: "",
    first: "https://shop.example/",
    visits: 1,
    pages: 2,
  };
  const hello = {
    type: "hello",
    widget_id: widget.public_id,
    token: null,
    user_token: null,
    after: null,
    page,
    language: "en",
    origin: "https://shop.example",
  };
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => socket.send(JSON.stringify(hello)));
    socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string };
      if (frame.type === "welcome")
        socket.send(JSON.stringify({ type: "offline", ref: "o1", contacts, text }));
      if (frame.type === "done") resolve();
      if (frame.type === "failed") reject(new Error(data.toString()));
    });
  });
  return socket;
}

/** The owner follows the link of an offline message to the mail settings. */
async function setUpMail(problems: string[]): Promise<void> {
  const boss = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/offline" });
  const { page } = boss;
  await page.getByRole("link", { name: "Nadia Ross" }).click();
  // The list and the message both say that email is not set up.
  await page.getByRole("link", { name: "Set it up" }).first().click();
  await page.getByRole("textbox", { name: "Host" }).fill(server.host);
  await page.getByRole("textbox", { name: "Port" }).fill(String(server.port));
  await page.getByRole("combobox", { name: "Encryption" }).selectOption("none");
  await page.getByRole("textbox", { name: "User name" }).fill("chat");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("textbox", { name: "From" }).fill("Shop <chat@shop.example>");
  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByText(/rejected the sign-in/).waitFor();
  problems.push(...(await checkScreen(page, "mail-settings")));
  await page.getByLabel("Password").fill("right");
  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByText(/accepted the email/).waitFor();
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("A password is saved. Enter a new one to replace it.").waitFor();
  expect(server.received).toHaveLength(1);
  await boss.checkAndClose();
}

/**
 * One list that is empty at first. The second test uses the messages that the first received and
 * answered.
 */
describe("one list of offline messages", { shuffle: false }, () => {
  test(
    "[CORE-110] [API-060] a message comes in by itself, is taken, answered by mail and in a chat, by keyboard; axe finds nothing",
    { meta: { pin: "journey of offline messages" } },
    async () => {
      const { page } = operatorPage;
      const problems: string[] = [];
      await waitUntilLive(page);
      await page.getByText("No offline messages").waitFor();
      problems.push(...(await checkScreen(page, "offline-none")));
      const nadia = await leaveOfflineMessage("Where is my order?\nIt is <b>late</b>.", {
        name: "Nadia Ross",
        email: "nadia@shop.example",
      });
      const max = await leaveOfflineMessage(
        "Please call me back about the invoice for the teapots, the last one was wrong.",
        {
          name: "",
          phone: "+49 30 111222",
        },
      );
      await page.getByRole("link", { name: "Nadia Ross" }).waitFor();
      await page.getByRole("link", { name: "+49 30 111222" }).waitFor();
      problems.push(...(await checkScreen(page, "offline-list", { axe: true })));
      // By keyboard, at any speed: down to the second message, which is the older one.
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      const pane = page.getByRole("region", { name: "Nadia Ross" });
      await pane.getByRole("heading", { name: "Nadia Ross" }).waitFor();
      await pane.getByRole("button", { name: "Take" }).press("Enter");
      await pane.getByText("Taken", { exact: true }).waitFor();
      // Without mail settings there is no reply by mail, and the page says why.
      await page.getByText("Email is not set up for this installation.").waitFor();
      await pane.getByText("It is <b>late</b>.").waitFor();
      problems.push(...(await checkScreen(page, "offline-message", { axe: true })));

      await setUpMail(problems);
      await page.goto(`${fixture.url}/offline`);
      await page.getByRole("link", { name: "Nadia Ross" }).click();
      await page.getByRole("button", { name: "Reply by email" }).click();
      const field = page.getByRole("textbox", { name: "Message" });
      await expect
        .poll(() => field.evaluate((element) => element === document.activeElement))
        .toBe(true);
      await page.getByRole("button", { name: "Send email" }).click();
      await page.getByText("Enter a message.").waitFor();
      await field.fill("It leaves today.");
      problems.push(...(await checkScreen(page, "offline-answer", { axe: true })));
      await page.reload();
      await expect.poll(() => field.inputValue()).toBe("It leaves today.");
      await field.press("Control+Enter");
      await page.locator("p").filter({ hasText: "It leaves today." }).waitFor();
      await expect.poll(() => server.received.length).toBe(2);
      const boss = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/offline" });
      await boss.page.getByRole("link", { name: "Nadia Ross" }).click();
      await boss.page.getByText("Delivered to the mail server").waitFor();
      await boss.checkAndClose();
      expect(server.received[1]).toMatchObject({ to: ["nadia@shop.example"] });
      if (isLongRun) problems.push(...(await checkScreen(page, "offline-answered")));

      await page.getByRole("button", { name: "Reply in chat" }).click();
      await waitUntilLive(page);
      // The other message still waits, and the list of views shows it.
      await page
        .getByRole("button", { name: "More 1 message or call waiting, More views" })
        .waitFor();
      await page.getByRole("textbox", { name: "Message", exact: true }).fill("Here too");
      await page.keyboard.press("Enter");
      await messageBubble(page, "Here too").waitFor();
      await page.getByText(/started the chat/).waitFor();
      nadia.close();
      max.close();
      expect(problems.join("\n")).toBe("");
    },
  );

  test("[CORE-110] under the pointer nothing moves: a new message waits behind its number", async () => {
    const { page } = operatorPage;
    await page.goto(`${fixture.url}/offline`);
    await waitUntilLive(page);
    await page.getByRole("link", { name: "Nadia Ross" }).hover();
    const socket = await leaveOfflineMessage("One more", {
      name: "Zoe",
      email: "zoe@shop.example",
    });
    await page.getByRole("button", { name: "Show 1 new" }).waitFor();
    expect(await page.getByRole("link", { name: "Zoe" }).count()).toBe(0);
    // By key: a pointer that moves from the list to the button opens the message itself.
    await page.getByRole("button", { name: "Show 1 new" }).press("Enter");
    await page.getByRole("link", { name: "Zoe" }).waitFor();
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("link", { name: "Nadia Ross" }).waitFor({ state: "detached" });
    socket.close();
    await operatorPage.checkAndClose();
  });
});
