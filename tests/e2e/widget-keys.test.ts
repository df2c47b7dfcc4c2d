import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { visitByKeys, type Played } from "./by-keys.ts";
import { openShop, scriptOf, type Shop } from "./shop.ts";
import { chat, message, situation, welcome } from "./widget-window-bed.ts";

/**
 * A visitor without a pointer: from the page into the chat window, to each of its controls, and
 * back (WG-088).
 */
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/**
 * Creates a server that sends a welcome and confirms every request. `also` sends further frames and
 * returns true if they were the response.
 */
const willing =
  (first: () => WidgetServerFrame, also: (...of: Parameters<Played>) => boolean = () => false): Played =>
  (frame, tell) => {
    if (frame.type === "hello") tell(first());
    else if (!also(frame, tell) && "ref" in frame && frame.type !== "say" && frame.type !== "older") tell({ type: "done", ref: frame.ref });
  };
const asked = (said: readonly WidgetClientFrame[], type: WidgetClientFrame["type"]) => said.filter((one) => one.type === type);
const own = (seq: number, frame: Extract<WidgetClientFrame, { type: "say" }>) =>
  message(seq, { from: "visitor", name: "", text: frame.text, client_id: frame.ref });

test("[WG-088] [WG-087] [WG-083] [WG-071] by keys alone from the page: opened, written, emoji, a file, each entry of the menu, ended, rated, begun anew, put away and closed", async () => {
  const { page, frame, faults, press, type, at, tabTo, leave } = await visitByKeys(shop, {});
  await tabTo("Chat");
  await press("Enter");
  await at("Message");
  await type("Where is my order?");
  await tabTo("Send");
  await press("Space");
  await at("Message");
  await frame.getByText("Saved").waitFor();
  const id = (await shop.chats("waiting"))[0]?.id ?? 0;
  await shop.ask("POST", `chats/${id}/accept`, {});
  await shop.ask("POST", `chats/${id}/messages`, { kind: "text", text: "On its way.", client_id: "k1" });
  await frame.getByText("On its way.").waitFor();

  // Escape and the button change nothing; a chosen emoji is inserted into the text.
  await tabTo("Emoji");
  await press("Enter");
  await at("😀");
  await press("Escape");
  await at("Emoji");
  await press("Space");
  await at("😀");
  // One tab stop: the arrow keys move inside, by position.
  await press("ArrowRight");
  await at("😃");
  await press("ArrowLeft");
  await press("ArrowLeft");
  await at("😀");
  await press("End");
  await at("🕐");
  await press("Home");
  await press("ArrowDown");
  await press("ArrowUp");
  await at("😀");
  await press("Tab");
  await at("Message");
  await press("Shift+Tab");
  await at("😀");
  for (const one of ["😃", "😄", "😁"]) {
    await press("ArrowRight");
    await at(one);
  }
  await press("Enter");
  await at("Message");
  await type(" thanks");
  await press("Enter");
  await frame.getByText("😁 thanks").waitFor();
  await at("Message");

  await tabTo("Attach a file");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Enter")]);
  await chooser.setFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("a crack from the rim") });
  await at("Message");
  await expect.poll(async () => (await shop.parlour.messages(id)).some(({ media }) => media?.file_name === "note.txt")).toBe(true);
  await frame.getByRole("link", { name: "note.txt" }).waitFor();
  await tabTo(/^note\.txt/, "back");
  await tabTo("Messages", "back");

  const menu = async (entry: string): Promise<void> => {
    await press("Enter");
    await tabTo(entry);
  };
  await tabTo("More", "back");
  await menu("Turn sounds off");
  await press("Enter");
  await at("More");
  await menu("Turn sounds on");
  await press("Space");
  await at("More");
  await menu("End the conversation");
  await press("Escape");
  await at("More");
  await menu("Download the conversation");
  const [download] = await Promise.all([page.waitForEvent("download"), press("Enter")]);
  expect(download.suggestedFilename()).toBe("chat.txt");
  await at("More");

  // Hides the window during a chat and shows it again; hides it and removes it from the page, with
  // and without unread messages.
  await tabTo("Minimise");
  await press("Enter");
  await at(/^Ann/);
  await press("Space");
  await at("Message");
  await press("Escape");
  await at(/^Ann/);
  await tabTo("Close");
  await press("Enter");
  await at("Chat");
  await shop.ask("POST", `chats/${id}/messages`, { kind: "text", text: "It is here.", client_id: "k2" });
  await at("Chat, Unread messages: 1");
  await page
    .frameLocator("parlour-widget .t iframe")
    .getByRole("button", { name: /It is here/ })
    .waitFor();
  await tabTo("Dismiss", "back");
  await press("Enter");
  await page.locator("parlour-widget .t").waitFor({ state: "detached" });
  await at("Chat, Unread messages: 1");
  await press("Enter");
  await at("Message");

  await tabTo("More", "back");
  await menu("End the conversation");
  await press("Enter");
  await at("More");
  await frame.getByText("How was it").waitFor();
  await tabTo("Not good");
  await press("Enter");
  await tabTo("Good", "back");
  await press("Space");
  await tabTo("What should we know? optional");
  await type("Quick and kind.");
  await tabTo("Send rating");
  await press("Enter");
  await frame.getByText("Thank you for the rating").waitFor();
  await expect.poll(async () => (await shop.parlour.owner.call("GET", `chats/${id}`)).text).toContain("Quick and kind.");
  await at("window");
  await tabTo("Download the conversation");
  await Promise.all([page.waitForEvent("download"), press("Space")]);
  await tabTo("New conversation");
  await press("Enter");
  await frame.getByText("Hello. How can we help?").waitFor();
  await at("window");
  await tabTo("Message");
  await tabTo("Close chat", "back");
  await press("Enter");
  await at("Chat");
  await press("Enter");
  await at("Message");
  // In the tab order the page's button precedes the window, which it also closes.
  await tabTo("Chat", "back");
  await press("Enter");
  await expect.poll(() => page.locator("parlour-widget .p").getAttribute("data-state")).toBe("label");
  await at("Chat");
  await tabTo("Buy", "back");
  expect(faults).toEqual([]);
  await leave();
});

