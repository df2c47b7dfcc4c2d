import type { Tag } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[API-044] tags are made in the settings, and a page with an unsaved one asks before it is left", async () => {
  const tags: Tag[] = [];
  const app = await renderApp("/settings/tags", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /tags": () => ({ items: [...tags], next_cursor: null }),
    "POST /tags": ({ body }) => {
      const { name } = body as Pick<Tag, "name">;
      const tag = { id: tags.length + 1, name, created_at: "2026-11-20T10:00:00.000Z" };
      tags.push({ ...tag, managed: false });
      return { ...tag, managed: false };
    },
  });
  const { screen, user } = app;
  const findName = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await screen.findByText("No tags yet");
  await user.click(screen.getByRole("link", { name: "Add tag" }));
  await user.type(await findName(), "Refun");
  const leave = (): Promise<void> =>
    user.click(
      within(screen.getByRole("navigation", { name: "Settings" })).getByRole("link", {
        name: "Inbox",
      }),
    );
  const findQuestion = async () =>
    within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await leave();
  let question = await findQuestion();
  question.getByText("Name");
  await user.click(question.getByRole("button", { name: "Stay here" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect((await findName()).value).toBe("Refun");
  await leave();
  question = await findQuestion();
  await user.click(question.getByRole("button", { name: "Discard" }));
  await screen.findByRole("heading", { name: "Quick replies" });
  expect(tags).toEqual([]);

  app.navigate("/settings/tags");
  for (const name of ["Refund", "VIP"]) {
    await user.click((await screen.findAllByRole("link", { name: "Add tag" }))[0]!);
    await user.type(await findName(), `${name}{Enter}`);
    await screen.findByRole("link", { name });
    // The focused element was removed with its page.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Tags", level: 1 })),
    );
  }
});

test("[API-044] the question before a page is left saves the changes; a refusal stays on it", async () => {
  const tag: Tag = {
    id: 1,
    name: "Refund",
    created_at: "2026-11-20T10:00:00.000Z",
    managed: false,
  };
  let isRefused = true;
  const app = await renderApp("/settings/tags/1", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /tags": { items: [tag], next_cursor: null },
    "GET /tags/{id}": tag,
    "PATCH /tags/{id}": ({ body }) =>
      isRefused
        ? new Refusal(400, "invalid_request", "This name is taken.", { field: "name" })
        : { ...tag, ...(body as Pick<Tag, "name">) },
  });
  const { screen, user, changes } = app;
  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  await user.clear(name);
  await user.type(name, "Returns");
  const leaveAndSave = async () => {
    await user.click(
      within(screen.getByRole("navigation", { name: "Settings" })).getByRole("link", {
        name: "Team",
      }),
    );
    const question = within(await screen.findByRole("alertdialog", { name: "Save 1 change?" }));
    const buttons = question.getAllByRole("button").map(({ textContent }) => textContent);
    expect(buttons.filter((text) => text !== "")).toEqual(["Save", "Discard", "Stay here"]);
    await user.click(question.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  await leaveAndSave();
  await screen.findAllByText("This name is taken.");
  screen.getByRole("heading", { name: "Refund", level: 1 });
  expect(name.value).toBe("Returns");
  isRefused = false;
  await leaveAndSave();
  await screen.findByRole("heading", { name: "People", level: 1 });
  expect(changes.at(-1)).toMatchObject({ body: { name: "Returns" } });
});
