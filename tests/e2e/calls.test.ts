import type { Channel } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import type { WidgetServerFrame } from "@parlour/protocol/widget";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMailServer, startHostSite, type HostSite } from "@parlour/testkit";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import {
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";
import { checkScreen, isLongRun, usualViews } from "./screen-check.ts";

let fixture: InboxFixture;
let widget: Channel;
/** A foreign site whose page embeds the widget. */
let hostSite: HostSite;
let operatorPage: OperatorPage;
const windows: SiteVisitor[] = [];
beforeAll(async () => {
  [fixture, hostSite] = await Promise.all([openInboxFixture(), startHostSite()]);
  const { owner } = fixture.parlour;
  const created = await owner.call("POST", "channels", {
    kind: "widget",
    name: "Shop",
    operators: [fixture.operator.id],
  });
  widget = created.body as Channel;
  expect(
    (await owner.call("PATCH", `channels/${widget.id}`, { widget: { calls: true } })).status,
  ).toBe(200);
  operatorPage = await fixture.openOperatorPage(undefined, { path: "/calls" });
});
afterAll(async () => {
  for (const one of windows) one.ws.close();
  await operatorPage.checkAndClose();
  await hostSite.close();
  await fixture.close();
});

/** The connection of a chat window; `startCall` of a page causes the same frames. */
class SiteVisitor {
  readonly ws: WebSocket;
  readonly frames: WidgetServerFrame[] = [];
  constructor(name: string) {
    windows.push(this);
    this.ws = new WebSocket(`${fixture.parlour.url.replace("http", "ws")}/widget/socket`);
    this.ws.addEventListener("message", (event) =>
      this.frames.push(JSON.parse(String(event.data)) as WidgetServerFrame),
    );
    this.ws.addEventListener("open", () => {
      this.send({
        type: "hello",
        widget_id: widget.public_id,
        token: null,
        user_token: null,
        after: null,
        page: {
          url: "https://shop.example/teapots",
          title: "Teapots",
          referrer: "",
          first: "https://shop.example/",
          visits: 1,
          pages: 1,
        },
        language: "en",
        origin: "https://shop.example",
      });
    });
    this.name = name;
  }
  readonly name: string;
  send(frame: object): void {
    this.ws.send(JSON.stringify(frame));
  }
  async startCall(phone: string): Promise<void> {
    await expect.poll(() => this.frames.some((one) => one.type === "welcome")).toBe(true);
    this.send({ type: "contacts", ref: "c1", contacts: { name: this.name }, by: "visitor" });
    this.send({ type: "call", ref: "k1", phone });
    await expect
      .poll(() => this.frames.find((one) => "ref" in one && one.ref === "k1")?.type)
      .toBe("done");
  }
  statuses(): string[] {
    return this.frames.flatMap((one) =>
      one.type === "call"
        ? [one.call.status + (one.call.reason === null ? "" : `:${one.call.reason}`)]
        : [],
    );
  }
}
const callPane = () => operatorPage.page.locator(".calls .one");
const callButton = (name: string) =>
  callPane().getByRole("button", { name: new RegExp(`^${name}`) });

/** Calls are switched off and empty at first. The later tests use the settings of the first. */
describe("call-backs from the day they are switched on", { shuffle: false }, () => {
  // A long run does it on the page.
  beforeAll(async () => {
    const settings = { enabled: true, prefixes: ["+49", "+44"], balance_min: 600 };
    if (!isLongRun)
      expect((await fixture.parlour.owner.call("PATCH", "call-settings", settings)).status).toBe(
        200,
      );
  });

  test.runIf(isLongRun)(
    "[API-041] [CORE-104] calls are switched on and set up, also for a telephony server; each state reads well",
    async () => {
      const boss = await fixture.openOperatorPage(fixture.parlour.owner, { path: "/calls" });
      const { page } = boss;
      const problems: string[] = [];
      await page.getByRole("heading", { name: "Calls are turned off" }).waitFor();
      problems.push(...(await checkScreen(page, "calls-off")));
      await page.getByRole("link", { name: "Call settings" }).click();
      await page.getByRole("switch", { name: /Let visitors request/ }).check();
      await page.getByRole("textbox", { name: /^Allowed countries/ }).fill("49, +44");
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByText("Enter calling codes with a plus").first().waitFor();
      await page.getByRole("textbox", { name: /^Allowed countries/ }).fill("+49 +44");
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByText("Visitors can request calls now.").waitFor();
      await page.getByRole("switch", { name: /Limit call minutes/ }).check();
      await page.getByRole("textbox", { name: /^Minutes remaining/ }).fill("600");
      await page.getByRole("combobox", { name: /^Who places calls/ }).selectOption("http");
      await fixture.parlour.owner.call("POST", "instance/egress-allow", {
        add: [new URL(fixture.integrator.url).host],
      });
      await page
        .getByRole("textbox", { name: /^Telephony server URL/ })
        .fill(`${fixture.integrator.url}/dial`);
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByRole("button", { name: "Test connection" }).click();
      await page.getByText(/The server accepted the request in/).waitFor();
      problems.push(...(await checkScreen(page, "calls-settings")));
      await page.getByRole("combobox", { name: /^Who places calls/ }).selectOption("desk");
      await page.getByRole("button", { name: /^Save/ }).click();
      await expect
        .poll(async () => (await fixture.parlour.owner.call("GET", "call-settings")).body as object)
        .toMatchObject({
          enabled: true,
          driver: "desk",
          prefixes: ["+49", "+44"],
          balance_min: 600,
        });
      // A page whose answer has not come yet asks before it goes.
      await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
      await boss.checkAndClose();
      expect(problems).toEqual([]);
    },
  );

  test("[API-060] [CORE-101] [CORE-103] [CORE-193] [CORE-235] an operator takes a call-back from the card, talks and ends it; another one is not reached", async () => {
    const { page } = operatorPage;
    const problems: string[] = [];
    await page.goto(`${fixture.url}/archive`);
    await waitUntilLive(page);
    const anna = new SiteVisitor("Anna Kovács");
    await anna.startCall("+44 20 7946 0958");
    const card = page.getByRole("region", { name: /^Call-back request/ });
    await card.getByText("+44 20 7946 0958").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    problems.push(...(await checkScreen(page, "calls-ring")));
    const max = new SiteVisitor("Max Weber");
    await max.startCall("030 1234567".replace("030", "+4930"));
    await card.getByText("1 more waiting").waitFor();
    await card.getByRole("button", { name: "Take" }).click();
    await callPane().getByRole("heading", { name: "Anna Kovács" }).waitFor();
    await page
      .getByRole("region", { name: "Waiting" })
      .or(page.getByRole("heading", { name: /^Waiting/ }))
      .first()
      .waitFor();
    expect(
      await callPane().getByRole("link", { name: "+44 20 7946 0958" }).getAttribute("href"),
    ).toBe("tel:+442079460958");
    problems.push(...(await checkScreen(page, "calls-taken")));
    await callButton("Connected").click();
    await callPane().getByText("Connected for").waitFor();
    // The steps of the call, the last messages, and the panel with visitor, hours and operators.
    const part = (name: string) => page.getByRole("region", { name, exact: true });
    await part("What happened").getByText("took the call").waitFor();
    await expect
      .poll(() => part("What happened").locator("time").first().textContent())
      .toMatch(/^\d\d:\d\d:\d\d$/);
    await part("Last messages in the chat").getByText("No messages in the chat.").waitFor();
    const panel = page.getByRole("complementary", { name: "Visitor" });
    await panel.getByText("Anna Kovács").first().waitFor();
    await part("Who can call").getByText("in a call").waitFor();
    await part("Hours").getByText("Open at all hours").waitFor();
    await part("Earlier calls").getByText("No earlier calls.").waitFor();
    await panel.getByText("Minutes left").waitFor();
    const chat =
      /\d+$/.exec(
        (await callPane().getByRole("link", { name: "Open chat" }).getAttribute("href")) ?? "",
      )?.[0] ?? "0";
    await fixture.operator.call("POST", `chats/${chat}/messages`, {
      kind: "text",
      text: "I call you now",
      client_id: "w1",
    });
    await part("Last messages in the chat").getByText("I call you now").waitFor();
    problems.push(...(await checkScreen(page, "calls-desk", { views: usualViews })));
    await page.keyboard.press("]");
    await panel.waitFor({ state: "detached" });
    await page.keyboard.press("]");
    await panel.waitFor();
    await page.keyboard.press("e");
    await callPane()
      .getByText(/Reached · \d+:/)
      .waitFor();
    await expect.poll(() => anna.statuses()).toEqual(["start", "start", "client_connected", "end"]);

    await page.getByRole("button", { name: "Take the call with Max Weber" }).click();
    await callButton("Not reached").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("switch", { name: /^Try again/ }).waitFor();
    problems.push(...(await checkScreen(page, "calls-missed")));
    await dialog.getByRole("button", { name: "Line busy" }).click();
    await callPane().getByText("Rescheduled to").waitFor();
    await page.getByText("1 failed attempt").waitFor();
    await card.waitFor({ state: "hidden" });
    // A note survives the closing of the page, and the call is accepted before its due time.
    const note = callPane().getByRole("textbox", { name: /^Note/ });
    await note.fill("Wants the new lid");
    await page.reload();
    await waitUntilLive(page);
    await expect.poll(() => note.inputValue()).toBe("Wants the new lid");
    // Text that is typed during a save stays, and the next press saves it.
    let answer = (): void => undefined;
    await page.route("**/api/v1/calls/*/note", async (route) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await route.continue();
    });
    const saveRequest = page.waitForRequest("**/api/v1/calls/*/note");
    await callButton("Save note").click();
    await saveRequest;
    await note.press("End");
    await note.pressSequentially(" in oat");
    const answered = page.waitForResponse("**/api/v1/calls/*/note");
    answer();
    await answered;
    await page.unroute("**/api/v1/calls/*/note");
    await expect
      .poll(() =>
        callPane().getByRole("textbox", { name: /^Note/ }).getAttribute("aria-describedby"),
      )
      .not.toBeNull();
    expect(await note.inputValue()).toBe("Wants the new lid in oat");
    await callButton("Save note").click();
    await callButton("Save note").waitFor({ state: "detached" });
    await callButton("Reschedule").click();
    await dialog
      .getByRole("textbox", { name: "Day and time" })
      .or(dialog.getByLabel("Day and time"))
      .fill("2026-01-01T09:00");
    await dialog.getByRole("button", { name: "Reschedule" }).click();
    await dialog.getByText("This time has passed").waitFor();
    await page.keyboard.press("Escape");
    await callButton("Take").click();
    await callButton("Not reached").click();
    await dialog.getByRole("switch", { name: /^Try again/ }).uncheck();
    await dialog.getByRole("button", { name: "No answer" }).click();
    await callPane().getByText("No answer", { exact: true }).waitFor();
    await expect.poll(() => max.statuses().at(-1)).toBe("error:no_answer_client");
    if (isLongRun) problems.push(...(await checkScreen(page, "calls-done")));
    await callPane().getByRole("link", { name: "Open chat" }).click();
    await page
      .locator("section.conversation")
      .getByText("The call failed: the visitor did not answer")
      .waitFor();
    await page.getByRole("button", { name: /more views|Views/i }).click();
    await page
      .getByRole("menuitem", { name: "Calls" })
      .or(page.getByRole("menuitemradio", { name: "Calls" }))
      .click();
    await page.getByRole("heading", { name: "Calls", level: 1 }).waitFor();
    expect(problems).toEqual([]);
  });

  test("[WG-061] [WG-062] [CORE-103] [CORE-111] a page's startCall comes to an operator, its callbacks tell how it went; the conversation goes by mail", async () => {
    const { owner } = fixture.parlour;
    expect(
      (await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" })).status,
    ).toBe(200);
    const { snippet } = (await owner.call("GET", `channels/${widget.id}`)).body as Channel;
    const recorder = `<script>window.heard=[];window.widget_onCallStart=function(){heard.push(["start"])};window.widget_onCallEnd=function(how){heard.push(["end",how])}</script>`;
    hostSite.setPage(
      "/",
      `<!doctype html><html lang="en"><title>Shop</title>${recorder}<main><h1>Shop</h1></main>${snippet ?? ""}</html>`,
    );
    const context = await openContext(fixture.browser);
    const page = await context.newPage();
    const faults = collectPageErrors(page);
    await page.goto(hostSite.url);
    const say = (code: string): Promise<unknown> => page.evaluate(code);
    const enabled = (): Promise<unknown> =>
      say("new Promise(function(done){widget_api.isCallbackEnabled(done)})");
    await expect.poll(enabled).toEqual({ result: "ok" });
    const phone = "+442079460018";
    expect(await say(`widget_api.startCall("${phone}")`)).toEqual({ result: "ok" });
    await expect.poll(() => say("heard")).toEqual([["start"]]);
    await expect
      .poll(enabled)
      .toEqual({ result: "fail", reason: "Callback unavaiable", detail: "busy" });
    const waiting = (await owner.call("GET", "calls?state=waiting")).body as {
      items: CallWithVisitor[];
    };
    const call = waiting.items.find((one) => one.phone === phone);
    for (const step of ["take", "connected", "end"])
      expect(
        (await fixture.operator.call("POST", `calls/${call?.id ?? 0}/${step}`, {})).status,
      ).toBe(200);
    await expect.poll(() => say("heard")).toEqual([["start"], ["end", { result: "ok" }]]);

    // The same visitor writes, and after the chat has the transcript mailed to an address that they
    // enter then.
    const post = await startMailServer();
    const mail = {
      host: post.host,
      port: post.port,
      tls: "none",
      from: "Shop <chat@shop.example>",
    };
    expect((await owner.call("PUT", "instance/mail", mail)).status).toBe(200);
    expect(await say(`widget_api.sendMessage({}, "Where is my teapot?")`)).toMatchObject({
      result: "ok",
    });
    await say("widget_api.open()");
    const frame = page.frameLocator("iframe");
    await frame.getByText("Where is my teapot?").waitFor();
    await expect
      .poll(async () => (await fixture.parlour.messages(call?.chat_id ?? 0)).at(-1)?.text)
      .toBe("Where is my teapot?");
    expect(
      (await fixture.operator.call("POST", `chats/${call?.chat_id ?? 0}/close`, {})).status,
    ).toBe(200);
    await frame.getByRole("button", { name: "Email it to me" }).click();
    await frame.getByRole("textbox", { name: "Email" }).fill("anna@visitor.example");
    await frame.getByRole("button", { name: "Email it to me" }).click();
    // A code proves that the visitor can read mail at the address.
    await expect.poll(() => post.received.length).toBe(1);
    await frame
      .getByRole("textbox", { name: "Code from the email" })
      .fill(/\b\d{6}\b/.exec(post.received[0]?.text ?? "")?.[0] ?? "none");
    await frame.getByRole("button", { name: "Email it to me" }).click();
    await frame.getByText("On its way to anna@visitor.example").waitFor();
    await expect
      .poll(() => post.received.map(({ to }) => to))
      .toEqual([["anna@visitor.example"], ["anna@visitor.example"]]);
    expect(post.received[1]?.text).toContain("Where is my teapot?");
    await post.stop();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("[CORE-107] [CORE-109] the call whose time has come rings and stands first, however many were put off after it", async () => {
    const { page } = operatorPage;
    // Copies of a finished call in a closed chat: one has been waiting since yesterday, sixty were
    // postponed after it.
    await fixture.parlour.sql(
      `insert into record (account_id, id, kind, visitor_id, chat_id, state, created_at, body)
       select r.account_id, r.id + 1000000 + n, r.kind, r.visitor_id, r.chat_id, 'start', r.at, (r.body::jsonb - '{taken_at,agent_connected_at,client_connected_at}'::text[]
         || jsonb_build_object('id', r.id + 1000000 + n, 'status', 'start', 'operator', null, 'reason', null)
         || case n when 0 then jsonb_build_object('waiting_since', r.at) else '{"due_at":"2036-01-01T09:00:00.000Z"}' end)::text
       from generate_series(0, 60) n cross join lateral (
         select x.*, x.created_at - case n when 0 then interval '1 day' else interval '0' end as at from record x where x.kind = 'call' order by x.id desc limit 1) r`,
    );
    await page.goto(`${fixture.url}/calls`);
    await waitUntilLive(page);
    await page.getByRole("heading", { name: "Waiting 61" }).waitFor();
    await page.getByRole("region", { name: /^Call-back request/ }).waitFor();
    await fixture.parlour.sql("delete from record where id > 1000000 and kind = 'call'");
  });
});
