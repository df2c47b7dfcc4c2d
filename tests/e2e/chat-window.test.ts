import type { WidgetClientFrame } from "@parlour/protocol/widget";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations, openContext, findHorizontalOverflow } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { takeScreenshot, isLongRun } from "./screen-check.ts";
import {
  createChat,
  createMessage,
  openChatWindowFixture,
  silentServer,
  waitUntilReady,
  availability,
  createWelcome,
  type OpenChatWindow,
  type ChatWindowFixture,
} from "./chat-window-fixture.ts";
import { messageBubble, openOperatorPage } from "./inbox-fixture.ts";
import { getDailyStates } from "./chat-window-states.ts";

let fixture: ChatWindowFixture;
beforeAll(async () => {
  fixture = await openChatWindowFixture();
});
afterAll(() => fixture.close());

const listWindowEvents = async (win: OpenChatWindow): Promise<readonly unknown[]> =>
  (await win.getBridgeMessages()).filter((one) => one.type === "event").map((one) => one["name"]);

test.each([
  { look: "a state of each kind, light", dark: false, language: "en", rules: null },
  // Axe rules that another background, language and direction can break.
  {
    look: "a state of each kind, dark",
    dark: true,
    language: "en",
    rules: ["color-contrast", "link-in-text-block"],
  },
  {
    look: "a state of each kind, right to left",
    dark: false,
    language: "ar",
    rules: ["target-size", "button-name", "link-name", "label", "html-has-lang", "valid-lang"],
  },
])(
  "[WG-088] [WG-089] $look: axe finds nothing, nothing is wider than 320 pixels",
  async ({ dark, language, rules }) => {
    const groups = Map.groupBy(getDailyStates(), ({ face }) => JSON.stringify(face ?? {}));
    const found: Record<string, unknown> = {};
    for (const [face, states] of groups) {
      const win = await fixture.open({
        ...silentServer,
        dark,
        language,
        face: JSON.parse(face) as object,
      });
      await waitUntilReady(win);
      for (const {
        name,
        state = "chat",
        frames,
        expectedText: shows,
        readySelector: stands,
      } of states) {
        await win.postMessage({ type: "state", state, focus: false });
        await win.sendFrames(...frames);
        if (language === "en") await win.frame.getByText(shows).first().waitFor();
        else if (stands !== undefined) await win.frame.locator(stands).first().waitFor();
        const violations = await findAxeViolations(
          win.frame as unknown as Page,
          isLongRun ? null : rules,
        );
        if (violations.length > 0) found[name] = violations;
        await takeScreenshot(
          win.page.locator("iframe"),
          `window-${name}-${language === "en" ? (dark ? "dark" : "light") : language}`,
        );
        await win.page.evaluate(() =>
          document.querySelector("iframe")?.style.setProperty("width", "320px"),
        );
        // The window is in another process and gets its size later.
        await expect.poll(() => win.frame.evaluate(() => innerWidth)).toBe(320);
        const wide = await findHorizontalOverflow(win.frame as unknown as Page);
        if (wide.length > 0) found[`${name} at 320`] = wide;
        await win.page.evaluate(() =>
          document.querySelector("iframe")?.style.removeProperty("width"),
        );
        await expect.poll(() => win.frame.evaluate(() => innerWidth)).toBe(380);
      }
      expect(win.faults).toEqual([]);
      await win.context.close();
    }
    expect(found).toEqual({});
  },
);

