import { defaultRetention, type Retention, type RetentionPatch } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
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

test("[API-176] [WG-045] the old address of a part opens its page; each form has its own save bar", async () => {
  const { screen, user, changes, navigate, find } = await openData();
  await find("Files");
  navigate("/settings/links");
  await screen.findByRole("heading", { name: "Data and privacy", level: 1 });
  await waitFor(() => {
    const title = screen.getByRole("heading", { name: "Link safety", level: 2 });
    expect(title.closest(".parthead")?.getAttribute("data-target")).toBe("");
  });
  const links = within(screen.getByRole("form", { name: "Link safety" }));
  const data = within(screen.getByRole("form", { name: "Data and privacy" }));
  await user.click(links.getByRole("switch", { name: "Only allow links to your sites" }));
  links.getByRole("button", { name: /^Save/ });
  expect(data.queryByRole("button", { name: /^Save/ })).toBeNull();
  await user.type(await find("Files"), "1");
  await user.click(data.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(data.queryByRole("button", { name: /^Save/ })).toBeNull());
  expect(changes).toMatchObject([{ path: "/retention" }]);
  links.getByRole("button", { name: /^Save/ });
});

test("[API-176] a page has only the parts that the role may see", async () => {
  const { screen } = await renderApp("/settings/data", {
    "GET /me": createOperator({ role: "developer" }),
  });
  await screen.findByRole("heading", { name: "Link safety", level: 2 });
  await screen.findByText("Only owners and admins can change this.");
  expect(screen.queryByRole("form", { name: "Data and privacy" })).toBeNull();
});
