import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openKeyboardVisit, type ServerHandler } from "./keyboard-visitor.ts";
import { openWidgetSite, getScriptUrl, type WidgetSite } from "./widget-site-fixture.ts";
import { createChat, createMessage, availability, createWelcome } from "./chat-window-fixture.ts";

/**
 * A visitor without a pointer: from the page into the chat window, to each of its controls, and
 * back (WG-088).
 */
let fixture: WidgetSite;
beforeAll(async () => {
  fixture = await openWidgetSite();
});
afterAll(() => fixture.close());

/**
 * Creates a server that sends a welcome and confirms every request. `also` sends further frames and
 * returns true if they were the response.
 */
const createObligingServer =
  (
    getWelcome: () => WidgetServerFrame,
    also: (...args: Parameters<ServerHandler>) => boolean = () => false,
  ): ServerHandler =>
  (frame, sendFrames) => {
    if (frame.type === "hello") sendFrames(getWelcome());
    else if (
      !also(frame, sendFrames) &&
      "ref" in frame &&
      frame.type !== "say" &&
      frame.type !== "older"
    )
      sendFrames({ type: "done", ref: frame.ref });
  };
const filterFrames = (sentFrames: readonly WidgetClientFrame[], type: WidgetClientFrame["type"]) =>
  sentFrames.filter((one) => one.type === type);
const toOwnMessage = (seq: number, frame: Extract<WidgetClientFrame, { type: "say" }>) =>
  createMessage(seq, { from: "visitor", name: "", text: frame.text, client_id: frame.ref });