test("[WG-085] [WG-086] [CORE-044] [CORE-052] both ways with a real operator: written, typed, filed, read, once after a reload and in two tabs", async () => {
  const leave = await fixture.bringOperatorOnline();
  const context = await openContext(fixture.browser);
  const win = await fixture.open({ context });
  const { frame } = win;
  await frame.getByRole("textbox", { name: "Message" }).fill("Where is my order?");
  await frame.getByRole("textbox", { name: "Message" }).press("Enter");
  await frame.getByText("Sent", { exact: true }).waitFor();
  const list = (await fixture.parlour.owner.call("GET", "chats?state=waiting")).body as {
    items: { id: number }[];
  };
  const id = list.items[0]?.id ?? 0;
  expect((await fixture.parlour.owner.call("POST", `chats/${id}/accept`)).status).toBe(200);
  let sent = 0;
  const say = async (text: string) =>
    expect(
      (
        await fixture.parlour.owner.call("POST", `chats/${id}/messages`, {
          kind: "text",
          text,
          client_id: `o${sent++}`,
        })
      ).status,
    ).toBe(201);
  await say("On its way: https://shop.example/o/1 <b>now</b>");
  await frame.getByText("<b>now</b>").waitFor();
  expect(
    await frame.getByRole("link", { name: "https://shop.example/o/1" }).getAttribute("rel"),
  ).toContain("noopener");

  await frame
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a crack from the rim"),
    });
  await frame.getByText("note.txt").waitFor();
  await expect
    .poll(async () =>
      (await fixture.parlour.messages(id)).some((one) => one.media?.file_name === "note.txt"),
    )
    .toBe(true);

  const other = await fixture.open({
    context,
    token: (await win.getBridgeMessages()).find((one) => one.type === "token")?.["token"] as string,
  });
  await other.frame.getByText("<b>now</b>").waitFor();
  await say("Seen in both?");
  await Promise.all([
    frame.getByText("Seen in both?").waitFor(),
    other.frame.getByText("Seen in both?").waitFor(),
  ]);
  await other.page.close();

  await context.close();
  await leave();
  expect(win.faults).toEqual([]);
});

test("[WG-082] [WG-086] cut off for a minute while messages go each way, a reload in the middle: all there, once, in order", async () => {
  const leave = await fixture.bringOperatorOnline();
  const context = await openContext(fixture.browser);
  let isCut = false;
  const lines = new Set<{ close: () => void }>();
  await context.routeWebSocket(/\/widget\/socket$/, (route) => {
    if (isCut) return void route.close({ code: 1012 });
    route.connectToServer();
    lines.add({ close: () => void route.close({ code: 1012 }) });
  });
  let win = await fixture.open({ context, cuts: true });
  const write = async (text: string): Promise<void> => {
    await win.frame.getByRole("textbox", { name: "Message" }).fill(text);
    await win.frame.getByRole("textbox", { name: "Message" }).press("Enter");
  };
  await write("first");
  await win.frame.getByText("Sent", { exact: true }).waitFor();
  const token = (await win.getBridgeMessages()).find((one) => one.type === "token")?.[
    "token"
  ] as string;
  const list = (await fixture.parlour.owner.call("GET", "chats?state=waiting")).body as {
    items: { id: number }[];
  };
  const id = list.items[0]?.id ?? 0;
  await fixture.parlour.owner.call("POST", `chats/${id}/accept`);
  isCut = true;
  for (const line of lines) line.close();
  for (let n = 0; n < 20; n++) {
    await write(`visitor ${n}`);
    await fixture.parlour.owner.call("POST", `chats/${id}/messages`, {
      kind: "text",
      text: `operator ${n}`,
      client_id: `o${n}`,
    });
    if (n !== 10) continue;
    await win.page.close();
    win = await fixture.open({ context, token, cuts: true });
    await win.frame.getByText("visitor 10", { exact: true }).waitFor();
  }
  isCut = false;
  await win.page.evaluate(() => undefined);
  await win.frame.evaluate(() => window.dispatchEvent(new Event("online")));
  await win.frame.getByText("operator 19").waitFor();
  const stored = async (): Promise<readonly string[]> =>
    (await fixture.parlour.messages(id))
      .filter((one) => one.author.kind !== "system")
      .map((one) => one.text);
  await expect.poll(async () => (await stored()).length).toBe(41);
  const all = await stored();
  await expect
    .poll(() => win.frame.locator(".pw-b").allTextContents())
    .toEqual(["Hello. How can we help?", ...all]);
  await expect.poll(() => win.frame.getByText("Sending").count()).toBe(0);
  expect(all.filter((text) => text.startsWith("visitor"))).toEqual(
    Array.from({ length: 20 }, (_, n) => `visitor ${n}`),
  );
  await context.close();
  await leave();
});

