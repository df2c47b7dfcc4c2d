import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { addBot, addWebhook, type TestBot, type TestWebhook } from "./integrators.ts";
import { checkScreen, isLongRun } from "./screen-check.ts";
import { navigateTo, openChat } from "./screens-with-data.ts";

let fixture: InboxFixture;
let bot: TestBot;
let webhook: TestWebhook;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  webhook = await addWebhook(fixture);
  bot = await addBot(fixture, "Order bot");
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/integrations/deliveries",
  });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await bot.provider.close();
  await webhook.receiver.close();
  await fixture.close();
});

const deliveryRows = () =>
  operatorPage.page.getByRole("region", { name: "Delivery log" }).locator("tr.r");
const chooseFilter = async (filter: string, value: string): Promise<void> => {
  await operatorPage.page.getByRole("button", { name: new RegExp(`^${filter}: `) }).click();
  await operatorPage.page.getByRole("menuitemradio", { name: value, exact: true }).click();
};

/** One delivery log that is empty at first. The later tests use the deliveries of the first. */
describe("one delivery log", { shuffle: false }, () => {
  test("[API-050] [API-051] [API-173] [API-174] [WH-071] [WH-072] deliveries appear as they happen, are filtered, sent again alone and together; an endpoint rests", async () => {
    const { page } = operatorPage;
    const { parlour } = fixture;
    await page.getByText("No deliveries yet").waitFor();
    // The bot refuses, so the chat goes to operators, whose replies the integrator refuses too.
    bot.provider.respondWith(400);
    const refusal = {
      body: JSON.stringify({
        error: { code: "recipient_unsubscribed", message: "Recipient has left" },
      }),
    };
    fixture.integrator.respondWith(refusal);
    for (const customer of ["anna", "ben", "carla"]) {
      await parlour.sendCustomerMessage(fixture.channel, customer, "Where is my order?");
      const chat = await parlour.findChat(customer);
      await expect.poll(async () => (await parlour.findChat(customer)).state).toBe("waiting");
      expect(
        (
          await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
            kind: "text",
            text: "On its way",
            client_id: customer,
          })
        ).status,
      ).toBe(201);
    }
    await deliveryRows().filter({ hasText: "CLIENT_MESSAGE" }).first().waitFor();
    await expect
      .poll(() => deliveryRows().filter({ hasText: "Shop" }).filter({ hasText: "Failed" }).count())
      .toBe(3);
    await expect
      .poll(() =>
        deliveryRows()
          .filter({ hasText: "chat_accepted" })
          .filter({ hasText: "Delivered" })
          .count(),
      )
      .toBe(3);
    // The refusals are final, so each causes one request.
    const cards = page.getByRole("region", { name: "Endpoints" }).getByRole("article");
    await cards.filter({ hasText: "Shop" }).getByText("3 of the last 3 requests failed").waitFor();
    await cards
      .filter({ hasText: "Webhook" })
      .getByText(/^the last \d+ requests succeeded$/)
      .waitFor();
    const problems = [...(await checkScreen(page, "delivery-log"))];

    await chooseFilter("Type", "Channel");
    await expect.poll(() => deliveryRows().count()).toBe(3);
    await chooseFilter("State", "Failed");
    const anna = await parlour.findChat("anna");
    await page.getByRole("searchbox", { name: "Chat or delivery number" }).fill(`#${anna.number}`);
    await expect.poll(() => deliveryRows().count()).toBe(1);
    await page.getByRole("searchbox", { name: "Chat or delivery number" }).fill("abc");
    await page.getByText("Enter a number, such as 1042.").waitFor();
    await page.getByRole("searchbox", { name: "Chat or delivery number" }).fill("");
    await expect.poll(() => deliveryRows().count()).toBe(3);

    // The parts of the webhook's reply that were applied.
    await deliveryRows().first().getByRole("button", { name: "2 fields" }).focus();
    await page
      .getByRole("tooltip")
      .filter({ hasText: "error.code" })
      .filter({ hasText: "error.message" })
      .first()
      .waitFor();
    // Replays one delivery, then a selection, then all of a period, after a count and a warning.
    fixture.integrator.respondWith("ok");
    const search = page.getByRole("searchbox", { name: "Chat or delivery number" });
    await search.press("r");
    await expect.poll(() => search.inputValue()).toBe("r");
    await search.fill("");
    await expect.poll(() => deliveryRows().count()).toBe(3);
    await deliveryRows().first().getByRole("button", { name: "Send again" }).waitFor();
    await deliveryRows()
      .first()
      .getByRole("button", { name: /^Show attempts/ })
      .focus();
    await page.keyboard.press("r");
    await page.getByText("Sending again, with the same message ID.").waitFor();
    await expect.poll(() => deliveryRows().count()).toBe(2);
    await deliveryRows().first().getByRole("checkbox").check();
    await page.getByText("1 selected").waitFor();
    if (isLongRun) problems.push(...(await checkScreen(page, "delivery-log-selected")));
    await page.getByRole("button", { name: "Send selected again" }).click();
    await expect.poll(() => deliveryRows().count()).toBe(1);
    await page.getByRole("button", { name: "Send failed again…" }).click();
    const dialog = page.getByRole("dialog", { name: "Send failed deliveries again" });
    await dialog.getByLabel("Endpoint").selectOption({ label: "Shop · Channel" });
    await dialog.getByText("1 failed delivery will be sent again.").waitFor();
    await dialog.getByText("The receiver may get some events twice").waitFor();
    problems.push(...(await checkScreen(page, "delivery-log-replay")));
    await dialog.getByRole("button", { name: "Send 1 again" }).click();
    await page.getByText("No deliveries match").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();

    // A pause holds deliveries back. The row says so, and the card counts them.
    await page.getByRole("button", { name: "Pause Shop", exact: true }).click();
    await page.getByText("Shop is paused. Pending deliveries stay queued.").waitFor();
    expect(
      (
        await parlour.owner.call("POST", `chats/${anna.id}/messages`, {
          kind: "text",
          text: "And more",
          client_id: "p1",
        })
      ).status,
    ).toBe(201);
    const resting = deliveryRows().filter({ hasText: "paused" });
    await resting.waitFor();
    await page.getByText("Paused · 1 pending · oldest").waitFor();
    problems.push(...(await checkScreen(page, "delivery-log-paused")));
    await page.getByRole("button", { name: "Resume: Shop" }).click();
    await resting.waitFor({ state: "detached" });

    // From the bubble to the delivery and back.
    await openChat(page, anna.id);
    await page.getByRole("link", { name: "Delivered" }).last().click();
    await page.getByRole("button", { name: "Copy as curl" }).first().waitFor();
    problems.push(...(await checkScreen(page, "delivery-log-detail")));
    await page.getByRole("link", { name: `Show in chat ${anna.number}` }).click();
    await page.getByRole("heading", { name: "Visitor", exact: true }).first().waitFor();
    expect(problems.join("\n")).toBe("");
  });

  test.runIf(isLongRun)(
    "[WH-082] [API-150] [API-151] an answer that was not usable is marked alike in log, try and inspector; figures lead to it",
    async () => {
      const { page } = operatorPage;
      const { parlour } = fixture;
      const accept = async (customer: string): Promise<void> => {
        await parlour.sendCustomerMessage(fixture.channel, customer, "Hello");
        await expect.poll(async () => (await parlour.findChat(customer)).state).toBe("waiting");
        expect(
          (
            await parlour.owner.call(
              "POST",
              `chats/${(await parlour.findChat(customer)).id}/accept`,
            )
          ).status,
        ).toBe(200);
        await parlour.settle();
      };
      webhook.receiver.setMode({ status: 200, body: "<br /><b>Fatal error</b>: Uncaught" });
      await accept("frida");
      webhook.receiver.setMode({
        reply: {
          result: "ok",
          custom_data: [{ title: "Plan", content: "Gold" }],
          contact_info: { description: "VIP" },
        },
      });
      await accept("gina");
      webhook.receiver.setMode("ok");
      await navigateTo(page, "/integrations/deliveries");
      const figure = page.locator("dl.figs > div").filter({ hasText: "Not usable" });
      await figure.getByRole("link").click();
      const unusable = deliveryRows().filter({ hasText: "Not usable" });
      await expect
        .poll(async () => [await deliveryRows().count(), await unusable.count()])
        .toEqual([1, 1]);
      await unusable.getByRole("button", { name: /^Show attempts/ }).click();
      await page.getByRole("tab", { name: /Not usable 200/ }).waitFor();
      await page.getByText("Used from the response").last().waitFor();
      const problems = [...(await checkScreen(page, "delivery-log-not-usable"))];
      await page.getByRole("link", { name: "Delivery log", exact: true }).click();
      const used = deliveryRows()
        .filter({ hasText: "chat_accepted" })
        .getByRole("button", { name: "1 field, 1 ignored" });
      await used.focus();
      const tip = page
        .getByRole("tooltip")
        .filter({ hasText: "contact_info.description: ignored, Parlour has no such field" });
      await expect.poll(() => tip.getAttribute("class")).toContain("usedtip");
      problems.push(
        ...(await checkScreen(page, "delivery-log-used", { views: ["light", "dark"] })),
      );
      await used.focus();
      await page.keyboard.press("Escape");
      await expect.poll(() => tip.getAttribute("class")).not.toContain("usedtip");
      await navigateTo(page, "/integrations/inspector");
      const line = page
        .getByRole("region", { name: "Request inspector" })
        .locator("tr.r")
        .filter({ hasText: "Not usable" });
      await line.getByRole("button").click();
      await page.locator(".faultbox.warning").getByText("result_missing").waitFor();
      problems.push(...(await checkScreen(page, "inspector-not-usable")));
      expect(problems.join("\n")).toBe("");
    },
  );

  test.runIf(isLongRun)(
    "[API-174] the key sheet shows the key of the delivery log only to those who can open it",
    async () => {
      const sheetOf = async ({ page }: OperatorPage) => {
        await waitUntilLive(page);
        await page.keyboard.press("?");
        const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
        await sheet.getByText("Toggle visitor panel").waitFor();
        return sheet.getByText("Send the delivery again").count();
      };
      expect(await sheetOf(operatorPage)).toBe(1);
      await operatorPage.page.keyboard.press("Escape");
      const operator = await fixture.openOperatorPage();
      expect(await sheetOf(operator)).toBe(0);
      await operator.checkAndClose();
    },
  );

  test.runIf(isLongRun)(
    "[WH-062] an endpoint that answered 410 is named above the delivery log and switched on again",
    async () => {
      const { page } = operatorPage;
      webhook.receiver.setMode("gone");
      await fixture.parlour.sendCustomerMessage(fixture.channel, "dora", "Hello");
      await expect.poll(async () => (await fixture.parlour.findChat("dora")).state).toBe("waiting");
      const dora = await fixture.parlour.findChat("dora");
      expect((await fixture.parlour.owner.call("POST", `chats/${dora.id}/accept`)).status).toBe(
        200,
      );
      await navigateTo(page, "/integrations/deliveries");
      await page.getByText(/was switched off because it responded with 410 Gone\.$/).waitFor();
      const problems = [...(await checkScreen(page, "delivery-log-off"))];
      webhook.receiver.setMode("ok");
      await page.getByRole("button", { name: "Switch on", exact: true }).click();
      await page
        .getByText(/was switched off because it responded with 410 Gone\.$/)
        .waitFor({ state: "detached" });
      expect(problems.join("\n")).toBe("");
    },
  );

  test.runIf(isLongRun)(
    "[API-052] [CORE-053] the inspector shows requests as they pass; a faulty one names field and rule",
    async () => {
      const { page } = operatorPage;
      await navigateTo(page, "/integrations/inspector");
      const list = page.getByRole("region", { name: "Request inspector" });
      await list.waitFor();
      const shown = list.locator("tr.r");
      // Rows do not move under the pointer.
      await page.mouse.move(0, 0);
      const { randomString, publicId } = fixture.channel;
      const answer = await fixture.parlour.call("POST", `/channel/${randomString}/${publicId}`, {
        sender: { id: "" },
        message: { type: "text", text: "x" },
      });
      expect(answer.status).toBe(400);
      const faulty = shown.filter({ hasText: "sender.id" }).first();
      await faulty.waitFor();
      expect(await list.getByText(randomString).count()).toBe(0);
      const problems = [...(await checkScreen(page, "inspector"))];
      await page.getByRole("button", { name: "Errors only" }).click();
      await faulty.getByRole("button").click();
      await list.getByText(/^CH-\d{3}$/).waitFor();
      await page.getByRole("button", { name: "Copy as curl" }).waitFor();
      problems.push(...(await checkScreen(page, "inspector-fault")));
      await faulty.getByRole("button").click();
      await page.getByRole("button", { name: "Errors only" }).click();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.mouse.move(0, 0);
      await fixture.parlour.sendCustomerMessage(fixture.channel, "erik", "Hello");
      await list.getByRole("button", { name: /^Show \d+ new$/ }).click();
      await page.getByRole("button", { name: "Resume" }).click();
      expect(problems.join("\n")).toBe("");
    },
  );

  test.runIf(isLongRun)(
    "[API-053] [BOT-087] [WH-070] a test event with an edited sample shows what the answer means",
    async () => {
      const { page } = operatorPage;
      await navigateTo(page, "/integrations/tests");
      const form = page.getByRole("form", { name: "Test event" });
      await form.getByLabel("Event", { exact: true }).selectOption("chat_updated");
      const sample = form.getByLabel("Sample");
      await expect.poll(() => sample.inputValue()).toContain("chat_updated");
      const edited = JSON.parse(await sample.inputValue()) as { visitor: { name: string } };
      await sample.fill("{");
      await page.getByText("This is not valid JSON.").waitFor();
      await sample.fill(
        JSON.stringify({ ...edited, visitor: { ...edited.visitor, name: "Edited Name" } }, null, 2),
      );
      webhook.receiver.setMode({
        reply: {
          result: "ok",
          custom_data: [{ title: "Plan", content: "Gold" }],
          crm_link: "ftp://no",
        },
      });
      await form.getByRole("button", { name: "Send test event" }).click();
      const result = page.getByRole("region", { name: "Result" });
      await result.getByText("Gold", { exact: true }).waitFor();
      expect(webhook.receiver.requests.map(({ body }) => body.visitor?.name)).toContain(
        "Edited Name",
      );
      const problems = [...(await checkScreen(page, "tests-webhook"))];
      // A body that was sent once is the sample of another test request.
      await navigateTo(page, "/integrations/deliveries");
      await chooseFilter("Event", "chat_accepted");
      await deliveryRows()
        .filter({ hasText: "chat_accepted" })
        .filter({ hasText: "Delivered" })
        .first()
        .getByRole("button", { name: /^Show attempts/ })
        .click();
      await page.getByRole("button", { name: "Use as test event" }).click();
      await expect.poll(() => sample.inputValue()).toContain('"event_name": "chat_accepted"');
      expect(JSON.parse(await sample.inputValue())).toMatchObject({ chat_id: expect.any(Number) });
      await form.getByLabel("To").selectOption({ label: "Bot · Order bot" });
      bot.provider.respondWith("ok");
      await form.getByRole("button", { name: "Send test event" }).click();
      await result.getByText("Accepted", { exact: true }).waitFor();
      if (isLongRun) problems.push(...(await checkScreen(page, "tests-bot")));
      expect(problems.join("\n")).toBe("");
    },
  );
});