test.runIf(isLongRun)(
  "[WG-088] [WG-087] [WG-083] [WG-071] by keys alone from the page: opened, written, emoji, a file, each entry of the menu, ended, rated, begun anew, put away and closed",
  async () => {
    const { page, frame, faults, press, type, waitForFocus, tabTo, closeContext } =
      await openKeyboardVisit(fixture, {});
    await tabTo("Chat");
    await press("Enter");
    await waitForFocus("Message");
    await type("Where is my order?");
    await tabTo("Send");
    await press("Space");
    await waitForFocus("Message");
    await frame.getByText("Sent", { exact: true }).waitFor();
    const id = (await fixture.listChats("waiting"))[0]?.id ?? 0;
    await fixture.callApi("POST", `chats/${id}/accept`, {});
    await fixture.callApi("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "On its way.",
      client_id: "k1",
    });
    await frame.getByText("On its way.").waitFor();

    // Escape and the button change nothing; a chosen emoji is inserted into the text.
    await tabTo("Emoji");
    await press("Enter");
    await waitForFocus("😀");
    await press("Escape");
    await waitForFocus("Emoji");
    await press("Space");
    await waitForFocus("😀");
    // One tab stop: the arrow keys move inside, by position.
    await press("ArrowRight");
    await waitForFocus("😃");
    await press("ArrowLeft");
    await press("ArrowLeft");
    await waitForFocus("😀");
    await press("End");
    await waitForFocus("🕐");
    await press("Home");
    await press("ArrowDown");
    await press("ArrowUp");
    await waitForFocus("😀");
    await press("Tab");
    await waitForFocus("Message");
    await press("Shift+Tab");
    await waitForFocus("😀");
    for (const one of ["😃", "😄", "😁"]) {
      await press("ArrowRight");
      await waitForFocus(one);
    }
    await press("Enter");
    await waitForFocus("Message");
    await type(" thanks");
    await press("Enter");
    await frame.getByText("😁 thanks").waitFor();
    await waitForFocus("Message");

    await tabTo("Attach a file");
    await press("Enter");
    await frame.getByRole("group", { name: "Attach a file" }).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Enter")]);
    await chooser.setFiles({
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a crack from the rim"),
    });
    await waitForFocus("Message");
    await expect
      .poll(async () =>
        (await fixture.parlour.messages(id)).some(({ media }) => media?.file_name === "note.txt"),
      )
      .toBe(true);
    await frame.getByRole("link", { name: "note.txt" }).waitFor();
    await tabTo(/^note\.txt/, "back");
    await tabTo("Messages", "back");

    const menu = async (entry: string): Promise<void> => {
      await press("Enter");
      // The focus stays on the button while the menu loads.
      await frame.getByRole("button", { name: entry }).waitFor();
      await tabTo(entry);
    };
    await tabTo("More", "back");
    await menu("Turn sounds off");
    await press("Enter");
    await waitForFocus("More");
    await menu("Turn sounds on");
    await press("Space");
    await waitForFocus("More");
    await menu("End conversation");
    await press("Escape");
    await waitForFocus("More");
    await menu("Download conversation");
    const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
    expect(download.suggestedFilename()).toBe("chat.txt");
    await waitForFocus("More");

    // Hides the window during a chat and shows it again; hides it and removes it from the page,
    // with and without unread messages.
    await tabTo("Minimise");
    await press("Enter");
    await waitForFocus(/^Ann/);
    await press("Space");
    await waitForFocus("Message");
    await press("Escape");
    await waitForFocus(/^Ann/);
    await tabTo("Close");
    await press("Enter");
    await waitForFocus("Chat");
    await fixture.callApi("POST", `chats/${id}/messages`, {
      kind: "text",
      text: "It is here.",
      client_id: "k2",
    });
    await waitForFocus("Chat, Unread messages: 1");
    await page
      .frameLocator("parlour-widget .t iframe")
      .getByRole("button", { name: /It is here/ })
      .waitFor();
    await tabTo("Dismiss", "back");
    await press("Enter");
    await page.locator("parlour-widget .t").waitFor({ state: "detached" });
    await waitForFocus("Chat, Unread messages: 1");
    await press("Enter");
    await waitForFocus("Message");

    await tabTo("More", "back");
    await menu("End conversation");
    await press("Enter");
    await waitForFocus("More");
    await frame.getByText("How did Ann do?").waitFor();
    await tabTo("Not good");
    await press("Enter");
    await tabTo("Good", "back");
    await press("Space");
    await tabTo("Tell us more optional");
    await type("Quick and kind.");
    await tabTo("Send comment");
    await press("Enter");
    await frame.getByText("Thanks for your rating").waitFor();
    await expect
      .poll(async () => (await fixture.parlour.owner.call("GET", `chats/${id}`)).text)
      .toContain("Quick and kind.");
    await waitForFocus("window");
    await tabTo("Download conversation");
    await Promise.all([page.waitForEvent("download"), press("Space")]);
    await tabTo("New conversation");
    await press("Enter");
    await frame.getByText("Hello. How can we help?").waitFor();
    await waitForFocus("window");
    await tabTo("Message");
    await tabTo("Close chat", "back");
    await press("Enter");
    await waitForFocus("Chat");
    await press("Enter");
    await waitForFocus("Message");
    // In the tab order the page's button precedes the window, which it also closes.
    await tabTo("Chat", "back");
    await press("Enter");
    await expect
      .poll(() => page.locator("parlour-widget .p").getAttribute("data-state"))
      .toBe("label");
    await waitForFocus("Chat");
    await tabTo("Buy", "back");
    expect(faults).toEqual([]);
    await closeContext();
  },
);

