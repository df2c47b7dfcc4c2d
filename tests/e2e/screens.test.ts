import { afterAll, beforeAll, expect, test } from "vitest";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import { bubble, message, openDesk, ready, ring, row, talk, type Desk, type Seat } from "./desk.ts";
import { openFresh } from "./fresh.ts";
import { look, narrow, isLongRun, usual } from "./look.ts";
import { go } from "./places.ts";
import { playScene, type Scene } from "./scene.ts";

let desk: Desk;
let scene: Scene;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  scene = await playScene(desk);
  seat = await desk.sit(undefined, { cuts: true });
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

test.runIf(isLongRun)(
  "[CH-045] [CH-048] [CH-065] [CORE-052] the inbox with a morning's chats reads well in both themes and on a phone",
  async () => {
    const { page } = seat;
    const wrong: string[] = [];
    await ready(page);
    await go(page, `/inbox/all/${scene.id("1043")}`);
    await talk(page).getByText("Do you also sell the lid alone?").waitFor();
    await message(page).fill("We can offer a replacement or a refund, whichever");
    await go(page, `/inbox/all/${scene.id("anna")}`);
    await desk.parlour.sendCustomerMessage(desk.channel, "max", "Do you ship to Norway, and what does it cost?", {
      sender: { name: "Max Lindqvist" },
    });
    await row(page, "Max Lindqvist").getByText("Do you ship to Norway").waitFor();
    await ring(page).waitFor();
    await bubble(page, "Hello Anna, I’m sorry about that. Looking into it now.").getByText("Delivered", { exact: true }).waitFor();
    await bubble(page, "The refund of €48.00 is on its way.").getByText("Not delivered").waitFor();
    await talk(page).getByText("Invitation shown to the customer: Can we help you with your order?").waitFor();
    scene.answer("anna", "hang");
    await message(page).fill("You can keep the teapot.");
    await message(page).press("Enter");
    await message(page).fill("It takes two to three working days to reach your card.");
    await message(page).press("Enter");
    await bubble(page, "You can keep the teapot.").getByText("Retrying 2/3").waitFor();
    wrong.push(...(await look(page, "inbox", { views: usual })));
    scene.answer("anna", "ok");
    // Other chats: a waiting one, one from right to left, a long message.
    for (const [customer, words] of [
      ["nadia", "I would like the red boots"],
      ["layla", "نعم، بالطبع. ما هو العنوان الجديد؟"],
      ["long", "Dear Hildegard, I have read it all: a new pot leaves today."],
      ...(isLongRun
        ? ([
            ["jonas", "There is a shop five minutes from you, in Drottninggatan"],
            ["keiko", "this one"],
            ["1043", "Do you also sell the lid alone?"],
          ] as const)
        : []),
    ] as const) {
      await go(page, `/inbox/all/${scene.id(customer)}`);
      await talk(page).getByText(words).first().waitFor();
      wrong.push(...(await look(page, `chat-${customer}`, { views: isLongRun || customer === "layla" ? narrow : ["phone"] })));
    }
    await page
      .getByRole("row")
      .filter({ hasText: /^Anonymous \d+/ })
      .or(page.getByRole("row").filter({ has: page.getByText(/^Anonymous \d+$/) }))
      .first()
      .waitFor();
    await go(page, "/inbox/all");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    wrong.push(...(await look(page, "keys")));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("a");
    await page.getByRole("dialog", { name: "Search" }).getByRole("option", { selected: true }).waitFor();
    wrong.push(...(await look(page, "palette", { views: isLongRun ? usual : narrow })));
    await page.keyboard.press("Escape");
    for (const view of isLongRun ? ["bot", "closed", "missed"] : ["missed"]) {
      await go(page, `/inbox/${view}`);
      await page.getByText(/^No /).first().waitFor();
      wrong.push(...(await look(page, `empty-${view}`, { views: ["light"] })));
    }
    expect(wrong.join("\n")).toBe("");
  },
);

test("[CORE-001] a viewer reads everything and can change nothing", async () => {
  const own = await desk.sit(scene.viewer, { path: `/inbox/all/${scene.id("anna")}` });
  const { page } = own;
  await ready(page);
  await talk(page).getByText("You can read here, not answer.").waitFor();
  expect(
    (await message(page).count()) +
      (await ring(page).count()) +
      (await page.getByRole("button", { name: /^(Reply|Join|Close|Send)$/ }).count()),
  ).toBe(0);
  const wrong = [...(await look(page, "viewer"))];
  await go(page, "/inbox/mine");
  await page.getByText("No chats of yours").waitFor();
  wrong.push(...(await look(page, "empty-mine")));
  expect(wrong.join("\n")).toBe("");
  await own.leave();
});

