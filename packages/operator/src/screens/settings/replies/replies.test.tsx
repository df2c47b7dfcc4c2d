import type { CannedReply, ImportedReplies, NewCannedReply } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";
import { createReply } from "../../../../tests/replies.ts";

test("[API-048] an import says every fault with its line and changes nothing; a good file is imported", async () => {
  let replies: CannedReply[] = [];
  const good = "shortcut,text,folder\nshipping,We ship daily.,Orders\n";
  const result: ImportedReplies = { added: 1, changed: 0, same: 0, faults: [] };
  const app = await renderApp("/settings/replies", {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /fields": { items: [], next_cursor: null },
    "GET /canned-replies": () => ({ items: replies, next_cursor: null }),
    "POST /canned-replies/import": ({ body }) => {
      const { content, dry_run: isDryRun = false } = body as { content: string; dry_run?: true };
      if (content !== good)
        return {
          ...result,
          added: 0,
          faults: [
            { line: 2, field: "shortcut", code: "form", detail: null, message: "One word." },
            { line: 3, field: "text", code: "variable", detail: "who.knows", message: "Unknown." },
          ],
        };
      if (!isDryRun) replies = [createReply(1, { shortcut: "shipping", folder: "Orders" })];
      return result;
    },
  });
  const { screen, user } = app;
  await user.click(await screen.findByRole("button", { name: "Import or export" }));
  await user.click(await screen.findByRole("menuitem", { name: "Import" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import quick replies" }));
  const choose = (text: string): Promise<void> =>
    user.upload(
      dialog.getByLabelText("File"),
      new File([text], "replies.csv", { type: "text/csv" }),
    );
  await choose("shortcut,text\nbad one,x\nok,{who.knows}\n");
  await dialog.findByText(/^2 errors/);
  dialog.getByText("Line 3");
  const doImport = dialog.getByRole("button", { name: "Import" });
  expect(doImport.getAttribute("aria-disabled")).toBe("true");
  await choose(good);
  await dialog.findByText(/1 reply will be added/);
  expect(replies).toEqual([]);
  await waitFor(() => expect(doImport.getAttribute("aria-disabled")).toBeNull());
  await user.click(doImport);
  await screen.findByRole("link", { name: "/shipping" });
});

test("[API-048] [CORE-001] an operator has replies of their own, and reads the others", async () => {
  const replies = [createReply(1, { shortcut: "of-the-house", text: "We are open." })];
  const app = await renderApp("/settings/replies", {
    "GET /canned-replies": () => ({ items: replies, next_cursor: null }),
    "GET /canned-replies/{id}": ({ ids: [id] }) => replies.find((one) => one.id === id)!,
    "POST /canned-replies": ({ body }) => {
      const created = createReply(2, body as NewCannedReply);
      replies.push(created);
      return created;
    },
  });
  const { screen, user, navigate, changes } = app;
  await user.click(await screen.findByRole("link", { name: "/of-the-house" }));
  await screen.findByText(/Only admins and owners can change it/);
  navigate("/settings/replies/new");
  await screen.findByRole("heading", { name: "New quick reply" });
  await user.type(screen.getByRole("textbox", { name: "Shortcut" }), "mine");
  await user.type(screen.getByRole("textbox", { name: "Text" }), "My own words");
  await user.click(screen.getByRole("button", { name: "Create quick reply" }));
  await screen.findByRole("link", { name: "/mine" });
  expect(changes.at(-1)?.body).toMatchObject({ scope: "own", shortcut: "mine" });
  navigate("/settings/channels");
  await waitFor(() => expect(screen.queryByRole("link", { name: "/mine" })).toBeNull());
  expect(screen.queryByRole("heading", { name: "Chat API" })).toBeNull();
});

test("[API-048] a quick reply is made in the settings, and a wrong shortcut is named at its field", async () => {
  const replies: CannedReply[] = [];
  const app = await renderApp("/settings/replies", {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /fields": { items: [], next_cursor: null },
    "GET /canned-replies": () => ({ items: [...replies], next_cursor: null }),
    "POST /canned-replies": ({ body }) => {
      replies.push(createReply(1, body as NewCannedReply));
      return replies[0]!;
    },
  });
  const { screen, user, changes } = app;
  await screen.findByText("No quick replies yet");
  await user.click(screen.getByRole("link", { name: "Add quick reply" }));
  const shortcut = await screen.findByRole("textbox", { name: "Shortcut" });
  await user.type(shortcut, "two words");
  const create = screen.getByRole("button", { name: "Create quick reply" });
  await user.click(create);
  await screen.findAllByText(/^Enter 1 to 50 characters/);
  expect(changes).toEqual([]);
  await user.clear(shortcut);
  await user.type(shortcut, "hello");
  const text = "Hello {visitor.name|there}, {operator.name} here.{visitor.phone}";
  await user.type(screen.getByRole("textbox", { name: "Text" }), text.replaceAll("{", "{{"));
  await user.type(screen.getByRole("textbox", { name: "Folder" }), "Greetings");
  await user.click(create);
  await screen.findByRole("link", { name: "/hello" });
  expect(changes.at(-1)?.body).toMatchObject({ shortcut: "hello", text, folder: "Greetings" });
});

test("[API-048] [CORE-481] an export of the replies is a file, and does not leave the page", async () => {
  const downloads: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.hasAttribute("download")) downloads.push(this.getAttribute("href") ?? "");
  });
  const { screen, user } = await renderApp("/settings/replies", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /canned-replies": { items: [createReply(1, {})], next_cursor: null },
  });
  await user.click(await screen.findByRole("button", { name: "Import or export" }));
  await user.click(await screen.findByRole("menuitem", { name: "Export as CSV" }));
  expect(downloads).toEqual(["/api/v1/canned-replies/export?format=csv"]);
});

test("[AGENT-027] a shared reply is marked for agents in its form, a personal one cannot be", async () => {
  const { screen, user, changes } = await renderApp("/settings/replies/1", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /canned-replies/{id}": createReply(1, {}),
    "GET /canned-replies": { items: [createReply(1, { for_agents: true })], next_cursor: null },
    "GET /departments": { items: [], next_cursor: null },
    "GET /fields": { items: [], next_cursor: null },
    "PATCH /canned-replies/{id}": ({ body }) => createReply(1, body as object),
  });
  await user.click(await screen.findByRole("switch", { name: /For agents/ }));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ for_agents: true }));
  await user.selectOptions(screen.getByRole("combobox", { name: /Available to/ }), "own");
  expect(screen.queryByRole("switch", { name: /For agents/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ scope: "own", for_agents: false }));
});
