import type { MoveImport, MoveImportDetails } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { createOperator, createOperatorEntry } from "../../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../../tests/fake-server.ts";
import { createAnnsChat, createTestInbox } from "../../../../tests/inbox.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const owner = createOperator({ role: "owner" });
const entry: MoveImport = {
  id: 7,
  system: "chatwoot",
  name: "chat.shop.example",
  state: "draft",
  reason: null,
  operator: { id: 1, name: "Ann" },
  check: {
    product: "Chatwoot 4.2.0",
    account: "Shop",
    first_chat_at: "2021-03-04T10:00:00.000Z",
    requests_per_minute: 3_000,
    counts: { person: 12_480, chat: 8_214 },
  },
  reads: null,
  counts: {},
  choices: null,
  created_at: "2026-11-30T11:00:00.000Z",
  started_at: null,
  ended_at: null,
};
const plan: NonNullable<MoveImportDetails["plan"]> = {
  counts: {
    person: { read: 12_480, new: 12_192, known: 214, left_out: 74 },
    chat: { read: 8_214, new: 8_214 },
    message: { read: 201_330, new: 201_330 },
  },
  operators: [
    { id: "1", name: "Sofia", email: "s@shop.example", active: true, chats: 3_102, operator_id: 9 },
    { id: "2", name: "Jonas", email: null, active: false, chats: 904, operator_id: null },
  ],
  problems: {},
  matching_visitors: 214,
  first_chat_at: null,
  last_chat_at: null,
  channels: {},
};
const details = (more: Partial<MoveImportDetails> = {}): MoveImportDetails => ({
  ...entry,
  plan: null,
  problems: {},
  ...more,
});
const planned = details({ state: "planned", plan, problems: { file_gone: 38, odd_code: 2 } });
const lastWords = { items: [], next_cursor: null };

const openImport = (found: MoveImportDetails, answers: Answers = {}) =>
  renderApp("/settings/move-in/7", {
    "GET /me": owner,
    "GET /imports/{id}": found,
    "GET /operators": {
      items: [createOperatorEntry({ id: 9, name: "Sofia Lind" })],
      next_cursor: null,
    },
    "GET /channels": { items: [createChannel(12, { name: "Shop" })], next_cursor: null },
    ...answers,
  });
const openSource = (answers: Answers = {}) =>
  renderApp("/settings/move-in", { "GET /me": owner, "GET /imports": lastWords, ...answers });

test("[MV-060] a system is connected by address and token, and a failure says what to do", async () => {
  const { screen, user, changes, answer } = await openSource({
    "POST /imports": new Refusal(400, "invalid_request", "The source cannot be read: 401.", {
      field: "address",
    }),
  });
  await screen.findByText("Nothing was imported yet.");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  screen.getByText("Enter the address of the other system.");
  await user.type(screen.getByLabelText("Address"), "https://chat.shop.example");
  await user.type(screen.getByLabelText("Access token"), "abc");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByText("The source cannot be read: 401.");
  screen.getByText(/Check the address and the token/);
  answer({ "POST /imports": details(), "GET /imports/{id}": details() });
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByText("Chatwoot answers");
  screen.getByText("3,000 requests a minute allowed");
  screen.getByText("12,480");
  expect(changes.at(-1)?.body).toEqual({
    system: "chatwoot",
    address: "https://chat.shop.example",
    token: "abc",
  });
});

test("[MV-045] [MV-060] Live Helper Chat is connected by its API or by files", async () => {
  const { screen, user, changes } = await openSource({
    "POST /imports": details({ system: "livehelperchat" }),
    "GET /imports/{id}": details({ system: "livehelperchat" }),
  });
  await user.click(await screen.findByRole("radio", { name: /^Live Helper Chat/ }));
  await user.click(screen.getByRole("radio", { name: "Files" }));
  screen.getByLabelText("Files of the export");
  await user.click(screen.getByRole("radio", { name: "API" }));
  await user.type(screen.getByLabelText("Address"), "https://help.shop.example");
  await user.type(screen.getByLabelText("Access token"), "key");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  screen.getByText("Enter the name of the user.");
  await user.type(screen.getByLabelText("User name"), "admin");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByText("Live Helper Chat answers");
  expect(changes.at(-1)?.body).toEqual({
    system: "livehelperchat",
    address: "https://help.shop.example",
    token: "key",
    account: "admin",
  });
});