test("[WG-283] [WG-284] [WG-286] [WG-282] [WG-289] [CON-071] a visitor reads the original of a translated answer, quotes by keyboard, pointer and touch, and reacts; a quote written without a connection is sent once after a reload, and the operator sees both", async () => {
  const { owner } = fixture.parlour;
  const leave = await fixture.bringOperatorOnline();
  const context = await openContext(fixture.browser);
  let isCut = false;
  const lines = new Set<{ close: () => void }>();
  await context.routeWebSocket(/\/widget\/socket$/, (route) => {
    if (isCut) return void route.close({ code: 1012 });
    route.connectToServer();
    lines.add({ close: () => void route.close({ code: 1012 }) });
  });
  let win = await fixture.open({ context, cuts: true });
  const field = () => win.frame.getByRole("textbox", { name: "Message" });
  const bar = () => win.frame.getByRole("region", { name: "Quoted message" });
  const write = async (text: string): Promise<void> => {
    await field().fill(text);
    await field().press("Enter");
  };
  await write("How much is the bowl?");
  await win.frame.getByText("Sent", { exact: true }).waitFor();
  const token = (await win.getBridgeMessages()).find((one) => one.type === "token")?.[
    "token"
  ] as string;
  const waiting = (await owner.call("GET", "chats?state=waiting")).body as {
    items: { id: number }[];
  };
  const id = waiting.items[0]?.id ?? 0;
  await owner.call("POST", `chats/${id}/accept`);
  const original = "Es kostet 10 EUR";
  const body = { kind: "text", text: "It costs 10 EUR", original, client_id: "q1" };
  expect((await owner.call("POST", `chats/${id}/messages`, body)).status).toBe(201);
  const price = win.frame.getByText("It costs 10 EUR");
  await price.waitFor();
  const translated = win.frame.getByText("Translated automatically");
  await translated.press("Enter");
  await win.frame.getByText(original).waitFor();
  await translated.click();
  await win.frame.getByText(original).waitFor({ state: "hidden" });
  // Each message of a person can be quoted, no line of the chat.
  const replies = win.frame.getByRole("button", { name: "Reply" });
  await expect.poll(() => replies.count()).toBe(2);

  await field().press("Shift+Tab");
  await expect
    .poll(() => replies.last().evaluate((at) => at === document.activeElement))
    .toBe(true);
  await win.page.keyboard.press("Enter");
  await bar().getByText("It costs 10 EUR").waitFor();
  await bar().getByText("Ann").waitFor();
  await expect.poll(() => field().evaluate((at) => at === document.activeElement)).toBe(true);
  await field().press("Escape");
  await bar().waitFor({ state: "detached" });
  expect((await win.getBridgeMessages()).filter(({ type }) => type === "move")).toEqual([]);

  await price.hover();
  await replies.last().click();
  await bar().getByRole("button", { name: "Remove the quote" }).click();
  await bar().waitFor({ state: "detached" });
  await expect.poll(() => field().evaluate((at) => at === document.activeElement)).toBe(true);

  // The quote goes with its message.
  const gone = { kind: "text", text: "For somebody else", client_id: "q2" };
  const { seq } = (await owner.call("POST", `chats/${id}/messages`, gone)).body as { seq: number };
  await expect.poll(() => replies.count()).toBe(3);
  await replies.last().click();
  await bar().getByText("For somebody else").waitFor();
  expect((await owner.call("DELETE", `chats/${id}/messages/${seq}`)).status).toBe(200);
  await bar().waitFor({ state: "detached" });
  await expect.poll(() => replies.count()).toBe(2);

  await replies.last().click();
  await bar().waitFor();
  isCut = true;
  for (const line of lines) line.close();
  await write("Too much for me");
  await bar().waitFor({ state: "detached" });
  await win.frame.getByRole("button", { name: "It costs 10 EUR" }).waitFor();
  await win.page.close();
  win = await fixture.open({ context, token, cuts: true });
  await win.frame.getByText("Too much for me").waitFor();
  isCut = false;
  await win.frame.evaluate(() => window.dispatchEvent(new Event("online")));
  const quote = win.frame.getByRole("button", { name: "It costs 10 EUR" });
  await quote.waitFor();
  await expect.poll(() => win.frame.getByText("Sending").count()).toBe(0);
  const sent = (await fixture.parlour.messages(id)).filter(
    ({ text }) => text === "Too much for me",
  );
  expect(sent).toMatchObject([
    { refers_to: { kind: "message", text: "It costs 10 EUR", author: "Ann" } },
  ]);
  await quote.click();
  await expect
    .poll(() => win.frame.evaluate(() => document.activeElement?.textContent))
    .toContain("It costs 10 EUR");
  // Choosing an emoji removes the quote. A second press removes the reaction.
  const quoted = win.frame.locator(".pw-msg").filter({ hasText: "It costs 10 EUR" }).first();
  const react = async (): Promise<void> => {
    await quoted.hover();
    await win.frame.getByRole("button", { name: "Reply or react" }).click();
    await bar().getByRole("button", { name: "🎉" }).click();
    await bar().waitFor({ state: "detached" });
  };
  await react();
  await quoted.getByText("🎉").waitFor();
  await react();
  await quoted.getByText("🎉").waitFor({ state: "detached" });
  await react();
  await quoted.getByText("🎉").waitFor();
  await context.close();

  const phone = await fixture.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const small = await fixture.open({ context: phone, token, phone: true });
  const reply = small.frame.getByRole("button", { name: "Reply" }).first();
  await reply.waitFor();
  expect(await reply.evaluate((at) => getComputedStyle(at).opacity)).toBe("1");
  await reply.tap();
  await small.frame
    .getByRole("region", { name: "Quoted message" })
    .getByText("How much is the bowl?")
    .waitFor();
  await phone.close();

  const path = `/inbox/all/${id}`;
  const operator = await openOperatorPage(fixture.browser, fixture.parlour.url, owner, { path });
  await messageBubble(operator.page, "Too much for me").getByText("It costs 10 EUR").waitFor();
  await operator.page.getByText("🎉").waitFor();
  await operator.checkAndClose();
  await leave();
});

