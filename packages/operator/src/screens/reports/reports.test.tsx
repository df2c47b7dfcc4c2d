import type { Report, Segment } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createChannel } from "../../../tests/channels.ts";
import { createOperator, createSegment } from "../../../tests/entities.ts";
import { Refusal } from "../../../tests/fake-server.ts";
import { createTestInbox } from "../../../tests/inbox.ts";
import { renderApp } from "../../../tests/render-app.tsx";
import { queryClient } from "../../state/api/api.ts";
import { createFigures } from "./report-figures.fixture.ts";

/** Creates the report of a period. The shop has had chats since 2021. */
function createReport(from: string, to: string): Report {
  const figures = createFigures(from < "2021" ? 0 : 5);
  return {
    timezone: "Europe/London",
    working_hours: false,
    now: { from, to, totals: figures, days: [{ date: from, open: true, figures }] },
    before: null,
    hours: [],
    weekdays: [1, 1, 1, 1, 1, 1, 1],
    channels: [{ id: 1, name: "Shop", figures }],
    departments: [],
    people: [{ kind: "operator", id: 3, name: "Ivan Petrov", figures }],
  };
}

test("[API-074] [API-346] a viewer reads and filters the report, which says that it loads, failed, is empty or old", async () => {
  let release = (): void => undefined;
  let answer: "waits" | "fails" | "responds" = "waits";
  const app = await renderApp("/inbox/all", {
    ...createTestInbox([]).answers,
    "GET /me": createOperator({ id: 7, name: "Vera Novak", role: "viewer" }),
    "GET /channels": { items: [createChannel(1, { name: "Shop" })], next_cursor: null },
    "GET /reports": async ({ query }) => {
      if (answer === "waits") await new Promise<void>((done) => (release = done));
      return answer === "fails"
        ? new Refusal(400, "invalid_request", "The report is broken.")
        : createReport(query.get("from") ?? "2026-11-01", query.get("to") ?? "2026-11-27");
    },
  });
  const { screen, user, setOnline } = app;
  await screen.findByRole("button", { name: "Connected to the server" });
  await user.keyboard("gr");
  await waitFor(() => expect(location.pathname).toBe("/reports"));
  await waitFor(() => expect(document.querySelector(".bone")).not.toBeNull());
  answer = "fails";
  release();
  await screen.findByText(/The report could not be loaded/);
  answer = "responds";
  await user.click(screen.getAllByRole("button", { name: "Retry" })[0]!);
  await screen.findByRole("region", { name: "By operator" });

  app.navigate("/reports?from=2020-01-01&to=2020-01-31");
  await screen.findByText("No chats in this period");
  await user.click(screen.getByRole("button", { name: /^Filter/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Shop" }));
  await waitFor(() => expect(location.search).toMatch(/channel=/));
  await waitFor(() =>
    expect(screen.getByRole("link", { name: /^Export CSV/ }).getAttribute("href")).toMatch(
      /^\/api\/v1\/reports\/export\?table=chats&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&format=csv&channel=\d+$/,
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Show the last 13 weeks" }));
  await screen.findByRole("region", { name: "By operator" });
  expect(screen.getByRole("link", { name: "By operator for Excel" }).getAttribute("href")).toMatch(
    /\?table=people&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&format=xlsx$/,
  );
  // Without a connection the figures stay, with their time. Only the banner reports the loss.
  const later = Date.now() + 120_000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  setOnline(false);
  await screen.findByText(/^As of \d\d:\d\d$/);
  screen.getByText("Ivan Petrov");
  setOnline(true);
});

test("[ASSIST-060] sent suggestions are shown by operator and day if there are any", async () => {
  const figures = { ...createFigures(9), suggestions: 8, suggestions_unchanged: 6 };
  const none = createReport("2026-11-01", "2026-11-01");
  let report: Report = none;
  const app = await renderApp("/reports?from=2026-11-01&to=2026-11-01", {
    ...createTestInbox([]).answers,
    "GET /me": createOperator({ role: "owner" }),
    "GET /reports": () => report,
    "GET /reports/{number}/chats": { items: [], next_cursor: null },
  });
  const { screen, user } = app;
  await screen.findByRole("region", { name: "By operator" });
  expect(screen.queryByRole("region", { name: /^Sent suggestions/ })).toBeNull();
  report = {
    ...none,
    now: { ...none.now, totals: figures, days: [{ date: "2026-11-01", open: true, figures }] },
    people: [
      { kind: "operator", id: 3, name: "Ivan Petrov", figures },
      { kind: "operator", id: 4, name: "Sofia Lind", figures: createFigures(3) },
    ],
  };
  await queryClient.invalidateQueries();
  const card = await screen.findByRole("region", { name: "Sent suggestions by operator" });
  expect(card.textContent).toContain("Ivan Petrov75% of 8 unchanged");
  expect(card.textContent).not.toContain("Sofia Lind");
  await user.click(within(card).getByRole("button", { name: "Table" }));
  const row = within(card).getByRole("row", { name: /Ivan Petrov/ });
  expect(row.textContent).toMatch(/Ivan Petrov86275%$/);
  await user.click(within(row).getByRole("button", { name: "Ivan Petrov, Sent: 8" }));
  await screen.findByRole("dialog", { name: "Chats with sent suggestions, Ivan Petrov" });
});

test("[SEG-009] a segment is chosen beside another filter, and there is no choice without segments", async () => {
  const segments: Segment[] = [];
  const app = await renderApp("/reports?channel=1", {
    ...createTestInbox([]).answers,
    "GET /me": createOperator({ id: 7, name: "Vera Novak", role: "viewer" }),
    "GET /channels": { items: [createChannel(1, { name: "Shop" })], next_cursor: null },
    "GET /segments": () => ({ items: [...segments], next_cursor: null }),
    "GET /reports": () => createReport("2026-11-01", "2026-11-27"),
  });
  const { screen, user } = app;
  const readExport = () => screen.getByRole("link", { name: /^Export CSV/ }).getAttribute("href");
  await user.click(await screen.findByRole("button", { name: "Filter: Filter: Shop" }));
  await screen.findByRole("menuitemradio", { name: "Shop" });
  expect(screen.queryByRole("group", { name: /segment/ })).toBeNull();
  await user.keyboard("{Escape}");

  segments.push(
    createSegment(5, "Pro"),
    createSegment(6, "Yours", { shared: "me" }),
    createSegment(7, "Busy", { if: { fact: "visitor.chats", op: "at_least", value: 3 } }),
  );
  await queryClient.invalidateQueries({ queryKey: ["segments"] });
  await user.click(screen.getByRole("button", { name: "Filter: Filter: Shop" }));
  const group = await screen.findByRole("group", { name: "Visitors who are in a segment now" });
  expect(
    within(group)
      .getAllByRole("menuitemradio")
      .map((item) => item.textContent),
  ).toEqual(["Pro"]);
  await user.click(screen.getByRole("menuitemradio", { name: "Pro" }));
  await waitFor(() => expect(readExport()).toMatch(/&channel=1&segment=5$/));
  await user.click(screen.getByRole("button", { name: "Filter: Filter: Shop, Pro" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "All channels and people" }));
  await waitFor(() => expect(readExport()).toMatch(/format=csv$/));
});

test("[API-074] an operator has no way to the report", async () => {
  const { screen } = await renderApp("/reports", createTestInbox([]).answers);
  await screen.findByText("Your role does not allow this. Ask an owner or admin.");
  await screen.findByRole("button", { name: "Connected to the server" });
  expect(screen.queryByRole("link", { name: "Reports" })).toBeNull();
});