test.runIf(isLongRun)(
  "[WG-088] [WG-080] [WG-098] [WG-031] [WG-061] [WG-073] by keys alone: contacts first with an error at its field, a department by arrows, a call and another, chat and call as tabs",
  async () => {
    const departments = [
      { id: 1, name: "Orders", online: true },
      { id: 2, name: "Trade", online: false },
    ];
    const call = (status: "start" | "error", reason: string | null = null) =>
      ({ type: "call", call: { id: 1, phone: "+442079460018", status, reason } }) as const;
    const { frame, faults, said, press, type, at, tabTo, tell, leave } = await visitByKeys(
      shop,
      {
        calls: true,
        contacts: { when: "before", name: "optional", email: "required", phone: "off", description: "optional" },
        texts: { en: { consent: "I agree." } },
        consent_url: `${shop.site.url}/privacy`,
      },
      willing(
        () => welcome({ situation: { ...situation, departments } }),
        (asks, answer) => {
          if (asks.type === "call") answer(call("start"));
          if (asks.type === "say") answer({ type: "chat", chat: chat({ seq: 1 }) }, { type: "done", ref: asks.ref, message: own(1, asks) });
          return false;
        },
      ),
    );
    await tabTo("Chat");
    await press("Enter");
    await at("Name optional");
    await tabTo("What is it about? optional");
    await type("A jug");
    await tabTo(/^I agree\./);
    await press("Space");
    await tabTo("Privacy");
    await tabTo("Start the chat");
    await press("Enter");
    await at("E-mail");
    await frame.getByText("Please fill this in.").waitFor();
    const problem = (field: Element) => document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;
    expect(await frame.getByRole("textbox", { name: "E-mail" }).evaluate(problem)).toBe("Please fill this in.");
    await type("anna@kovacs.example");
    await tabTo("Start the chat");
    await press("Space");
    await frame.getByText("Who should answer?").waitFor();
    await at("window");
    expect(asked(said, "contacts")).toMatchObject([{ contacts: { email: "anna@kovacs.example" }, consent: "I agree." }]);

    await tabTo("Orders Online");
    await press("ArrowDown");
    await at("Trade Offline");
    await tabTo("Ask for a call");
    await press("Enter");
    await at("Phone");
    await type("12");
    await tabTo("Call me");
    await press("Enter");
    await at("Phone");
    await frame.getByText("This is not a whole phone number.").waitFor();
    await press("Control+a");
    await type("+442079460018");
    await tabTo("Call me");
    await press("Enter");
    // This form has another consent than the contact form.
    await at(/^I agree\./);
    expect(asked(said, "call")).toEqual([]);
    await press("Space");
    await tabTo("Call me");
    await press("Space");
    await frame.getByText("Pick up when your phone rings.").waitFor();
    expect(asked(said, "call")).toMatchObject([{ phone: "+442079460018", by: "visitor", consent: "I agree." }]);
    await at("window");
    await tabTo("Write instead");
    await press("Enter");
    await at(/^(Orders|Message)/);
    await tabTo("Ask for a call");
    await press("Enter");
    await at("Write instead");
    tell(call("error", "no_answer_client"));
    await frame.getByText("Nobody answered at your number.").waitFor();
    await tabTo("Ask for another call", "back");
    await press("Enter");
    await at("window");
    await tabTo("Phone");
    await tabTo("Write instead");
    await press("Space");
    await at(/^(Orders|Message)/);
    await tabTo("Message");
    await type("Do you glaze plates to order?");
    await press("Enter");
    await frame.getByText("Saved").waitFor();
    expect(asked(said, "say")).toMatchObject([{ department_id: 2 }]);

    // The focus moves into the content of the tab.
    await tabTo("Chat", "back");
    await press("ArrowRight");
    await at("Ask for another call");
    expect(await frame.getByRole("tab", { name: "Call" }).getAttribute("aria-selected")).toBe("true");
    await tabTo("Call", "back");
    await press("ArrowLeft");
    await at("Message");
    await press("Escape");
    await at(/^Sofia Lind/);
    expect(faults).toEqual([]);
    await leave();
  },
);