test("[WG-111] [WG-112] [WG-113] the header shows who is there until the visitor writes; the greeting stays as the first entry, and is not read out again", async () => {
  const team = {
    agents: [{ name: "Sofia", photo: "" }],
    available: 1,
    bot: null,
    reply_min: 5,
    timezone: null,
  };
  const sent: WidgetClientFrame[] = [];
  const win = await fixture.open({
    face: { texts: { en: { greeting: "Hello! Ask us about glazes." } } },
    handleFrame(frame, sendFrame) {
      if (frame.type === "hello")
        sendFrame(createWelcome({ situation: { ...availability, team } }));
      if (frame.type !== "say") return;
      sent.push(frame);
      const greeting = createMessage(1, {
        from: "system",
        name: "",
        text: "",
        code: "greeting",
        detail: "Hello! Ask us about glazes.",
      });
      sendFrame({ type: "message", message: greeting });
      const ownMessage = createMessage(2, {
        from: "visitor",
        name: "",
        text: frame.text,
        client_id: frame.ref,
      });
      sendFrame({ type: "done", ref: frame.ref, message: ownMessage });
      sendFrame({ type: "chat", chat: createChat({ state: "waiting", agents: [], seq: 2 }) });
    },
  });
  const { frame } = win;
  await frame.getByText("Sofia is here").waitFor();
  await frame.getByText("Usually replies in 5 min").waitFor();
  await frame.getByRole("img", { name: "Sofia" }).waitFor();
  const bubble = frame.getByText("Hello! Ask us about glazes.");
  await bubble.evaluate((at) => (at.dataset["seen"] = "yes"));
  await frame.getByRole("textbox", { name: "Message" }).fill("Is it food-safe?");
  await frame.getByRole("textbox", { name: "Message" }).press("Enter");
  await frame.getByText("Sent", { exact: true }).waitFor();
  expect(sent).toMatchObject([{ text: "Is it food-safe?", greeting: "en" }]);
  await frame.getByText("Sofia is here").waitFor({ state: "detached" });
  await expect
    .poll(() => frame.locator(".pw-b").allTextContents())
    .toEqual(["Hello! Ask us about glazes.", "Is it food-safe?"]);
  // The element is the same: a new one would be announced.
  expect(await bubble.getAttribute("data-seen")).toBe("yes");
  expect(win.faults).toEqual([]);
  await win.context.close();
});

