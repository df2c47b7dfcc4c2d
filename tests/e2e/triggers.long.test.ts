import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Channel } from "@parlour/protocol";
import type { Trigger } from "@parlour/protocol/api";
import { openInboxFixture, type InboxFixture, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen } from "./screen-check.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const { owner } = fixture.parlour;
  await owner.call("POST", "departments", { name: "Sales", operators: [owner.id] });
  const created = await owner.call("POST", "channels", {
    kind: "widget",
    name: "Site",
    operators: [owner.id],
  });
  expect(created.status, created.text).toBe(201);
  for (const name of ["Anna", "Ben", "Cleo"])
    await fixture.parlour.sendCustomerMessage(fixture.channel, name, "Hi", { sender: { name } });
  // Visits of an hour ago: 40 s in the cart, 8 s in the cart, and elsewhere.
  await fixture.parlour.sql(
    `insert into visit (account_id, visitor_id, channel_id, started_at, last_at, pages, first_url, referrer, trail, session)
     select v.account_id, v.id, $1, t.at, t.at + make_interval(secs => t.s), 1, t.url, '', jsonb_build_array(jsonb_build_object('url', t.url,
       'title', t.title, 'at', (extract(epoch from t.at) * 1000)::bigint)), $2::jsonb
     from (select *, row_number() over (order by number) as n from visitor) v join (select n, date_trunc('second', now()) - interval '1 hour' as at,
       (array[40, 8, 30])[n] as s, (array['https://shop.example/cart', 'https://shop.example/cart?a', 'https://shop.example/news'])[n] as url,
       (array['Cart', 'Cart', 'News'])[n] as title from generate_series(1, 3) n) t on t.n = v.n`,
    [
      (created.body as Channel).id,
      JSON.stringify({
        utm: { source: "", medium: "", content: "", campaign: "", term: "" },
        user_agent: "",
        geoip: {},
        ip_addr: "",
        analytics: {},
      }),
    ],
  );
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});
beforeEach(async () => {
  for (const { id } of await listTriggers())
    expect((await fixture.parlour.owner.call("DELETE", `triggers/${id}`)).status).toBeLessThan(300);
});
const listTriggers = async (): Promise<Trigger[]> =>
  ((await fixture.parlour.owner.call("GET", "triggers")).body as { items: Trigger[] }).items;

