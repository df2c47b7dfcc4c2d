import { defaultRetention, type Retention, type RetentionPatch } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

async function openData({ isOwner = true, managed = [] as string[] } = {}) {
  let retention: Retention = { days: defaultRetention, usual: defaultRetention, managed };
  const app = await renderApp("/settings/data", {
    "GET /me": createOperator({ role: "owner", instance_owner: isOwner }),
    "GET /retention": () => retention,
    "PATCH /retention": ({ body }) => {
      retention = { ...retention, days: { ...retention.days, ...(body as object) } };
      return retention;
    },
    "POST /retention/dry-run": { items: [] },
    "GET /data/figures": {
      visitors: 1,
      chats: 1,
      messages: 1,
      files: 0,
      file_bytes: 0,
      visits: 0,
      oldest_at: null,
    },
    "GET /erasures": { items: [], next_cursor: null },
  });
  const { screen } = app;
  const find = (label: string) =>
    screen.findByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${label}`) });
  return { ...app, find };
}

test("[CFG-031] [CORE-115] times are previewed and saved, and a wrong one is named", async () => {
  const { screen, user, changes, find } = await openData();
  expect((await find("Files")).value).toBe("0");
  await user.clear(await find("Files"));
  await user.type(await find("Files"), "soon");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  await screen.findAllByText("Enter a whole number of days from 0 to 36,500.");
  await user.clear(await find("Files"));
  await user.type(await find("Files"), "30");
  await user.click(screen.getByRole("button", { name: "Preview deletion" }));
  await screen.findByText("Nothing will be deleted.");
  await user.click(screen.getByRole("button", { name: /^Save/ }));
  const { log_days: _, ...days } = defaultRetention;
  const patch: RetentionPatch = { files_days: 30 };
  await waitFor(() =>
    expect(changes.map(({ body }) => body)).toEqual([{ ...days, files_days: 30 }, patch]),
  );
});

test("[CFG-031] [CFG-025] a time of the provisioning file is read-only, the others are not", async () => {
  const { find, screen } = await openData({ managed: ["chats_days"] });
  expect([(await find("Closed chats")).readOnly, (await find("Files")).readOnly]).toEqual([
    true,
    false,
  ]);
  screen.getByRole("button", { name: "Preview deletion" });
});

test("[CFG-031] only the owner of the installation changes times", async () => {
  const { find, screen } = await openData({ isOwner: false });
  expect((await find("Files")).readOnly).toBe(true);
  screen.getByText("Only the installation owner can change this.");
  expect(screen.queryByRole("button", { name: "Preview deletion" })).toBeNull();
});