test("[WG-088] the keyboard does all; what arrives moves neither focus nor caret nor what is read", async () => {
  const win = await fixture.open(silentServer);
  const { frame, page } = win;
  await waitUntilReady(win);
  await win.sendFrames(
    createWelcome({
      chat: createChat({ read: 60 }),
      messages: Array.from({ length: 50 }, (_, n) => createMessage(n + 11)),
    }),
  );
  await page.getByRole("button", { name: "Buy" }).focus();
  await win.sendFrames({ type: "message", message: createMessage(61) });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Buy");
  await win.postMessage({ type: "state", state: "chat", focus: true });
  await expect.poll(() => frame.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("half");
  const log = frame.locator(".pw-body");
  // The window gets the event with the next animation frame.
  await log.evaluate(async (at) => {
    at.scrollTo(0, 400);
    for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));
  });
  await win.sendFrames({ type: "message", message: createMessage(62) });
  await frame.getByRole("button", { name: "1 new message" }).waitFor();
  expect(await log.evaluate((at) => at.scrollTop)).toBe(400);
  expect(await frame.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await expect
    .poll(() => frame.locator('[aria-live="polite"]').getAttribute("aria-busy"))
    .toBe("false");
  await frame.getByRole("button", { name: "1 new message" }).click();
  await expect
    .poll(() => log.evaluate((at) => at.scrollHeight - at.scrollTop - at.clientHeight))
    .toBeLessThan(2);
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => (await win.getBridgeMessages()).at(-1))
    .toEqual({ type: "move", cause: "minimise" });
  await win.context.close();
});

test("[WG-086] earlier messages come on the way up without a jump", async () => {
  const requestedSeqs: number[] = [];
  const win = await fixture.open({
    handleFrame(frame, sendFrame) {
      if (frame.type === "hello")
        sendFrame(
          createWelcome({
            chat: createChat({ seq: 200 }),
            messages: Array.from({ length: 50 }, (_, n) => createMessage(n + 151)),
          }),
        );
      if (frame.type !== "older") return;
      requestedSeqs.push(frame.before);
      sendFrame({
        type: "older",
        ref: frame.ref,
        messages: Array.from({ length: 50 }, (_, n) => createMessage(n + 101)),
        more: false,
      });
    },
  });
  const { frame } = win;
  await frame.getByText("message 200", { exact: true }).waitFor();
  const top = () =>
    frame
      .getByText("message 151", { exact: true })
      .evaluate((at) => Math.round(at.getBoundingClientRect().top));
  await frame.locator(".pw-body").evaluate((at) => at.scrollTo(0, 150));
  await frame.getByText("message 101", { exact: true }).waitFor({ state: "attached" });
  const after = await top();
  expect(requestedSeqs).toEqual([151]);
  expect(after).toBeGreaterThan(-200);
  expect(after).toBeLessThan(600);
  await win.context.close();
});

test("[WG-087] [CORE-126] [BOT-060] no text of anybody becomes markup, no address but http(s), mailto and tel a link; buttons stand under their title alone", async () => {
  const evil = "<img src=x onerror=alert(1)><script>alert(2)</script> javascript:alert(3) \u202e";
  const win = await fixture.open({
    ...silentServer,
    face: { name: evil, texts: { en: { greeting: evil, title: evil } } },
  });
  await waitUntilReady(win);
  await win.sendFrames(
    createWelcome({
      invitation: {
        text: evil,
        department_id: null,
        agent: { name: evil, photo: "javascript:alert(1)" },
        at: 1,
      },
    }),
  );
  await win.frame.getByText("javascript:alert(3)").first().waitFor();
  await win.sendFrames(
    createWelcome({
      situation: { ...availability, departments: [{ id: 1, name: evil, online: true }] },
      chat: createChat({
        agents: [{ name: evil, photo: "data:text/html,x" }],
        state: "bot",
        buttons: 102,
      }),
      messages: [
        createMessage(1, { text: evil, name: evil }),
        createMessage(2, {
          kind: "buttons",
          from: "bot",
          name: evil,
          text: "instead of buttons",
          title: evil,
          buttons: [{ id: "a", text: evil }],
        }),
        createMessage(3, {
          kind: "markdown",
          from: "bot",
          text: "",
          nodes: [
            { type: "link", url: "javascript:alert(4)", nodes: [{ type: "text", text: evil }] },
          ],
        }),
        createMessage(4, { from: "system", name: "", text: "", code: "accepted", detail: evil }),
        createMessage(5, { from: "system", name: "", text: "", code: "invitation", detail: evil }),
      ],
    }),
  );
  await win.frame.getByText("javascript:alert(3)").nth(4).waitFor();
  expect(await win.frame.locator(".pw-win img, .pw-win script, .pw-win a").count()).toBe(0);
  await win.frame.locator(".pw-choices").waitFor();
  expect(await win.frame.getByText("instead of buttons").count()).toBe(0);
  expect(win.faults).toEqual([]);
  await win.context.close();
});