test.runIf(isLongRun)("[CORE-045] [API-101] offline and catching up are said, with data on the screen; Send waits", async () => {
  // A separate chat: forty messages would push the content of other tests out of the page.
  const { parlour, channel } = desk;
  await parlour.sendCustomerMessage(channel, "petra", "Is the blue one back?", { sender: { name: "Petra Holm" } });
  const { id } = await parlour.findChat("petra");
  expect((await desk.operator.call("POST", `chats/${id}/accept`, {})).status).toBe(200);
  const page = await seat.tab("/favicon.svg");
  const wrong: string[] = [];
  // A slow connection: from the fifth missed event on, frames are held back until released.
  let slow = false;
  let letGo: () => void = () => undefined;
  await page.routeWebSocket(/\/api\/v1\/socket/, (socket) => {
    const server = socket.connectToServer();
    const held: (string | Buffer)[] = [];
    let events = 0;
    letGo = () => {
      slow = false;
      for (const frame of held.splice(0)) socket.send(frame);
    };
    server.onMessage((frame) => {
      if (slow && (held.length > 0 || (String(frame).startsWith('{"type":"event"') && ++events > 4))) held.push(frame);
      else socket.send(frame);
    });
  });
  await page.goto(`${desk.url}/inbox/all/${id}`);
  await ready(page);
  await message(page).fill("One moment please");
  desk.proxy?.setMode("cut");
  await page.getByText(/^Offline since \d\d:\d\d, drafts are safe\.$/).waitFor();
  wrong.push(...(await look(page, "offline")));
  for (let n = 1; n <= 40; n++) await parlour.sendCustomerMessage(channel, "petra", `And one more thing, number ${n}`);
  slow = true;
  desk.proxy?.setMode("pass");
  // The page may be faster than the test.
  await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
  await talk(page).getByRole("progressbar", { name: "Catching up" }).waitFor();
  await page.getByText("Sends as soon as this chat is up to date.").waitFor();
  await message(page).press("Enter");
  await bubble(page, "One moment please").getByText("Sending").waitFor();
  wrong.push(...(await look(page, "catching-up", { views: isLongRun ? usual : narrow })));
  letGo();
  await ready(page);
  await bubble(page, "One moment please")
    .getByText("Delivered", { exact: true })
    .or(page.getByRole("button", { name: "Send anyway" }))
    .first()
    .waitFor();
  await page.close();
  expect(wrong.join("\n")).toBe("");
});

test.runIf(isLongRun)("[API-007] [API-010] set-up and sign-in read well in both themes and on a phone", async () => {
  const fresh = await openFresh(desk.integrator.port);
  const context = await openContext(desk.browser);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  const wrong: string[] = [];
  await page.goto(fresh.link);
  await page.getByRole("textbox", { name: "Name" }).fill("Sofia Lind");
  await page.getByRole("textbox", { name: "E-mail" }).fill("sofia@shop.example");
  await page.getByRole("textbox", { name: "Password" }).fill("teapot lid violin meadow");
  wrong.push(...(await look(page, "setup-1", { views: usual })));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Your shop" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Teapots & Co");
  wrong.push(...(await look(page, "setup-2")));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Waiting for your site").waitFor();
  for (const fold of ["Where do I paste it?", "Show the full snippet"]) await page.getByText(fold).click();
  wrong.push(...(await look(page, "setup-3")));
  await page.getByRole("button", { name: "Do this later" }).click();
  await page.getByRole("heading", { name: "Write your first message" }).waitFor();
  wrong.push(...(await look(page, "setup-4")));
  await context.clearCookies();

  await page.goto(`${desk.url}/signin`);
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  wrong.push(...(await look(page, "signin", { views: usual })));
  await page.getByRole("textbox", { name: "E-mail" }).fill("nobody@example.test");
  await page.route("**/api/v1/sessions", (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "42" },
      json: { error: { code: "rate_limited", message: "Too many tries.", request_id: "0" } },
    }),
  );
  await page.getByRole("textbox", { name: "Password" }).fill("wrong password here");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("E-mail or password is not right.").waitFor();
  await page.getByRole("button", { name: /^Try again in/ }).waitFor();
  wrong.push(...(await look(page, "signin-wait")));
  // One token in four contains only letters and digits after its dot. It is not a file name.
  expect((await fetch(`${desk.url}/invite/1.${"a".repeat(43)}`)).headers.get("content-type")).toContain("text/html");
  const invited = (await desk.parlour.owner.call("POST", "operators", { name: "Nina", email: "nina@example.test", role: "operator" }))
    .body as { invite_url: string };
  await page.goto(invited.invite_url);
  await page.getByRole("heading", { name: "Join your team" }).waitFor();
  wrong.push(...(await look(page, "invite")));
  expect(wrong.join("\n")).toBe("");
  expect(faults).toEqual([]);
  await context.close();
  await fresh.close();
});