test("[API-041] [WG-051] a trigger is written in sentences, tried on the last visitors and saved; its JSON is the same rule", async () => {
  const { page } = operatorPage;
  await page.goto(`${fixture.url}/settings/triggers`);
  await page.getByText("No triggers yet").waitFor();
  await page.getByRole("link", { name: "Add trigger" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Cart help");
  await page.getByRole("textbox", { name: "Time on page: value" }).fill("");
  await page.getByRole("button", { name: "Create trigger" }).click();
  await page.getByText("Enter a whole number from 0 to 86400.").first().waitFor();
  await page.getByRole("textbox", { name: "Time on page: value" }).fill("20");
  await page.getByRole("button", { name: "Add condition", exact: true }).click();
  await page.getByRole("textbox", { name: "Page URL: value" }).fill("/cart");
  await page.getByRole("button", { name: "Add group" }).click();
  await page.getByRole("combobox", { name: "Condition" }).nth(2).selectOption("visits");
  await page.getByRole("textbox", { name: "Visits: value" }).fill("1");
  await page.getByRole("combobox", { name: "Department" }).selectOption({ label: "Sales" });
  await page.getByRole("textbox", { name: "Invitation text" }).fill("Need help?");
  await page.getByRole("button", { name: "Add a language" }).click();
  await page.getByRole("menuitem", { name: "German" }).click();
  await page.getByRole("textbox", { name: "Invitation text in German" }).fill("Hilfe?");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("of 3 visitors would have been reached").waitFor();
  await page.getByText("Text shown: default text 1").waitFor();
  const rows = page.locator(".runs li");
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Anna\s+after 20 s on the page\s+Cart/),
        expect.stringMatching(/Ben\s+Missed by one condition\s+Cart: Time on page was 8/),
        expect.stringMatching(
          /Cleo\s+Missed by one condition\s+News: Page URL: not contains \/cart/,
        ),
      ]),
    );
  await expect
    .poll(() => page.locator(".hit").allInnerTexts())
    .toEqual(["2 of 3", "2 of 3", "3 of 3"]);
  expect(await checkScreen(page, "trigger")).toEqual([]);
  // After a removal the focus moves to the next control.
  await page.getByRole("button", { name: "Remove Visits" }).click();
  await expect
    .poll(() => page.evaluate("document.activeElement.textContent"))
    .toBe("Add condition");
  await page.getByRole("button", { name: "Ungroup" }).click();
  await page.getByRole("button", { name: "Create trigger" }).click();
  await page.getByRole("link", { name: "Cart help" }).click();
  await page.getByRole("button", { name: "Show as JSON" }).click();
  const json = page.getByRole("textbox", { name: "Rule as JSON" });
  expect(JSON.parse(await json.inputValue())).toMatchObject({
    once: "session",
    if: {
      all: [
        { type: "time_on_page", value: 20 },
        { type: "url", value: "/cart" },
      ],
    },
    do: [{ type: "invitation", text: "Need help?", texts: { de: "Hilfe?" } }],
  });
  await json.fill(`{"do":[{"type":"label","text":""}]}`);
  await page.getByText("do[0].text: Enter 1 to 60 characters.").waitFor();
  expect(await checkScreen(page, "trigger-json")).toEqual([]);
  await json.fill(
    `{"once":"page","if":{"not":{"type":"device","value":"mobile"}},"do":[{"type":"label","text":"Ask us"}]}`,
  );
  await page.getByRole("button", { name: "Show as JSON" }).click();
  await expect.poll(() => page.getByRole("combobox", { name: "Match" }).inputValue()).toBe("none");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(async () => (await listTriggers())[0])
    .toMatchObject({
      once: "page",
      if: { not: { type: "device", value: "mobile" } },
      do: [{ type: "label", text: "Ask us" }],
    });
  // A page asks before it is left while a request is pending.
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
});

test("[API-041] [WG-050] the list puts triggers in order and switches them, by keyboard, and says where pages have rules of their own", async () => {
  const { page } = operatorPage;
  const { owner } = fixture.parlour;
  for (const [name, enabled] of [
    ["Cart help", true],
    ["Leaving", false],
  ] as const) {
    const rule = {
      name,
      if: { type: "exit_intent" },
      do: [{ type: "open", start: "call" }],
      enabled,
    };
    expect((await owner.call("POST", "triggers", rule)).status).toBe(201);
  }
  await page.goto(`${fixture.url}/settings/triggers`);
  const handle = page.getByRole("button", { name: "Move Leaving" });
  await handle.press("Space");
  await handle.press("ArrowUp");
  await handle.press("Space");
  await expect
    .poll(async () => (await listTriggers()).map(({ name }) => name))
    .toEqual(["Leaving", "Cart help"]);
  await page.getByRole("switch", { name: "Enable Leaving" }).press("Space");
  await expect.poll(async () => (await listTriggers())[0]?.enabled).toBe(true);
  expect(await checkScreen(page, "triggers")).toEqual([]);
  await page.getByRole("link", { name: "Leaving" }).click();
  await page.getByText("Trigger 1 of 2").waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete trigger" }).click();
  await page
    .getByRole("dialog")
    .or(page.getByRole("alertdialog"))
    .getByRole("textbox")
    .fill("Leaving");
  await page.getByRole("button", { name: "Delete trigger" }).click();
  await expect
    .poll(async () => (await listTriggers()).map(({ name }) => name))
    .toEqual(["Cart help"]);
});
