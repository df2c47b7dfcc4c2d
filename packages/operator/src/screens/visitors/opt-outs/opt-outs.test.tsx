import { expect, test } from "vitest";
import { createVisitor, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[BC-033] [BC-052] the page of a visitor shows opt-outs with source and time, and changes them", async () => {
  const optedOut = { at: "2026-11-20T10:00:00.000Z", source: "word" } as const;
  const { screen, user, changes } = await renderApp("/visitors/5", {
    "GET /visitors": emptyPage,
    "GET /visitors/{number}": { ...createVisitor(5, "Nadia Ross"), person: null },
    "GET /visitors/{number}/visits": emptyPage,
    "GET /visitors/{number}/matches": { items: [] },
    "GET /visitors/{number}/opt-outs": {
      items: [
        { kind: "mail", opted_out: null },
        { kind: "telegram", opted_out: optedOut },
      ],
    },
    "PUT /visitors/{number}/opt-outs": { items: [{ kind: "telegram", opted_out: null }] },
  });
  await screen.findByText(/Opted out by STOP, .*20 Nov/u);
  screen.getByRole("button", { name: "Opt out" });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await expect.poll(() => screen.queryByText(/Opted out by/u)).toBeNull();
  expect(changes.at(-1)?.body).toEqual({ kind: "telegram", opted_out: false });
});