/** A request that stores its file under an id of files for imports. */
class StoringRequest extends EventTarget {
  static path = "";
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  readonly status = 201;
  readonly responseText = JSON.stringify({ id: "a".repeat(27), name: "old.jsonl", size: 2 });
  onload = (): void => undefined;
  open(_method: string, path: string): void {
    StoringRequest.path = path;
  }
  setRequestHeader(): void {}
  getResponseHeader = (): null => null;
  abort(): void {}
  send(): void {
    this.upload.onprogress?.({ loaded: 1 });
    setTimeout(() => this.onload(), 0);
  }
}

test("[MV-060] files are uploaded before the connection, and can be removed", async () => {
  vi.stubGlobal("XMLHttpRequest", StoringRequest);
  const { screen, user, changes } = await openSource({
    "POST /imports": details({ system: "jsonl" }),
    "GET /imports/{id}": details({ system: "jsonl" }),
  });
  await user.click(await screen.findByRole("radio", { name: /^JSON Lines/ }));
  await user.click(screen.getByRole("button", { name: "Connect" }));
  screen.getByText("Add at least one file.");
  const field = screen.getByLabelText("Files of the export");
  await user.upload(field, new File(["{}"], "old.jsonl"));
  await user.upload(field, new File(["{}"], "other.jsonl"));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(StoringRequest.path).toBe("/api/v1/imports/files");
  await user.click(screen.getByRole("button", { name: "Remove other.jsonl" }));
  await user.type(screen.getByLabelText(/^Name of the source/), "Old desk");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByText("JSON Lines answers");
  expect(changes.at(-1)?.body).toEqual({
    system: "jsonl",
    name: "Old desk",
    files: ["a".repeat(27)],
  });
});

test("[MV-060] earlier imports are a list, also while the server cannot be reached", async () => {
  const { screen, setOnline } = await openSource({
    "GET /imports": {
      items: [{ ...entry, state: "done", counts: { chat: { new: 8_214 } } }],
      next_cursor: null,
    },
  });
  const link = await screen.findByRole("link", { name: "Chatwoot: chat.shop.example" });
  expect(link.getAttribute("href")).toBe("/settings/move-in/7");
  screen.getByText("8,214");
  setOnline(false);
  screen.getByRole("link", { name: "Chatwoot: chat.shop.example" });
});

test("[MV-061] the plan has counts and reasons, saves each choice, and starts", async () => {
  let found = planned;
  const { screen, user, changes } = await openImport(planned, {
    "GET /imports/{id}": () => found,
    "PUT /imports/{id}/choices": ({ body }) => {
      found = { ...found, choices: body as NonNullable<MoveImport["choices"]> };
      return { ...entry, state: "planned" };
    },
    "POST /imports/{id}/start": () => {
      found = { ...found, state: "running" };
      return { ...entry, state: "running" };
    },
    "GET /imports/{id}/problems": {
      items: [{ kind: "file", source_id: "f1", code: "file_gone", detail: "404" }],
      next_cursor: null,
    },
  });
  const row = within((await screen.findByRole("rowheader", { name: "People" })).closest("tr")!);
  expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "12,480",
    "visitors, source “import”",
    "12,192",
    "0",
    "214",
    "74",
  ]);
  await user.click(screen.getByText("38 files are gone"));
  await screen.findByText("File f1");
  screen.getByText("2 records: odd_code");
  await screen.findByRole("option", { name: "Sofia Lind", selected: true });
  screen.getByText("same email");
  screen.getByText("cannot sign in");
  await user.selectOptions(screen.getByLabelText("Jonas becomes"), "Sofia Lind");
  await user.selectOptions(screen.getByLabelText("Channel"), "Shop");
  await user.type(screen.getByLabelText("Count in reports from"), "2026-01-01");
  await user.click(screen.getByRole("switch", { name: /^Merge 214 people/ }));
  await waitFor(() =>
    expect(changes.at(-1)?.body).toEqual({
      channel_id: 12,
      operators: { "2": 9 },
      count_from: "2026-01-01",
      merge_visitors: true,
    }),
  );
  const report = screen.getByRole("link", { name: "Save the plan as CSV" });
  expect(report.getAttribute("href")).toBe("/api/v1/imports/7/report");
  await user.click(screen.getByRole("button", { name: "Move in 8,214 chats" }));
  await screen.findByRole("button", { name: "Pause" });
});