test("[WG-080] [WG-083] [WG-020] forms: what is missing is named and focused, what is sent reaches the server once, the page hears of it", async () => {
  const sent: { type: string }[] = [];
  const win = await fixture.open({
    face: {
      contacts: {
        when: "before",
        name: "optional",
        email: "required",
        phone: "off",
        description: "off",
      },
    },
    handleFrame(frame, sendFrame) {
      sent.push(frame);
      if ("ref" in frame && frame.type !== "say") sendFrame({ type: "done", ref: frame.ref });
    },
  });
  const { frame } = win;
  await waitUntilReady(win);
  await win.sendFrames(createWelcome());
  await frame.getByRole("button", { name: "Start chat" }).click();
  const email = frame.getByRole("textbox", { name: "Email" });
  await expect
    .poll(() =>
      email.evaluate(
        (at) => at === document.activeElement && at.getAttribute("aria-invalid") === "true",
      ),
    )
    .toBe(true);
  await email.fill("anna@kovacs");
  await email.press("Enter");
  await frame.getByText("Enter a valid email address.").waitFor();
  await email.fill("anna@kovacs.example");
  await email.press("Enter");
  await frame.getByRole("textbox", { name: "Message" }).waitFor();
  expect(sent.filter((one) => one.type === "contacts")).toMatchObject([
    { contacts: { email: "anna@kovacs.example" }, by: "visitor" },
  ]);
  await expect.poll(() => listWindowEvents(win)).toEqual(["introduction"]);
  await win.sendFrames(
    { type: "chat", chat: createChat({ state: "closed", closed_at: new Date().toISOString() }) },
    { type: "message", message: createMessage(1) },
    {
      type: "message",
      message: createMessage(2, { from: "system", name: "", text: "", code: "closed" }),
    },
  );
  // The first press counts, without a comment.
  await frame.getByRole("button", { name: "Good", exact: true }).click();
  await frame.getByText("Thanks for your rating").waitFor();
  const listRatings = () => sent.filter((one) => one.type === "rate");
  expect(listRatings()).toMatchObject([{ rating: "positive", chat_id: 1 }]);
  await frame.getByRole("textbox", { name: /Tell us more/ }).fill("Quick and kind.");
  await frame.getByRole("button", { name: "Send comment" }).click();
  await frame.getByRole("button", { name: "Send comment" }).waitFor({ state: "detached" });
  expect(listRatings().at(-1)).toMatchObject({
    rating: "positive",
    comment: "Quick and kind.",
    chat_id: 1,
  });
  await frame.getByRole("button", { name: "New conversation" }).click();
  await frame.getByText("Hello. How can we help?").waitFor();
  await win.context.close();
});

