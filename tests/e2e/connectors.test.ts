import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LabCustomer } from "../../packages/lab/src/services/whatsapp/index.ts";
import type { AppUser } from "../../packages/lab/src/services/telegram/index.ts";
import {
  buildMail,
  headerOf,
  shopAddress,
} from "../../packages/server/tests/mail-channel-fixture.ts";
import { buildMail as buildParts } from "../../packages/server/tests/mail-fixtures/encode.ts";
import type { TestWindow } from "../../packages/server/tests/widget-fixture.ts";
import {
  apiCustomer,
  openAllChannelsFixture,
  type AllChannelsFixture,
} from "./all-channels-fixture.ts";
import {
  chatRow,
  conversationPane,
  expectFocus,
  messageBubble,
  messageField,
  openOperatorPage,
  shiftPageClock,
  waitUntilLive,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { createPng } from "./media-samples.ts";
import { checkScreen, usualViews } from "./screen-check.ts";
import { navigateTo } from "./screens-with-data.ts";

/** An operator's day: customers of all kinds of channels in one list. */
let fixture: AllChannelsFixture;
let annPage: OperatorPage;
let page: Page;
let maya: TestWindow;
let tim: AppUser;
const anna: LabCustomer = { name: "Anna Weber", phone: "4915112345678", userId: "DE.1001" };
const otto = "otto@brandt.example";
beforeAll(async () => {
  fixture = await openAllChannelsFixture();
  const { parlour, operator, browser } = fixture;
  annPage = await openOperatorPage(browser, parlour.url, operator);
  ({ page } = annPage);
  await waitUntilLive(page);
  // Waiting times follow the clock of the server.
  await shiftPageClock(page, parlour.clock.now() - Date.now());
});
afterAll(async () => {
  await annPage.checkAndClose();
  await fixture.close();
});

const check = async (name: string): Promise<void> =>
  expect(await checkScreen(page, name, { views: usualViews })).toEqual([]);
const waitForConversation = (name: string): Promise<void> =>
  conversationPane(page).getByRole("heading", { name, exact: true }).waitFor();
async function open(name: string): Promise<void> {
  await chatRow(page, name).click();
  await waitForConversation(name);
}
/**
 * Writes a reply and sends it with the keyboard. Ctrl Enter sends in all chats, also emails. The
 * text arrives at once, because each typed letter costs about 15 ms of CPU.
 */
async function answer(text: string): Promise<void> {
  await messageField(page).focus();
  await page.keyboard.insertText(text);
  await page.keyboard.press("Control+Enter");
  // The server has stored it.
  await conversationPane(page).locator(".bubble[data-seq]", { hasText: text }).waitFor();
}
const bubble = (text: string) => messageBubble(page, text);
/** Sends what waits: mails wait for further answers, and services limit messages per second. */
async function sendWaiting(): Promise<void> {
  await fixture.parlour.settle();
  await fixture.parlour.clock.advance(60_000);
  await fixture.parlour.settle();
}

/** What each customer received, as text. */
const received: Readonly<Record<string, () => readonly string[]>> = {
  "Maya Lind": () =>
    maya
      .framesOfType("message")
      .filter(({ message }) => message.from === "operator")
      .map(({ message }) => message.text),
  "Omar Ruiz": () =>
    fixture.integrator
      .messages()
      .filter(({ method }) => method === "POST")
      .map(({ body }) => (JSON.parse(body) as { message?: { text?: string } }).message?.text ?? ""),
  "Tim Lang": () => tim.received.map(({ text, caption = "" }) => (text ?? caption) as string),
  "Anna Weber": () =>
    fixture.whatsapp.messages.map(({ body }) => {
      const { text, image } = body as { text?: { body: string }; image?: { caption?: string } };
      return text?.body ?? image?.caption ?? "";
    }),
  "Otto Brandt": () =>
    fixture.mail
      .sentTo(otto)
      .map((mail) => /text\/plain[^]*?\r\n\r\n([^]*?)\r\n\r\nAnn\r\n/.exec(mail)?.[1] ?? mail),
};
const answers: Readonly<Record<string, string>> = {
  "Maya Lind": "Yes, three of the blue ones.",
  "Omar Ruiz": "We ship to Spain for 9 euros.",
  "Tim Lang": "Near the harbour.",
  "Anna Weber": "Your parcel arrives tomorrow.",
  "Otto Brandt": "Order 7 left our warehouse.",
};

const kinds: Readonly<Record<string, string>> = {
  "Maya Lind": "Site widget",
  "Omar Ruiz": "Chat API",
  "Tim Lang": "Telegram",
  "Anna Weber": "WhatsApp",
  "Otto Brandt": "Email",
};

// One day: each test continues with the chats of those before it.
describe("a day with all kinds of channels", { shuffle: false }, () => {
  test("[CON-001] [CON-020] [CON-030] chats of all kinds are in one list, and each customer gets the answer once", async () => {
    const { widgets, parlour, api, telegram, whatsapp, mail } = fixture;
    maya = await widgets.openWindow();
    const contacts = { name: "Maya Lind" };
    await maya.request({ type: "contacts", ref: "c", contacts, by: "visitor" });
    await maya.sendMessage("s", "Is the blue one in stock?");
    await parlour.sendCustomerMessage(api, apiCustomer, "Do you ship to Spain?", {
      sender: { name: "Omar Ruiz", email: otto },
    });
    tim = telegram.addUser("Tim Lang");
    tim.write("Where are you?");
    await whatsapp.receive(anna, { type: "text", text: { body: "Where is my parcel?" } });
    const from = `Otto Brandt <${otto}>`;
    mail.service.deliver(shopAddress, buildMail({ from, id: "first", subject: "Order 7" }));
    for (const [name, kind] of Object.entries(kinds))
      await chatRow(page, name).getByRole("img", { name: kind, exact: true }).waitFor();
    await check("day list");
    await parlour.settle();
    const waiting = new Set(Object.keys(answers));
    while (waiting.size > 0) {
      const label = `New chat from (${[...waiting].join("|")})`;
      const card = page.getByRole("region", { name: new RegExp(label) });
      const name = /New chat from (.*)/.exec((await card.getAttribute("aria-label")) ?? "")?.[1];
      if (name === undefined) throw new Error("a card without a name");
      await card.getByRole("img", { name: kinds[name] ?? "", exact: true }).waitFor();
      await page.keyboard.press("Control+j");
      await waitForConversation(name);
      await expectFocus(messageField(page));
      await answer(answers[name] ?? "");
      waiting.delete(name);
    }
    await sendWaiting();
    for (const [name, text] of Object.entries(answers))
      await expect
        .poll(() => received[name]?.().map((one) => one.trim()), { message: name })
        .toEqual([text]);
    await check("day answered");
  });

  test("[CON-033] [CORE-060] pictures arrive in both directions", async () => {
    const { parlour, integrator, api, telegram, whatsapp, mail } = fixture;
    const png = createPng(320, 200);
    // Maya's window uploads the file first, as the frame of the widget does.
    const { token } = await maya.waitForWelcome();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(png)]), "blue.png");
    const upload = await fetch(`${parlour.url}/widget/uploads`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${token ?? ""}` },
    });
    const { id } = (await upload.json()) as { id: number };
    await maya.sendMessage("p", "This one", { upload_id: id });
    integrator.respondWith(({ path }) =>
      path === "/photo.png" ? { headers: { "content-type": "image/png" }, body: png } : "ok",
    );
    const photo = { type: "photo", file: `${integrator.url}/photo.png`, text: "To here" };
    const sent = await parlour.call("POST", `/channel/${api.randomString}/${api.publicId}`, {
      sender: { id: apiCustomer },
      message: photo,
    });
    expect(sent.status, sent.text).toBe(200);
    tim.sendFile("photo", { name: "map.png", type: "image/png", bytes: png, caption: "Here?" });
    const media = whatsapp.media.add({ type: "image/png", body: png });
    const image = { id: media.id, mime_type: "image/png", caption: "The label" };
    await whatsapp.receive(anna, { type: "image", image });
    const first = mail.sentTo(otto)[0] ?? "";
    mail.service.deliver(
      shopAddress,
      buildParts(
        [
          `From: Otto Brandt <${otto}>`,
          `To: ${headerOf(first, "Reply-To")}`,
          "Subject: Re: Order 7",
          "Message-ID: <picture@brandt.example>",
          `In-Reply-To: ${headerOf(first, "Message-ID")}`,
        ],
        {
          type: "multipart/mixed",
          body: [
            { type: "text/plain", charset: "utf-8", body: "The invoice" },
            {
              type: "image/png",
              encoding: "base64",
              headers: ['Content-Disposition: attachment; filename="invoice.png"'],
              body: png,
            },
          ],
        },
      ),
    );
    for (const [name, comment] of [
      ["Maya Lind", "This one"],
      ["Omar Ruiz", "To here"],
      ["Tim Lang", "Here?"],
      ["Anna Weber", "The label"],
      ["Otto Brandt", "The invoice"],
    ] as const) {
      await open(name);
      const picture = bubble(comment).getByRole("img").first();
      await expect
        .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: "answer.png", mimeType: "image/png", buffer: createPng(240, 160) });
      await page.getByText("Ready to send").waitFor();
      await answer(`Thank you, ${name}`);
    }
    await sendWaiting();
    for (const name of Object.keys(answers))
      await expect
        .poll(
          () => received[name]?.().filter((text) => text.includes(`Thank you, ${name}`)).length,
          {
            message: name,
          },
        )
        .toBe(1);
    expect(maya.framesOfType("message").at(-1)?.message.media?.type).toBe("photo");
    expect(integrator.messages().some(({ body }) => /"type":"photo"/.test(body))).toBe(true);
    expect(tim.received.at(-1)).toMatchObject({ photo: expect.any(Array) });
    expect(whatsapp.messages.at(-1)?.body["type"]).toBe("image");
    expect(mail.sentTo(otto).at(-1)).toMatch(/Content-Type: image\/png/);
    expect(telegram.bot.calls.filter(({ method }) => method === "sendPhoto")).toHaveLength(1);
    await open("Tim Lang");
    await check("day picture");
  });

  test("[CON-035] [CORE-284] [CORE-287] [CORE-288] an edit is shown as edited, and the states of a message on its bubble", async () => {
    const message = tim.write("I come on Monday");
    await open("Tim Lang");
    await bubble("I come on Monday").waitFor();
    tim.edit(message.message_id, "I come on Tuesday");
    await bubble("I come on Tuesday").getByRole("button", { name: "Edited" }).press("Enter");
    await page.getByRole("list", { name: "Earlier texts" }).getByText("Monday").waitFor();
    await check("day edited");

    await open("Anna Weber");
    await answer("It is at your neighbour's.");
    await sendWaiting();
    const answered = bubble("It is at your neighbour's.");
    await answered.getByText("Sent").waitFor();
    const { wamid = "" } = fixture.whatsapp.messages.at(-1) ?? {};
    await fixture.whatsapp.sendStatus(wamid, "sent");
    await fixture.whatsapp.sendStatus(wamid, "delivered");
    await answered.getByText("Delivered").waitFor();
    await fixture.whatsapp.sendStatus(wamid, "read");
    await answered.getByText("Seen").waitFor();
    await check("day states");
  });

  test("[CON-071] [CORE-312] [CORE-443] a quote leads to its message, and a deleted message says so", async () => {
    const { whatsapp } = fixture;
    const text = (body: string) => ({ type: "text", text: { body } });
    const answered = page.getByText("It is at your neighbour's.", { exact: true });
    const { wamid = "" } = whatsapp.messages.at(-1) ?? {};
    const wrong = await whatsapp.receive(anna, text("My door code is 4711"));
    const revoke = { original_message_id: wrong };
    await whatsapp.receive(anna, { type: "revoke", revoke });
    await whatsapp.receive(anna, { ...text("Which neighbour?"), context: { id: wamid } });
    const referred_product = { catalog_id: "7", product_retailer_id: "SKU-7" };
    await whatsapp.receive(anna, { ...text("And this?"), context: { referred_product } });
    await whatsapp.receive(anna, {
      type: "reaction",
      reaction: { message_id: wamid, emoji: "👍" },
    });
    await bubble("And this?").getByText("About the product SKU-7").waitFor();
    await page
      .getByTitle(/^Anna Weber, \d/)
      .getByText("👍")
      .waitFor();
    // Each message that arrives moves the button.
    await bubble("Deleted by the visitor").getByRole("button", { name: "Earlier texts" }).click();
    await page.getByRole("list", { name: "Earlier texts" }).getByText("4711").waitFor();
    await check("day quotes");
    await bubble("Which neighbour?")
      .getByRole("button", { name: /Reply to Ann/ })
      .press("Enter");
    await page.locator("article.own:focus", { has: answered }).waitFor();
  });

  test("[CON-032] [CON-036] [CON-037] [MAIL-028] mails show subject, sender, folded parts and their original", async () => {
    const { mail } = fixture;
    const first = mail.sentTo(otto)[0] ?? "";
    const replyHeaders = (id: string) => [
      `From: Otto Brandt <${otto}>`,
      `To: ${headerOf(first, "Reply-To")}`,
      "Subject: Re: Order 7",
      `Message-ID: <${id}@brandt.example>`,
      `In-Reply-To: ${headerOf(first, "Message-ID")}`,
    ];
    const html = `<div style="font-family:Georgia"><h1 style="color:#7a1f1f">Thank you</h1><p>When does it <b>arrive</b>?</p><p>-- <br>Otto Brandt<br>Brandt &amp; Sons</p>
<blockquote type="cite">On Monday, Ann wrote:<br>Order 7 left our warehouse.</blockquote></div>`;
    const plain = `Thank you. When does it arrive?

-- 
Otto Brandt
Brandt & Sons

On Mon, 5 Jan 2026 at 09:01, Ann <${shopAddress}> wrote:
> Order 7 left our warehouse.
`;
    const textPart = { type: "text/plain", charset: "utf-8", body: plain };
    const htmlPart = { type: "text/html", charset: "utf-8", body: html };
    mail.service.deliver(
      shopAddress,
      buildParts(replyHeaders("quoted"), {
        type: "multipart/alternative",
        body: [textPart, htmlPart],
      }),
    );
    await open("Otto Brandt");
    const quoted = conversationPane(page).locator(".bubble", { hasText: "When does it arrive?" });
    await quoted.getByText("Re: Order 7").waitFor();
    await quoted.getByText("Not verified: the sender may be forged").waitFor();
    await quoted.locator("summary", { hasText: "Signature" }).press("Enter");
    await quoted.getByText("Brandt & Sons").waitFor();
    await quoted.locator("summary", { hasText: "Quoted text" }).press("Enter");
    await quoted.getByText("Order 7 left our warehouse.").waitFor();
    await check("day mail folded");
    const original = page.waitForResponse(/\/mail\/originals\//);
    await quoted.locator("summary", { hasText: "Original email" }).press("Enter");
    const frame = quoted.locator("iframe");
    expect(await frame.getAttribute("sandbox")).toBe("");
    expect(await (await original).text()).toContain(">Thank you</h1>");
    await check("day mail original");
    const withPictures = page.waitForResponse(/\/mail\/originals\/[^?]+\?images=show$/);
    await conversationPane(page).getByRole("button", { name: "Show pictures" }).click();
    expect((await withPictures).headers()["content-security-policy"]).toMatch(
      /img-src [^;]* https:;/,
    );

    mail.service.deliver(
      shopAddress,
      buildParts([...replyHeaders("html")], {
        ...htmlPart,
        body: "<p>Only <i>HTML</i> here</p><ul><li>one</li><li>two</li></ul>",
      }),
    );
    await conversationPane(page).getByText("Only HTML here").waitFor();
    mail.service.deliver(
      shopAddress,
      buildParts(["Auto-Submitted: auto-replied", ...replyHeaders("away")], {
        ...textPart,
        body: "I am away until Friday.",
      }),
    );
    await bubble("I am away until Friday.").getByText("May be automatic").waitFor();
    await check("day mail automatic");
  });

  test("[CORE-289] [MAIL-037] [TG-041] a message that did not arrive says why, and what to do", async () => {
    const { mail } = fixture;
    await open("Otto Brandt");
    await answer("It arrives on Friday.");
    await sendWaiting();
    const bounced = mail.sentTo(otto).at(-1) ?? "";
    expect(bounced).toContain("It arrives on Friday.");
    mail.service.deliver(shopAddress, buildBounce(bounced));
    const failed = conversationPane(page).locator(".bubble.failed");
    await failed.filter({ hasText: "It arrives on Friday." }).waitFor();
    await conversationPane(page)
      .getByText("The recipient’s mail server says this address does not exist. Check the address.")
      .waitFor();
    await check("day bounced");

    tim.block();
    await open("Tim Lang");
    await answer("See you on Tuesday.");
    await sendWaiting();
    await failed.filter({ hasText: "See you on Tuesday." }).waitFor();
    await conversationPane(page)
      .getByText(/has blocked the bot\. Send it again after/)
      .waitFor();
    await check("day blocked");
    tim.unblock();
    const retried = page.waitForResponse(/\/retry$/);
    await page.getByRole("button", { name: "Send again" }).press("Enter");
    await retried;
    await sendWaiting();
    await bubble("See you on Tuesday.").getByText("Sent").waitFor();
    expect(received["Tim Lang"]?.().filter((text) => text === "See you on Tuesday.")).toHaveLength(
      1,
    );
  });

  test("[CON-050] [CON-051] after the reply window, a template reaches the customer", async () => {
    const { whatsapp } = fixture;
    const lena = { name: "Lena Holm", phone: "491700000071", userId: "DE.71" };
    fixture.setWhatsAppAge(25 * 3_600_000);
    await whatsapp.receive(lena, { type: "text", text: { body: "Where is my order?" } });
    fixture.setWhatsAppAge(0);
    await navigateTo(page, "/inbox/all");
    await open("Lena Holm");
    await page.getByText(/Lena Holm has not written for 24 hours/).waitFor();
    await check("day window closed");
    await page.getByRole("button", { name: "Send template" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Message", { exact: true }).waitFor();
    await dialog.getByRole("combobox").selectOption("order_update en_US");
    for (const field of await dialog.getByRole("textbox").all()) await field.fill("4711");
    await check("day template");
    await dialog.getByRole("textbox").last().press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => whatsapp.messages.filter(({ recipient }) => recipient === lena.userId).length)
      .toBe(1);
    await conversationPane(page).getByText("your order 4711 is on its way").waitFor();
  });

  test("[CORE-290] [CORE-291] [CORE-292] [CORE-295] two visitors with one address are merged and separated", async () => {
    await open("Otto Brandt");
    const suggestion = page.getByRole("region", { name: "Same person?" });
    await suggestion.getByText(`Same email address: ${otto}`).waitFor();
    await suggestion.getByText("Not verified: the sender may be forged").waitFor();
    await check("day person suggested");
    await page.getByRole("button", { name: /^Merge with Omar Ruiz/ }).press("Enter");
    const person = page.getByRole("region", { name: "One person, 2 visitors" });
    await person.waitFor();
    await check("day person merged");
    await page.getByRole("button", { name: /^Undo merge of/ }).press("Enter");
    await suggestion.waitFor();
    await person.waitFor({ state: "detached" });
  });
});

/** The report of a mail server that it could not deliver a mail. */
const buildBounce = (mail: string): Buffer =>
  buildParts(
    [
      "From: Mail Delivery System <mailer-daemon@mx.brandt.example>",
      `To: ${shopAddress}`,
      "Message-ID: <bounce@mx.brandt.example>",
      "Subject: Undelivered Mail Returned to Sender",
      "Auto-Submitted: auto-replied",
    ],
    {
      type: "multipart/report; report-type=delivery-status",
      body: [
        { type: "text/plain", body: "I could not deliver your mail." },
        {
          type: "message/delivery-status",
          body: `Reporting-MTA: dns; mx.brandt.example\n\nFinal-Recipient: rfc822; ${otto}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user\n`,
        },
        {
          type: "text/rfc822-headers",
          body: `Message-ID: ${headerOf(mail, "Message-ID")}\nSubject: ${headerOf(mail, "Subject")}\n`,
        },
      ],
    },
  );
