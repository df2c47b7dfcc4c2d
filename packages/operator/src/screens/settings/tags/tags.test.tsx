import type { Tag } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
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
  await user.click(question.getByRole("button", { name: "Keep editing" }));
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