test("[MV-062] a move shows its progress, pauses, continues, and stops after a question", async () => {
  const running = details({
    state: "running",
    plan,
    reads: "chat",
    counts: { person: { read: 12_480 }, message: { read: 124_820 } },
  });
  let found = running;
  const change = (more: Partial<MoveImportDetails>) => () => {
    found = { ...running, ...more };
    return { ...entry, state: found.state };
  };
  const { screen, user, changes } = await openImport(running, {
    "GET /imports/{id}": () => found,
    "POST /imports/{id}/pause": change({ state: "paused", paused: "running" }),
    "POST /imports/{id}/resume": change({}),
    "POST /imports/{id}/stop": change({ state: "done", undo: { removed: 5, changed: 0 } }),
  });
  await screen.findByText("62%");
  screen.getByText("124,820 of 201,330");
  screen.getByText("You can close this page");
  await user.click(screen.getByRole("button", { name: "Pause" }));
  await user.click(await screen.findByRole("button", { name: "Continue" }));
  await screen.findByRole("button", { name: "Pause" });
  await user.click(screen.getByRole("button", { name: "Stop…" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Stop the import" }));
  await screen.findByText("Undo this import");
  expect(changes.map(({ path }) => path)).toEqual(
    ["pause", "resume", "stop"].map((action) => `/imports/7/${action}`),
  );
});

test("[MV-062] an import that waits or paused by itself says why", async () => {
  const waits = { code: "odd", detail: "Odd." };
  const { screen, answer } = await openImport(details({ state: "planning", reason: waits }));
  await screen.findByText("The import waits and tries again.");
  screen.getByText("Odd.");
  const reason = { code: "unreachable", detail: "no route" };
  answer({ "GET /imports/{id}": details({ state: "paused", paused: "planning", reason }) });
  await screen.findByText("The import paused by itself.");
  screen.getByText(/cannot be reached/);
  screen.getByText("Paused while counting");
});

test("[MV-063] the result is compared with the source, and the undo asks for the number of chats", async () => {
  const done = details({
    state: "done",
    plan,
    counts: {
      chat: { read: 8_214, new: 8_214 },
      person: { read: 12_480, new: 12_190, left_out: 74 },
    },
    choices: { channel_id: 12, operators: {}, count_from: null, merge_visitors: false },
    stored: { chat: 8_214, person: 12_404 },
    undo: { removed: 8_211, changed: 3 },
    started_at: "2026-11-30T11:04:00.000Z",
    ended_at: "2026-11-30T11:08:00.000Z",
  });
  let found = done;
  const { screen, user } = await openImport(done, {
    "GET /imports/{id}": () => found,
    "POST /imports/{id}/undo": () => {
      found = { ...done, state: "undone" };
      return { ...entry, state: "undone" };
    },
  });
  await screen.findByRole("heading", { name: "8,214 chats are here" });
  screen.getByText("same number");
  screen.getByText("2 are missing");
  screen.getByText("1 former operator");
  await waitFor(() =>
    expect(
      screen.getByRole("link", { name: "Open in the archive" }).getAttribute("href"),
    ).toContain(encodeURIComponent('channel:"Shop"').replaceAll("%20", "+")),
  );
  await user.click(screen.getByRole("button", { name: "Remove 8,211 chats…" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  const button = dialog.getByRole("button", { name: "Undo the import" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await user.type(dialog.getByLabelText("Enter the number 8211 to confirm"), "8211");
  await user.click(button);
  await screen.findByRole("heading", { name: "This import was undone" });
});

test("[MV-060] [ROLE-012] without the permission for data, the page says whom to ask", async () => {
  const { screen } = await renderApp("/settings/move-in", {
    "GET /me": createOperator({ role: "developer" }),
  });
  await screen.findByText("Your role does not allow this. Ask an owner or admin.");
  expect(screen.queryByRole("link", { name: "Move in" })).toBeNull();
});

test("[MV-064] a chat that was imported says from where", async () => {
  const imported = { import_id: 7, from: "Chatwoot", counts: false };
  const chat = createAnnsChat(5, "Anna Kovács", { state: "closed", imported });
  const { screen } = await renderApp("/archive/5", {
    ...createTestInbox([chat]).answers,
    "GET /search": {
      items: [],
      next_cursor: null,
      people: { items: [], count: 0 },
      chats: { items: [], count: 0 },
    },
  });
  await screen.findByText("Imported from Chatwoot");
});
