import type { AccountHours, AccountHoursPatch } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const week = ["mon", "tue", "wed", "thu", "fri"].map((day) => [day, ["09:00-18:00"]]);

test("[CORE-385] [CORE-343] a holiday is typed as a range, named, changed and saved; past ones are folded", async () => {
  let stored: AccountHours = {
    timezone: "Europe/Berlin",
    week: Object.fromEntries(week) as AccountHours["week"],
    exceptions: { "2020-12-24": [], "2031-12-31": ["09:00-13:00"] },
    exception_details: {
      "2020-12-24": { name: "Christmas 2020", until: "2021-01-02" },
      "2031-12-31": { name: "New Year’s Eve" },
    },
    open_now: true,
    next_opening_at: null,
    managed: false,
  };
  const app = await renderApp("/settings/hours", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /working-hours": () => stored,
    "PATCH /working-hours": ({ body }) => {
      stored = { ...stored, ...(body as AccountHoursPatch) };
      return stored;
    },
  });
  const { screen, user, changes } = app;
  const [past] = await screen.findAllByText("1 past exception");
  const [next, folded] = document.querySelectorAll(".exceptions > li");
  expect(next?.textContent).toMatch(/Wed, 31 Dec 2031\s*New Year’s Eve\s*09:00 to 13:00/);
  expect(folded?.textContent).toContain("Christmas 2020");
  expect(folded?.closest("details")?.open).toBe(false);
  await user.click(past!);
  expect(folded?.closest("details")?.open).toBe(true);
  await user.click(past!);

  const date = screen.getByRole("textbox", { name: "Date" });
  const save = (): Promise<void> => user.click(screen.getByRole("button", { name: "Save" }));
  const fill = async (field: HTMLElement, text: string): Promise<void> => {
    await user.clear(field);
    await user.type(field, text);
  };
  await fill(date, "31 Dec 2031{Enter}");
  await screen.findByText("Already in the list: Wed, 31 Dec 2031. Change it there.");
  await fill(date, "24 Dec 2031 – 2 Jan");
  await screen.findByText("Wed, 24 Dec 2031 – Fri, 2 Jan 2032");
  await fill(date, "24 Dec 2031 – 26 Dec 2031{Enter}");
  // The new exception is open, with the focus in its name.
  const group = await screen.findByLabelText(/^Edit Wed, 24 Dec\s–\sFri, 26 Dec 2031$/, {
    selector: "fieldset",
  });
  const lastDay = within(group).getByRole("textbox", { name: "Last day" });
  await waitFor(() => expect(group.contains(document.activeElement)).toBe(true));
  await user.keyboard("Christmas");
  await fill(lastDay, "2 Jan");
  await save();
  await screen.findAllByText(
    "These exceptions share a day: Wed, 24 Dec 2031 – Fri, 2 Jan 2032 and Wed, 31 Dec 2031.",
  );
  expect(changes).toEqual([]);
  await fill(screen.getByRole("textbox", { name: "Last day" }), "28 Dec");
  await screen.findByText("Sun, 28 Dec 2031");
  await save();
  await screen.findByText("Saved");
  expect(stored).toMatchObject({
    exceptions: { "2020-12-24": [], "2031-12-24": [], "2031-12-31": ["09:00-13:00"] },
    exception_details: {
      "2020-12-24": { name: "Christmas 2020", until: "2021-01-02" },
      "2031-12-24": { name: "Christmas", until: "2031-12-28" },
      "2031-12-31": { name: "New Year’s Eve" },
    },
  });
});

test("[CORE-343] [CORE-344] [CORE-345] working hours: a time zone by its city, a date in words, and what the changes do", async () => {
  // On a Monday morning, the next change is another one.
  vi.setSystemTime("2026-11-29T12:00:00Z");
  onTestFinished(() => void vi.useRealTimers());
  const app = await renderApp("/settings/hours", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /working-hours": {
      timezone: "Europe/Berlin",
      week: { mon: ["09:00-12:00", "13:00-18:00"], fri: ["22:00-06:00"] },
      exceptions: { "2026-12-24": [] },
      exception_details: {},
      open_now: true,
      next_opening_at: null,
      managed: false,
    },
  });
  const { screen, user } = app;
  const zone = await screen.findByRole<HTMLInputElement>("combobox", { name: "Time zone" });
  await waitFor(() => expect(zone.value).toMatch(/^Berlin UTC\+\d, \d\d:\d\d now$/));
  await user.clear(zone);
  await user.type(zone, "kolk");
  await screen.findByRole("option", { name: /^Kolkata\s*Asia\s*UTC\+5:30/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(zone.value).toMatch(/^Kolkata UTC\+5:30/));
  await screen.findByRole("heading", { name: "With your changes" });
  const fill = async (field: HTMLElement, text: string): Promise<void> => {
    await user.clear(field);
    await user.type(field, text);
  };
  const [monday] = screen.getAllByRole("textbox", { name: "Monday, from" });
  await fill(monday!, "8:00");
  await screen.findByText("On Monday");
  await screen.findByText("8:00 to 12:00, 13:00 to 18:00");
  // A day that is near is said in words, so it depends on the day of the test.
  await screen.findByText(/^Chat window, (?:today|tomorrow|\w{3} \d+ \w{3}) at 06:00$/);
  await screen.findByText(/Back today at 0?8:00/);
  expect(
    screen.getByRole("group", { name: "Monday" }).querySelectorAll(".daybar > i"),
  ).toHaveLength(2);
  expect(document.querySelectorAll(".week .daybar")).toHaveLength(7);
  await fill(monday!, "8 o");
  await screen.findByText("Correct the marked fields to see what changes.");
  await fill(monday!, "8:00");
  const date = screen.getByRole("textbox", { name: "Date" });
  await fill(date, "tomorow 25{Enter}");
  await screen.findByText(/^No date found in “tomorow 25”\./);
  await fill(date, "30 Dec 2031 – 1 Jan 2032");
  await screen.findByText("Tue, 30 Dec 2031 – Thu, 1 Jan 2032");
  await user.type(date, "{Enter}");
  await screen.findByLabelText(/^Edit Tue, 30 Dec 2031\s–\sThu, 1 Jan 2032$/, {
    selector: "fieldset",
  });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await screen.findByRole("heading", { name: "Now" });
});