test.runIf(isLongRun)(
  "[WG-088] [WG-082] [WG-086] [WG-087] by keys alone in a chat: photo, links, buttons of a bot, details, a refused message, a file called off, what came below, no line",
  async () => {
    const nothing = { thumb: null, emoji: null, duration: null, performer: null, title: null, latitude: null, longitude: null };
    // Files are loaded from the window's origin.
    const file = `${new URL(scriptOf(await shop.widget())).origin}/files/secret/bowl.png`;
    const photo = { ...nothing, type: "photo", file, file_name: "bowl.png", file_size: 70, width: 208, height: 138 } as const;
    const paper = { type: "document", file: "https://cdn.example/l.pdf", file_name: "label.pdf", file_size: 9 } as const;
    const buttons = [
      { id: "a", text: "The bowl" },
      { id: "b", text: "The jug" },
    ];
    const messages = [
      message(1, { from: "visitor", name: "", text: "Like https://shop.example/bowl?" }),
      message(2, { kind: "media", text: "", media: photo }),
      message(3, { kind: "media", text: "", media: { ...nothing, ...paper, width: null, height: null } }),
      message(4, { text: "See https://shop.example/o/1" }),
      message(5, { from: "bot", kind: "buttons", text: "Which?", buttons }),
      ...Array.from({ length: 20 }, (_, n) => message(n + 6)),
    ];
    let refuses = false;
    let seq = 25;
    const { page, frame, faults, said, press, type, at, tabTo, tell, cut, leave } = await visitByKeys(
      shop,
      { contacts: { when: "during", name: "optional", email: "optional", phone: "off", description: "off" } },
      willing(
        () => welcome({ chat: chat({ state: "bot", seq, buttons: 105 }), messages, reset: true }),
        (asks, answer) => {
          if (asks.type !== "say") return false;
          if (asks.button !== undefined) answer({ type: "chat", chat: chat({ seq }) });
          if (refuses) answer({ type: "failed", ref: asks.ref, code: "too_large", message: "no", field: null, retry_after_s: null });
          else answer({ type: "done", ref: asks.ref, message: { ...own(++seq, asks), ...(asks.button && { button_id: asks.button.id }) } });
          return true;
        },
      ),
    );
    const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
    await page.route("**/files/**", (route) => route.fulfill({ body: pixel, contentType: "image/png" }));
    await tabTo(/^Chat/);
    await press("Enter");
    await at("Message");
    await frame.getByRole("button", { name: "Open photo, bowl.png" }).waitFor();
    await frame.getByRole("button", { name: "Save details" }).waitFor();

    // The photo covers the window and returns the focus to its origin. Escape closes only the
    // photo.
    await tabTo("Skip", "back");
    await tabTo("Open photo, bowl.png", "back");
    await press("Enter");
    await at(/^(Open in a new tab|Close photo)$/);
    await press("Escape");
    await at("Open photo, bowl.png");
    await press("Space");
    await at("Open in a new tab");
    await tabTo("Close photo");
    await press("Enter");
    await at("Open photo, bowl.png");
    await tabTo("https://shop.example/bowl", "back");
    await tabTo(/^label\.pdf/);
    await tabTo("https://shop.example/o/1");
    await tabTo("The bowl");
    await tabTo("The jug");
    await press("Enter");
    await expect.poll(() => asked(said, "say")).toMatchObject([{ button: { message_id: 105, id: "b" } }]);
    await at("window");

    await tabTo("Name optional");
    await tabTo("E-mail optional");
    await type("anna@kovacs");
    await tabTo("Save details");
    await press("Enter");
    await at("E-mail optional");
    await frame.getByText("This e-mail address is not complete.").waitFor();
    await press("End");
    await type(".example");
    await press("Enter");
    await frame.getByRole("button", { name: "Save details" }).waitFor({ state: "detached" });
    await at("window");

    refuses = true;
    await tabTo("Message");
    await type("one");
    await press("Enter");
    await frame.getByRole("button", { name: "Try again" }).waitFor();
    await at("Message");
    await tabTo("Try again", "back");
    await tabTo("Remove", "back");
    await tabTo("Copy", "back");
    refuses = false;
    await tabTo("Try again");
    await press("Enter");
    await frame.getByRole("button", { name: "Try again" }).waitFor({ state: "detached" });
    await at("window");
    refuses = true;
    await tabTo("Message");
    await type("two");
    await press("Enter");
    await frame.getByRole("button", { name: "Remove" }).waitFor();
    await tabTo("Remove", "back");
    await press("Space");
    await frame.getByRole("button", { name: "Remove" }).waitFor({ state: "detached" });
    await at("window");

    // The upload is blocked until it is cancelled.
    const held = Promise.withResolvers<void>();
    await page.route("**/widget/uploads", () => held.resolve());
    await tabTo("Attach a file");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press("Space")]);
    await chooser.setFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("a crack from the rim") });
    await held.promise;
    await at("Message");
    await tabTo("Cancel");
    await press("Enter");
    await frame.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    await at("window");

    await tabTo("Messages");
    await press("Home");
    await expect.poll(() => frame.locator(".pw-body").evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    tell({ type: "message", message: message(++seq) });
    await frame.getByRole("button", { name: "1 new message" }).waitFor();
    await at("Messages");
    await tabTo("1 new message");
    await press("Enter");
    await at("Messages");

    const mend = await cut();
    await frame.getByText("Reconnecting. Messages wait here.").waitFor();
    await tabTo("Retry", "back");
    mend();
    await press("Enter");
    await frame.getByText("Reconnecting. Messages wait here.").waitFor({ state: "detached" });
    await at("window");
    await press("Escape");
    await at(/^Sofia Lind/);
    expect(faults).toEqual([]);
    await leave();
  },
);

