import type { Department, NewTrigger, Trigger, TriggerDryRunResult } from "@parlour/protocol/api";
import { fireEvent, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createWidget } from "../../../../tests/channels.ts";
import { createOperator, createSegment } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const createdAt = "2026-11-20T10:00:00.000Z";
const sales: Department = {
  id: 4,
  name: "Sales",
  operators: [1],
  match_language: false,
  skills: [],
  working_hours: null,
  open_now: true,
  next_opening_at: null,
  created_at: createdAt,
  managed: false,
};
const cart = { title: "Cart", url: "https://shop.example/cart", at: createdAt, language: "" };
/** Visits of Anna, 40 s in the cart, of Ben, 8 s in the cart, and of Cleo elsewhere. */
const dryRun: TriggerDryRunResult = {
  visitors: [
    { ...cart, number: 1, name: "Anna", result: "fires", time_on_page: 20, missing: [] },
    {
      ...cart,
      number: 2,
      name: "Ben",
      result: "short",
      time_on_page: 8,
      missing: [{ condition: { type: "time_on_page", op: "gte", value: 20 }, seen: 8 }],
    },
    {
      ...cart,
      number: 3,
      name: "Cleo",
      title: "News",
      url: "https://shop.example/news",
      result: "short",
      time_on_page: 30,
      missing: [
        {
          condition: { type: "url", op: "contains", value: "/cart" },
          seen: "https://shop.example/news",
        },
      ],
    },
  ],
  conditions: [2, 2, 3],
  from: createdAt,
  to: createdAt,
};

test("[API-041] [WG-051] [WG-052] [WG-291] a trigger is written in sentences, tried on the last visitors and saved; its JSON is the same rule", async () => {
  const triggers: Trigger[] = [];
  const app = await renderApp("/settings/triggers", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /channels": { items: [createWidget(7)], next_cursor: null },
    "GET /departments": { items: [sales], next_cursor: null },
    "GET /segments": {
      items: [createSegment(5, "Pro"), createSegment(6, "VIP")],
      next_cursor: null,
    },
    "GET /triggers": () => ({ items: [...triggers], next_cursor: null }),
    "GET /triggers/{id}": () => triggers[0]!,
    "GET /triggers/replaced": { pages: [] },
    "POST /triggers": ({ body }) => {
      triggers.push({
        id: 1,
        enabled: true,
        once: "session",
        if: null,
        channels: null,
        managed: false,
        created_at: createdAt,
        updated_at: createdAt,
        ...(body as NewTrigger),
      } as Trigger);
      return triggers[0]!;
    },
    "PATCH /triggers/{id}": ({ body }) => {
      triggers[0] = { ...triggers[0]!, ...(body as Partial<Trigger>) };
      return triggers[0];
    },
    "POST /triggers/dry-run": dryRun,
  });
  const { screen, user, changes } = app;
  const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const fill = async (name: string, text: string): Promise<void> => {
    await user.clear(box(name));
    if (text !== "") await user.type(box(name), text);
  };
  const press = async (name: string): Promise<void> =>
    user.click(await screen.findByRole("button", { name }));
  await screen.findByText("No triggers yet");
  await user.click(screen.getByRole("link", { name: "Add trigger" }));
  await screen.findByRole("textbox", { name: "Name" });
  await fill("Name", "Cart help");
  await fill("Time on page: value", "");
  await press("Create trigger");
  await screen.findAllByText("Enter a whole number from 0 to 86400.");
  await fill("Time on page: value", "20");
  await press("Add condition");
  await fill("Page URL: value", "/cart");
  await press("Add group");
  await user.selectOptions(screen.getAllByRole("combobox", { name: "Condition" })[2]!, "visits");
  await fill("Visits: value", "1");
  await user.selectOptions(screen.getByRole("combobox", { name: "Department" }), "Sales");
  await fill("Invitation text", "Need help?");
  await press("Add a language");
  await user.click(await screen.findByRole("menuitem", { name: "German" }));
  await fill("Invitation text in German", "Hilfe?");
  await press("Run");
  await screen.findByText(/of 3 visitors would have been reached/);
  await screen.findByText(/Text shown: default text\s*1/);
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) =>
      textContent.replaceAll(/\s+/gu, " ").trim(),
    );
  expect(texts(".runs li")).toEqual([
    expect.stringMatching(/Anna\s*after 20 s on the page\s*Cart/),
    expect.stringMatching(/Ben\s*Missed by one condition\s*Cart: Time on page was 8/),
    expect.stringMatching(/Cleo\s*Missed by one condition\s*News: Page URL: not contains \/cart/),
  ]);
  expect(texts(".hit")).toEqual(["2 of 3", "2 of 3", "3 of 3"]);
  // After a removal the focus moves to the next control.
  await press("Remove Visits");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Add condition"));
  await press("Ungroup");
  await press("Create trigger");
  await user.click(await screen.findByRole("link", { name: "Cart help" }));
  await press("Show as JSON");
  const rule = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Rule as JSON" });
  expect(JSON.parse(rule.value)).toMatchObject({
    once: "session",
    if: {
      all: [
        { type: "time_on_page", value: 20 },
        { type: "url", value: "/cart" },
      ],
    },
    do: [{ type: "invitation", text: "Need help?", texts: { de: "Hilfe?" } }],
  });
  const replaceRule = (text: string): boolean => fireEvent.input(rule, { target: { value: text } });
  replaceRule(`{"do":[{"type":"label","text":""}]}`);
  await screen.findByText(/do\[0\]\.text: Enter 1 to 60 characters\./);
  const changed = {
    once: "page",
    if: { not: { any: [{ type: "variable", name: "total", op: ">=", value: 50 }] } },
    do: [{ type: "hide" }],
  };
  const total = { type: "variable", name: "total", op: "equals", value: "50" };
  replaceRule(JSON.stringify({ ...changed, if: { not: { any: [total] } } }));
  await press("Show as JSON");
  expect((await screen.findByRole<HTMLSelectElement>("combobox", { name: "Match" })).value).toBe(
    "none",
  );
  expect(box("Name of the page variable").value).toBe("total");
  // The value becomes a number with an operator for numbers.
  const comparison = screen.getByRole("combobox", { name: "Page variable: comparison" });
  await user.selectOptions(comparison, "at least");
  await press("Save");
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ method: "PATCH", body: changed }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Condition" }), "Segment");
  await press("Save");
  await screen.findAllByText("Use 1 to 100 entries.");
  await user.selectOptions(screen.getByRole("combobox", { name: "Segment: value" }), "VIP");
  await press("Save");
  const ofVip = { not: { any: [{ type: "segment", value: [6] }] } };
  await waitFor(() => expect(changes.at(-1)).toMatchObject({ body: { if: ofVip } }));
  // A page asks before it is left while a request is pending.
  await waitFor(() => expect(screen.queryByRole("button", { name: "Discard" })).toBeNull());
});