test.runIf(isLongRun)(
  "[WG-088] [WG-080] [WG-098] [WG-031] [WG-061] [WG-073] by keys alone: contacts first with an error at its field, a department by arrows, a call and another, chat and call as tabs",
  async () => {
    const departments = [
      { id: 1, name: "Orders", online: true },
      { id: 2, name: "Trade", online: false },
    ];
    const call = (status: "start" | "error", reason: string | null = null) =>
      ({ type: "call", call: { id: 1, phone: "+442079460018", status, reason } }) as const;
    const {
      frame,
      faults,
      sentFrames,
      press,
      type,
      waitForFocus,
      tabTo,
      sendFrames,
      closeContext,
    } = await openKeyboardVisit(
      fixture,
      {
        calls: true,
        contacts: {
          when: "before",
          name: "optional",
          email: "required",
          phone: "off",
          description: "optional",
        },
        texts: { en: { consent: "I agree." } },
        consent_url: `${fixture.site.url}/privacy`,
      },
      createObligingServer(
        () => createWelcome({ situation: { ...availability, departments } }),
        (asks, answer) => {
          if (asks.type === "call") answer(call("start"));
          if (asks.type === "say")
            answer(
              { type: "chat", chat: createChat({ seq: 1 }) },
              { type: "done", ref: asks.ref, message: toOwnMessage(1, asks) },
            );
          return false;
        },
      ),
    );
    await tabTo("Chat");
    await press("Enter");
    await waitForFocus("Name optional");
    await tabTo("What is this about? optional");
    await type("A jug");
    await tabTo(/^I agree\./);
    await press("Space");
    await tabTo("Privacy");
    await tabTo("Start chat");
    await press("Enter");
    await waitForFocus("Email");
    await frame.getByText("Please fill this in.").waitFor();
    const problem = (field: Element) =>
      document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(await frame.getByRole("textbox", { name: "Email" }).evaluate(problem)).toBe(
      "Please fill this in.",
    );
    await type("anna@kovacs.example");
    await tabTo("Start chat");
    await press("Space");
    await frame.getByText("Who would you like to talk to?").waitFor();
    await waitForFocus("window");
    expect(filterFrames(sentFrames, "contacts")).toMatchObject([
      { contacts: { email: "anna@kovacs.example" }, consent: "I agree." },
    ]);

    await tabTo("Orders Online");
    await press("ArrowDown");
    await waitForFocus("Trade Offline");
    await tabTo("Request a call-back");
    await press("Enter");
    await waitForFocus("Phone");
    await type("12");
    await tabTo("Call me");
    await press("Enter");
    await waitForFocus("Phone");
    await frame.getByText("Enter a valid phone number.").waitFor();
    await press("Control+a");
    await type("+442079460018");
    await tabTo("Call me");
    await press("Enter");
    // This form has another consent than the contact form.
    await waitForFocus(/^I agree\./);
    expect(filterFrames(sentFrames, "call")).toEqual([]);
    await press("Space");
    await tabTo("Call me");
    await press("Space");
    await frame.getByText("Pick up when your phone rings.").waitFor();
    expect(filterFrames(sentFrames, "call")).toMatchObject([
      { phone: "+442079460018", by: "visitor", consent: "I agree." },
    ]);
    await waitForFocus("window");
    await tabTo("Write instead");
    await press("Enter");
    await waitForFocus(/^(Orders|Message)/);
    await tabTo("Request a call-back");
    await press("Enter");
    await waitForFocus("Write instead");
    sendFrames(call("error", "no_answer_client"));
    await frame.getByText("There was no answer.").waitFor();
    await tabTo("Request another call", "back");
    await press("Enter");
    await waitForFocus("window");
    await tabTo("Phone");
    await tabTo("Write instead");
    await press("Space");
    await waitForFocus(/^(Orders|Message)/);
    await tabTo("Message");
    await type("Do you glaze plates to order?");
    await press("Enter");
    await frame.getByText("Sent", { exact: true }).waitFor();
    expect(filterFrames(sentFrames, "say")).toMatchObject([{ department_id: 2 }]);

    // The focus moves into the content of the tab.
    await tabTo("Chat", "back");
    await press("ArrowRight");
    await waitForFocus("Request another call");
    expect(await frame.getByRole("tab", { name: "Call" }).getAttribute("aria-selected")).toBe(
      "true",
    );
    await tabTo("Call", "back");
    await press("ArrowLeft");
    await waitForFocus("Message");
    await press("Escape");
    await waitForFocus(/^Sofia Lind/);
    expect(faults).toEqual([]);
    await closeContext();
  },
);