const nobody = { ...situation, mode: "offline" as const, operators_online: false };

test("[WG-088] [WG-002] the field of a form that is loaded late gets the focus", async () => {
  const { page, frame, faults, press, at, tabTo, leave } = await visitByKeys(
    shop,
    {},
    willing(() => welcome({ situation: nobody })),
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
  await at("Message");
  expect(faults).toEqual([]);
  await leave();
});

test("[WG-088] [WG-081] a visitor who writes when the last operator leaves goes on writing in the form", async () => {
  const { faults, press, type, at, tabTo, tell, frame, leave } = await visitByKeys(
    shop,
    {},
    willing(() => welcome()),
  );
  await tabTo("Chat");
  await press("Enter");
  await at("Message");
  await type("Do you have ");
  tell({ type: "situation", situation: nobody });
  await frame.getByText("Leave us a message").waitFor();
  await at("Message");
  await type("the jug?");
  await expect.poll(() => frame.getByRole("textbox", { name: "Message" }).inputValue()).toBe("Do you have the jug?");
  expect(faults).toEqual([]);
  await leave();
});

test("[WG-088] [WG-081] [WG-083] [CORE-111] by keys alone when nobody is there: each error at its field, left, another; a chat that has ended is mailed", async () => {
  let refuses = true;
  const ended = chat({ state: "closed", mail: true, closed_at: new Date().toISOString() });
  const { frame, faults, said, press, type, at, tabTo, tell, leave } = await visitByKeys(
    shop,
    {},
    willing(
      () => welcome({ situation: { ...situation, mode: "offline", operators_online: false } }),
      (asks, answer) => {
        if (asks.type !== "offline" || !refuses) return false;
        answer({ type: "failed", ref: asks.ref, code: "internal", message: "no", field: null, retry_after_s: null });
        return true;
      },
    ),
  );
  await tabTo("Chat");
  await press("Enter");
  await at("Message");
  await tabTo("Leave message");
  await press("Enter");
  await at("Message");
  await frame.getByText("Please fill this in.").first().waitFor();
  await type("Do you have the jug in oat?");
  await tabTo("E-mail");
  await type("anna@kovacs");
  await tabTo("Phone optional");
  await tabTo("Name optional");
  await type("Anna");
  await tabTo("Leave message");
  await press("Space");
  await at("E-mail");
  await frame.getByText("This e-mail address is not complete.").waitFor();
  await press("End");
  await type(".example");
  await tabTo("Leave message");
  await press("Enter");
  await frame.getByText("That did not work.").waitFor();
  await at(/^(window|Leave message)$/);
  refuses = false;
  await tabTo("Leave message");
  await press("Enter");
  await frame.getByText("Thank you, we have your message").waitFor();
  await at("window");
  expect(asked(said, "offline").at(-1)).toMatchObject({
    text: "Do you have the jug in oat?",
    contacts: { email: "anna@kovacs.example", name: "Anna" },
  });
  await tabTo("Write another message");
  await press("Enter");
  await at("window");
  await tabTo("Message");
  await press("Escape");
  await at("Chat");

  tell(welcome({ chat: ended, messages: [message(1), message(2, { from: "system", name: "", text: "", code: "closed" })] }));
  await press("Enter");
  await at(/^(Mail it to me|Download the conversation)$/);
  await frame.getByRole("button", { name: "Mail it to me" }).waitFor();
  await tabTo("New conversation");
  await tabTo("Mail it to me", "back");
  await press("Enter");
  await at("E-mail");
  await type("anna");
  await tabTo("Mail it to me");
  await press("Space");
  await at("E-mail");
  await frame.getByText("This e-mail address is not complete.").waitFor();
  await type("@kovacs.example");
  await press("Enter");
  await frame.getByText("On its way to anna@kovacs.example").waitFor();
  await at("window");
  await tabTo("Close chat");
  await press("Space");
  await at(/^Chat/);
  expect(faults).toEqual([]);
  await leave();
});