test("[WG-081] [WG-063] the last operator leaves: what was being typed stands in the form, and is left with it", async () => {
  const sent: { type: string }[] = [];
  const win = await fixture.open({
    handleFrame(frame, sendFrame) {
      sent.push(frame);
      if (frame.type === "offline") sendFrame({ type: "done", ref: frame.ref });
    },
  });
  const { frame } = win;
  await waitUntilReady(win);
  await win.sendFrames(createWelcome());
  await frame.getByRole("textbox", { name: "Message" }).fill("Do you have the jug in oat?");
  await win.sendFrames({
    type: "situation",
    situation: { ...availability, mode: "offline", operators_online: false },
  });
  await frame.getByText("Leave us a message").waitFor();
  await expect
    .poll(() => frame.getByRole("textbox", { name: "Message" }).inputValue())
    .toBe("Do you have the jug in oat?");
  await expect
    .poll(() =>
      frame
        .getByRole("textbox", { name: "Message" })
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
  await frame.getByRole("button", { name: "Send message" }).click();
  await frame.getByRole("textbox", { name: "Email" }).fill("anna@kovacs.example");
  await frame.getByRole("button", { name: "Send message" }).click();
  await frame.getByText("Thanks, we got your message").waitFor();
  expect(sent.filter((one) => one.type === "offline")).toMatchObject([
    { text: "Do you have the jug in oat?", contacts: { email: "anna@kovacs.example" } },
  ]);
  await win.context.close();
});

test("[CORE-326] without email the form asks for a phone number and promises no email", async () => {
  const sent: { type: string }[] = [];
  const win = await fixture.open({
    handleFrame(frame, sendFrame) {
      sent.push(frame);
      if (frame.type === "offline") sendFrame({ type: "done", ref: frame.ref });
    },
  });
  const { frame } = win;
  await waitUntilReady(win);
  await win.sendFrames(
    createWelcome({
      situation: { ...availability, mode: "offline", operators_online: false, no_email: true },
    }),
  );
  await frame.getByText("We'll answer here, or call you.").waitFor();
  await frame.getByRole("textbox", { name: "Message" }).fill("Is the blue teapot coming back?");
  expect(await frame.getByRole("textbox", { name: "Email" }).count()).toBe(0);
  await frame.getByRole("button", { name: "Send message" }).click();
  await frame.getByText("Please fill this in.").waitFor();
  await frame.getByRole("textbox", { name: "Phone" }).fill("+49 30 55501482");
  await frame.getByRole("button", { name: "Send message" }).click();
  await frame.getByText("Thanks, we got your message").waitFor();
  await frame.getByText("We'll answer here, or call you.").waitFor();
  expect(sent.filter((one) => one.type === "offline")).toMatchObject([
    { contacts: { phone: "+49 30 55501482" } },
  ]);
  await win.context.close();
});

test.runIf(isLongRun)(
  "[WG-084] storage that throws in the frame costs nothing but the reload",
  async () => {
    const win = await fixture.open({ ...silentServer, blocked: true });
    await waitUntilReady(win);
    await win.sendFrames(createWelcome({ chat: createChat(), messages: [createMessage(1)] }));
    await win.frame.getByText("message 1").waitFor();
    await win.frame.getByRole("textbox", { name: "Message" }).fill("hi");
    await win.frame.getByRole("textbox", { name: "Message" }).press("Enter");
    await win.frame.getByText("Sending").waitFor();
    expect(win.faults).toEqual([]);
    await win.frame.evaluate(() => {
      try {
        localStorage.getItem("x");
      } catch {
        return;
      }
      throw new Error("storage works here");
    });
    await win.context.close();
  },
);

test.each(isLongRun ? [false, true] : [false])(
  "[WG-082] [WG-086] [WG-087] [WG-088] refused, cut off, opened: menu, emoji, photo; axe finds nothing (dark %s)",
  async (dark) => {
    const win = await fixture.open({
      dark,
      cuts: true,
      handleFrame(frame, sendFrame) {
        if (frame.type === "say")
          sendFrame({
            type: "failed",
            ref: frame.ref,
            code: "too_large",
            message: "no",
            field: null,
            retry_after_s: null,
          });
      },
    });
    const { frame, page } = win;
    await waitUntilReady(win);
    const pixel = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await page.route("**/files/**", (route) =>
      route.fulfill({ body: pixel, contentType: "image/png" }),
    );
    const file = `${new URL(frame.url()).origin}/files/secret/bowl.png`;
    const nothing = {
      thumb: null,
      emoji: null,
      duration: null,
      performer: null,
      title: null,
      latitude: null,
      longitude: null,
    };
    const media = {
      ...nothing,
      type: "photo",
      file,
      file_name: "bowl.png",
      file_size: 70,
      width: 208,
      height: 138,
    } as const;
    await win.sendFrames(
      createWelcome({
        chat: createChat(),
        messages: [createMessage(1, { kind: "media", text: "", media })],
      }),
    );
    const clean = async (stateName: string): Promise<void> =>
      expect(await findAxeViolations(frame as unknown as Page), stateName).toEqual([]);

    await frame.getByRole("button", { name: "Open photo, bowl.png" }).click();
    await frame.getByRole("dialog", { name: "bowl.png" }).waitFor();
    await clean("photo");
    await page.keyboard.press("Escape");
    await frame.getByRole("dialog", { name: "bowl.png" }).waitFor({ state: "detached" });
    expect((await win.getBridgeMessages()).filter((one) => one.type === "move")).toEqual([]);

    await frame.getByRole("button", { name: "More" }).click();
    await frame.getByRole("button", { name: "Turn sounds off" }).click();
    await frame.getByRole("button", { name: "More" }).click();
    await frame.getByRole("button", { name: "Turn sounds on" }).waitFor();
    await clean("menu");
    await page.keyboard.press("Escape");
    await frame.getByRole("button", { name: "Emoji" }).click();
    await frame.getByRole("button", { name: "🎉" }).waitFor();
    await clean("emoji");
    await frame.getByRole("button", { name: "🎉" }).click();
    const text = frame.getByRole("textbox", { name: "Message" });
    await expect.poll(() => text.inputValue()).toBe("🎉");
    await text.press("Enter");
    await frame.getByRole("button", { name: "Try again" }).waitFor();
    await win.closeConnection();
    await frame.getByText("Reconnecting. Messages are kept.").waitFor();
    await clean("refused and cut off");
    await win.context.close();
  },
);

test.each(["en", "ar"])(
  "[WG-098] consent before the chat, %s: the box stands at the start of its text, there is no Skip, nothing goes without it",
  async (language) => {
    const sent: { type: string }[] = [];
    const win = await fixture.open({
      language,
      handleFrame: (frame) => void sent.push(frame),
      face: {
        texts: { en: { consent: "You may store these details to answer me." } },
        contacts: {
          when: "before",
          name: "optional",
          email: "optional",
          phone: "off",
          description: "off",
        },
      },
    });
    await waitUntilReady(win);
    await win.sendFrames(createWelcome());
    const box = win.frame.getByRole("checkbox");
    await box.waitFor();
    expect(await win.frame.locator(".pw-form button").count()).toBe(1);
    const place = await box.evaluate((one) => {
      const [form, errorText] = [one.closest("form"), one.nextElementSibling].map(
        (part) => part as Element,
      );
      const range = document.createRange();
      range.selectNodeContents(errorText as Element);
      const [rects, edge, is] = [
        [...range.getClientRects()],
        form?.getBoundingClientRect(),
        one.getBoundingClientRect(),
      ];
      if (edge === undefined) throw new Error("not drawn");
      return getComputedStyle(one).direction === "rtl"
        ? {
            start: edge.right - is.right,
            gap: is.left - Math.max(...rects.map((rect) => rect.right)),
          }
        : {
            start: is.left - edge.left,
            gap: Math.min(...rects.map((rect) => rect.left)) - is.right,
          };
    });
    expect(place).toEqual({ start: 0, gap: 10 });
    expect(await box.isChecked()).toBe(false);
    await win.postMessage({ type: "say", text: "A message of the page's script" });
    await win.frame.locator(".pw-form button").click();
    await expect.poll(() => box.evaluate((one) => one === document.activeElement)).toBe(true);
    if (language === "en")
      await win.frame.getByText("Please agree so that we can answer you.").waitFor();
    expect(sent.filter(({ type }) => type === "contacts" || type === "say")).toEqual([]);
    expect(win.faults).toEqual([]);
    await win.context.close();
  },
);

test("[AGENT-031] while an agent answers, one press asks for a person, with the keyboard too", async () => {
  const sent: WidgetClientFrame[] = [];
  const win = await fixture.open({
    ...silentServer,
    handleFrame: (frame) => void sent.push(frame),
  });
  await waitUntilReady(win);
  await win.sendFrames(
    createWelcome({
      chat: createChat({ state: "bot", buttons: null, person: "Talk to a person" }),
      messages: [createMessage(1, { from: "visitor", text: "Hi" })],
    }),
  );
  const button = win.frame.getByRole("button", { name: "Talk to a person" });
  await button.waitFor();
  await takeScreenshot(win.page, "agent-person-button");
  await button.press("Enter");
  await expect
    .poll(() => sent.find(({ type }) => type === "say"))
    .toMatchObject({ text: "Talk to a person" });
  await win.context.close();
});