test.runIf(isLongRun)(
  "[WG-088] [WG-082] [WG-086] [WG-087] by keys alone in a chat: photo, links, buttons of a bot, details, a refused message, a file called off, what came below, no line",
  async () => {
    const nothing = {
      thumb: null,
      emoji: null,
      duration: null,
      performer: null,
      title: null,
      latitude: null,
      longitude: null,
    };
    // Files are loaded from the window's origin.
    const file = `${new URL(getScriptUrl(await fixture.createWidget())).origin}/files/secret/bowl.png`;
    const photo = {
      ...nothing,
      type: "photo",
      file,
      file_name: "bowl.png",
      file_size: 70,
      width: 208,
      height: 138,
    } as const;
    const paper = {
      type: "document",
      file: "https://cdn.example/l.pdf",
      file_name: "label.pdf",
      file_size: 9,
    } as const;
    const buttons = [
      { id: "a", text: "The bowl" },
      { id: "b", text: "The jug" },
    ];
    const messages = [
      createMessage(1, { from: "visitor", name: "", text: "Like https://shop.example/bowl?" }),
      createMessage(2, { kind: "media", text: "", media: photo }),
      createMessage(3, {
        kind: "media",
        text: "",
        media: { ...nothing, ...paper, width: null, height: null },
      }),
      createMessage(4, { text: "See https://shop.example/o/1" }),
      createMessage(5, { from: "bot", kind: "buttons", text: "Which?", buttons }),
      ...Array.from({ length: 20 }, (_, n) => createMessage(n + 6)),
    ];
    let refuses = false;
    let seq = 25;
    const {
      page,
      frame,
      faults,
      sentFrames,
      press,
      type,
      waitForFocus,
      tabTo,
      sendFrames,
      cutConnection,
      closeContext,
    } = await openKeyboardVisit(
      fixture,
      {
        contacts: {
          when: "during",
          name: "optional",
          email: "optional",
          phone: "off",
          description: "off",
        },
      },
      createObligingServer(
        () =>
          createWelcome({
            chat: createChat({ state: "bot", seq, buttons: 105 }),
            messages,
            reset: true,
          }),
        (asks, answer) => {
          if (asks.type !== "say") return false;
          if (asks.button !== undefined) answer({ type: "chat", chat: createChat({ seq }) });
          if (refuses)
            answer({
              type: "failed",
              ref: asks.ref,
              code: "too_large",
              message: "no",
              field: null,
              retry_after_s: null,
            });
          else
            answer({
              type: "done",
              ref: asks.ref,
              message: {
                ...toOwnMessage(++seq, asks),
                ...(asks.button && { button_id: asks.button.id }),
              },
            });
          return true;
        },
      ),
    );
    const pixel = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await page.route("**/files/**", (route) =>
      route.fulfill({ body: pixel, contentType: "image/png" }),
    );
    await tabTo(/^Chat/);
    await press("Enter");
    await waitForFocus("Message");
    await frame.getByRole("button", { name: "Open photo, bowl.png" }).waitFor();
    await frame.getByRole("button", { name: "Save details" }).waitFor();

    // The photo covers the window and returns the focus to its origin. Escape closes only the
    // photo.
    await tabTo("Skip", "back");
    await tabTo("Open photo, bowl.png", "back");
    await press("Enter");
    await waitForFocus(/^(Open in a new tab|Close photo)$/);
    await press("Escape");
    await waitForFocus("Open photo, bowl.png");
    await press("Space");
    await waitForFocus("Open in a new tab");
    await tabTo("Close photo");
    await press("Enter");
    await waitForFocus("Open photo, bowl.png");
    await tabTo("https://shop.example/bowl", "back");
    await tabTo(/^label\.pdf/);
    await tabTo("https://shop.example/o/1");
    await tabTo("The bowl");
    await tabTo("The jug");
    await press("Enter");
    await expect
      .poll(() => filterFrames(sentFrames, "say"))
      .toMatchObject([{ button: { message_id: 105, id: "b" } }]);
    await waitForFocus("window");

    await tabTo("Name optional");
    await tabTo("Email optional");
    await type("anna@kovacs");
    await tabTo("Save details");
    await press("Enter");
    await waitForFocus("Email optional");
    await frame.getByText("Enter a valid email address.").waitFor();
    await press("End");
    await type(".example");
    await press("Enter");
    await frame.getByRole("button", { name: "Save details" }).waitFor({ state: "detached" });
    await waitForFocus("window");

    refuses = true;
    await tabTo("Message");
    await type("one");
    await press("Enter");
    await frame.getByRole("button", { name: "Try again" }).waitFor();
    await waitForFocus("Message");
    await tabTo("Try again", "back");
    await tabTo("Remove", "back");
    await tabTo("Copy", "back");
    refuses = false;
    await tabTo("Try again");
    await press("Enter");
    await frame.getByRole("button", { name: "Try again" }).waitFor({ state: "detached" });
    await waitForFocus("window");
    refuses = true;
    await tabTo("Message");
    await type("two");
    await press("Enter");
    await frame.getByRole("button", { name: "Remove" }).waitFor();
    await tabTo("Remove", "back");
    await press("Space");
    await frame.getByRole("button", { name: "Remove" }).waitFor({ state: "detached" });
    await waitForFocus("window");

    // The upload is blocked until it is cancelled.
    const uploadGate = Promise.withResolvers<void>();
    await page.route("**/widget/uploads", () => uploadGate.resolve());
    await tabTo("Attach a file");
    await press("Space");
    await frame.getByRole("group", { name: "Attach a file" }).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Space")]);
    await chooser.setFiles({
      name: "note.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a crack from the rim"),
    });
    await uploadGate.promise;
    await waitForFocus("Message");
    await tabTo("Cancel");
    await press("Enter");
    await frame.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    await waitForFocus("window");

    await tabTo("Messages");
    await press("Home");
    await expect
      .poll(() => frame.locator(".pw-body").evaluate(({ scrollTop }) => scrollTop))
      .toBe(0);
    sendFrames({ type: "message", message: createMessage(++seq) });
    await frame.getByRole("button", { name: "1 new message" }).waitFor();
    await waitForFocus("Messages");
    // The way through the messages would scroll to the new one.
    await press("Shift+Tab");
    await waitForFocus("1 new message");
    await press("Enter");
    await waitForFocus("Messages");

    const mend = await cutConnection();
    await frame.getByText("Reconnecting. Messages are kept.").waitFor();
    await tabTo("Try again", "back");
    mend();
    await press("Enter");
    await frame.getByText("Reconnecting. Messages are kept.").waitFor({ state: "detached" });
    await waitForFocus("window");
    await press("Escape");
    await waitForFocus(/^Sofia Lind/);
    expect(faults).toEqual([]);
    await closeContext();
  },
);

