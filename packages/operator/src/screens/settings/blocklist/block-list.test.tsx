import type { BlockListEntry, NewBlockListEntry } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const eve: BlockListEntry = {
  id: 1,
  kind: "email",
  value: "eve@example.com",
  channel_id: null,
  state: "in_force",
  until: null,
  reason: "Fraud",
  chat_id: null,
  by: { id: 1, name: "Olga" },
  created_at: "2026-11-20T10:00:00.000Z",
  lifted_at: null,
  lifted_by: null,
  managed: false,
};

test("[CORE-070] [API-041] [API-042] Settings, Block list: asked, added, lifted, put back", async () => {
  let entries: BlockListEntry[] = [];
  const { screen, user, changes } = await renderApp("/settings/blocklist", {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /blacklist": () => ({ items: entries, next_cursor: null }),
    "POST /blacklist/check": () => ({ blocked: entries.length > 0, entry: entries[0] ?? null }),
    "POST /blacklist": ({ body }) => {
      const { value } = body as NewBlockListEntry;
      if (!value.includes("@"))
        return new Refusal(400, "invalid_value", "This is not an email address.");
      entries = [{ ...eve, ...(body as NewBlockListEntry) }];
      return eve;
    },
    "PATCH /blacklist/{id}": () => {
      entries = [eve];
      return eve;
    },
    "DELETE /blacklist/{id}": () => {
      entries = [];
      return null;
    },
  });
  await screen.findByText("Nobody is blocked");
  const ask = within(screen.getByRole("complementary", { name: "Check the block list" }));
  await user.type(ask.getByRole("textbox", { name: "Value" }), "Eve@Example.com");
  await user.click(ask.getByRole("button", { name: "Check" }));
  await ask.findByText("Not blocked.");
  expect(changes.at(-1)?.body).toEqual({ email: "Eve@Example.com" });

  await user.click(screen.getAllByRole("button", { name: "Block a visitor" })[0]!);
  const dialog = within(await screen.findByRole("dialog"));
  const block = dialog.getByRole("button", { name: "Block" });
  await user.click(block);
  await dialog.findByText("Enter a value.");
  const value = dialog.getByRole("textbox", { name: "Value" });
  await user.type(value, "no address");
  await user.click(block);
  await dialog.findByText("This is not an email address.");
  await user.clear(value);
  await user.type(value, "eve@example.com");
  await user.type(dialog.getByRole("textbox", { name: "Reason" }), "Fraud");
  expect(entries).toEqual([]);
  await user.click(block);
  const findEntry = () => screen.findByRole("row", { name: /eve@example\.com/ });
  within(await findEntry()).getByText("Fraud");
  await user.click(ask.getByRole("button", { name: "Check" }));
  await ask.findByText("Blocked by email eve@example.com");

  within(await findEntry())
    .getByRole("button", { name: "Unblock eve@example.com" })
    .focus();
  await user.keyboard("{Enter}");
  // The focused row was removed, and no row is left.
  await waitFor(() => {
    expect(screen.queryByRole("row", { name: /eve@example\.com/ })).toBeNull();
    expect(document.activeElement).toBe(
      screen.getByRole("heading", { name: "Block list", level: 1 }),
    );
  });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await findEntry();
  expect(entries).toMatchObject([{ state: "in_force", value: "eve@example.com" }]);
});