const offlineAvailability = { ...availability, mode: "offline" as const, operators_online: false };

test("[WG-088] [WG-251] [WG-002] the field of a form that is loaded late gets the focus", async () => {
  const { page, frame, faults, press, waitForFocus, tabTo, closeContext } = await openKeyboardVisit(
    fixture,
    {},
    createObligingServer(() => createWelcome({ situation: offlineAvailability })),
  );
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const form = /\/OfflineForm[^/]*\.js$/;
  await page.route(form, async (route) => {
    await released;
    await route.continue();
  });
  await tabTo("Chat");
  await Promise.all([page.waitForRequest(form), press("Enter")]);
  // Longer than any sensible number of frames to wait for.
  await frame.evaluate(async () => {
    for (let n = 0; n < 90; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  release();
  await waitForFocus("Message");
  expect(faults).toEqual([]);
  await closeContext();
});

test("[WG-088] [WG-002] a menu opens whose file arrives between its rendering and the effects of it", async () => {
  const { page, frame, faults, press, waitForFocus, tabTo, closeContext } = await openKeyboardVisit(
    fixture,
    {},
    createObligingServer(() =>
      createWelcome({ chat: createChat({ seq: 1 }), messages: [createMessage(1)], reset: true }),
    ),
  );
  const release = Promise.withResolvers<void>();
  const menuFile = /\/ChatMenu[^/]*\.js$/;
  await page.route(menuFile, async (route) => {
    await release.promise;
    await route.continue();
  });
  await tabTo(/^Chat/);
  await press("Enter");
  await waitForFocus("Message");
  const [request] = await Promise.all([page.waitForRequest(menuFile), tabTo("More", "back")]);
  // With the clock stopped, effects wait for the next frame.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await press("Enter");
  await frame.getByRole("button", { name: "More", expanded: true }).waitFor();
  release.resolve();
  await frame.evaluate(`import(${JSON.stringify(request.url())})`);
  await page.clock.resume();
  await frame.getByRole("button", { name: "Turn sounds off" }).waitFor();
  expect(faults).toEqual([]);
  await closeContext();
});

test("[WG-088] [WG-081] a visitor who writes when the last operator leaves goes on writing in the form", async () => {
  const { faults, press, type, waitForFocus, tabTo, sendFrames, frame, closeContext } =
    await openKeyboardVisit(
      fixture,
      {},
      createObligingServer(() => createWelcome()),
    );
  await tabTo("Chat");
  await press("Enter");
  await waitForFocus("Message");
  await type("Do you have ");
  sendFrames({ type: "situation", situation: offlineAvailability });
  await frame.getByText("Leave us a message").waitFor();
  await waitForFocus("Message");
  await type("the jug?");
  await expect
    .poll(() => frame.getByRole("textbox", { name: "Message" }).inputValue())
    .toBe("Do you have the jug?");
  expect(faults).toEqual([]);
  await closeContext();
});

test("[WG-088] [WG-081] [WG-083] [CORE-111] by keys alone when nobody is there: each error at its field, left, another; a chat that has ended is mailed", async () => {
  let refuses = true;
  const ended = createChat({ state: "closed", mail: true, closed_at: new Date().toISOString() });
  const { frame, faults, sentFrames, press, type, waitForFocus, tabTo, sendFrames, closeContext } =
    await openKeyboardVisit(
      fixture,
      {},
      createObligingServer(
        () =>
          createWelcome({
            situation: { ...availability, mode: "offline", operators_online: false },
          }),
        (asks, answer) => {
          if (asks.type !== "offline" || !refuses) return false;
          answer({
            type: "failed",
            ref: asks.ref,
            code: "internal",
            message: "no",
            field: null,
            retry_after_s: null,
          });
          return true;
        },
      ),
    );
  await tabTo("Chat");
  await press("Enter");
  await waitForFocus("Message");
  await tabTo("Send message");
  await press("Enter");
  await waitForFocus("Message");
  await frame.getByText("Please fill this in.").first().waitFor();
  await type("Do you have the jug in oat?");
  await tabTo("Email");
  await type("anna@kovacs");
  await tabTo("Phone optional");
  await tabTo("Name optional");
  await type("Anna");
  await tabTo("Send message");
  await press("Space");
  await waitForFocus("Email");
  await frame.getByText("Enter a valid email address.").waitFor();
  await press("End");
  await type(".example");
  await tabTo("Send message");
  await press("Enter");
  await frame.getByText("Something went wrong.").waitFor();
  await waitForFocus(/^(window|Send message)$/);
  refuses = false;
  await tabTo("Send message");
  await press("Enter");
  await frame.getByText("Thanks, we got your message").waitFor();
  await waitForFocus("window");
  expect(filterFrames(sentFrames, "offline").at(-1)).toMatchObject({
    text: "Do you have the jug in oat?",
    contacts: { email: "anna@kovacs.example", name: "Anna" },
  });
  await tabTo("Write another message");
  await press("Enter");
  await waitForFocus("window");
  await tabTo("Message");
  await press("Escape");
  await waitForFocus("Chat");

  sendFrames(
    createWelcome({
      chat: ended,
      messages: [
        createMessage(1),
        createMessage(2, { from: "system", name: "", text: "", code: "closed" }),
      ],
    }),
  );
  await press("Enter");
  await waitForFocus(/^(Email it to me|Download conversation)$/);
  await frame.getByRole("button", { name: "Email it to me" }).waitFor();
  await tabTo("New conversation");
  await tabTo("Email it to me", "back");
  await press("Enter");
  await waitForFocus("Email");
  await type("anna");
  await tabTo("Email it to me");
  await press("Space");
  await waitForFocus("Email");
  await frame.getByText("Enter a valid email address.").waitFor();
  await type("@kovacs.example");
  await press("Enter");
  await frame.getByText("On its way to anna@kovacs.example").waitFor();
  await waitForFocus("window");
  await tabTo("Close chat");
  await press("Space");
  await waitForFocus(/^Chat/);
  expect(faults).toEqual([]);
  await closeContext();
});
