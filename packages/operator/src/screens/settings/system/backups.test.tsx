import type {
  BackupRun,
  BackupSettings,
  BackupState,
  Health,
  NodeHealth,
} from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator } from "../../../../tests/entities.ts";
import { Refusal } from "../../../../tests/fake-server.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const at = "2026-11-20T10:00:00.000Z";
const owner = createOperator({ role: "owner", instance_owner: true });
const health: Health = {
  state: "good",
  checks: [],
  checked_at: at,
  version: "0.1.0",
  started_at: at,
  node_version: "24.0.0",
  database_version: "18.0",
  storage: { database_bytes: 1, files: null, kind: "disk", free_bytes: null },
  backup: null,
  mail: null,
  nodes: [],
};
const createRun = (id: number, fields: Partial<BackupRun>): BackupRun => ({
  id,
  cause: "operator",
  state: "done",
  requested_at: at,
  started_at: at,
  finished_at: at,
  host: "shop",
  path: "/data/backups/1",
  bytes: 20_000,
  error: null,
  removed_at: null,
  ...fields,
});
const neverBacked: BackupState = {
  folder: null,
  time: null,
  timezone: "UTC",
  keep: 7,
  default_folder: "/data/backups",
  next_at: null,
  runs: [],
};

test("[CORE-367] [CORE-371] [CORE-173] the owner starts a backup, sees its progress and result, and sets the schedule by the keyboard", async () => {
  let state = neverBacked;
  const app = await renderApp("/settings/system", {
    "GET /me": owner,
    "GET /instance/health": health,
    "GET /instance/backup": () => state,
    "POST /instance/backup/runs": () => {
      state = { ...state, runs: [createRun(1, {})] };
      return null;
    },
    "PUT /instance/backup": ({ body }) => {
      const settings = body as BackupSettings;
      if (settings.folder !== null && !settings.folder.startsWith("/"))
        return new Refusal(400, "folder_relative", "The folder must be an absolute path.", {
          field: "folder",
        });
      state = { ...state, ...settings, next_at: "2026-11-21T03:30:00.000Z" };
      return state;
    },
  });
  const { screen, user } = app;
  const card = within(await screen.findByRole("region", { name: "Backups" }));
  await card.findByText(/^No backup yet/);
  await user.click(card.getByRole("button", { name: "Back up now" }));
  await card.findByText("Done");

  card.getByRole("button", { name: "Schedule" }).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Schedule of backups" }));
  dialog.getByRole("switch", { name: /^Back up every night/ }).focus();
  await user.keyboard(" ");
  const time = dialog.getByLabelText(/^Time$/);
  await user.clear(time);
  await user.type(time, "03:30");
  const folder = dialog.getByRole("textbox", { name: /^Folder/ });
  const save = dialog.getByRole("button", { name: "Save" });
  const pressSave = async (): Promise<void> => {
    save.focus();
    await user.keyboard("{Enter}");
  };
  await user.type(folder, "copies");
  await pressSave();
  await dialog.findByText("The folder must be an absolute path.");
  await user.clear(folder);
  await pressSave();
  await card.findByText(/^Every night at 03:30/);
  expect(state).toMatchObject({ folder: null, time: "03:30" });
});

test("[CORE-371] a backup in progress and one that failed are shown", async () => {
  const { screen } = await renderApp("/settings/system", {
    "GET /me": owner,
    "GET /instance/health": health,
    "GET /instance/backup": {
      ...neverBacked,
      runs: [
        createRun(2, { state: "running", finished_at: null }),
        createRun(1, { state: "failed", error: "no_space" }),
      ],
    },
  });
  const card = within(await screen.findByRole("region", { name: "Backups" }));
  await card.findByText(/A backup is being made/);
  await card.findByText("Reason: not enough free disk space.");
});

test("[API-488] [CORE-173] an administrator without the installation has no such page", async () => {
  const { screen } = await renderApp("/settings/system", {
    "GET /me": createOperator({ role: "admin" }),
  });
  await screen.findByText("Your role does not allow this. Ask an owner or admin.");
});

test("[API-335] [API-382] the health lists the nodes, and names one that does not respond", async () => {
  const node: Omit<NodeHealth, "id"> = {
    is_current: false,
    state: "ready",
    version: "0.1.0",
    started_at: at,
    host: "shop",
    sockets: 0,
    problems: [],
  };
  const silent = {
    state: "silent",
    version: null,
    started_at: null,
    host: null,
    sockets: null,
  } as const;
  const nodes: Health["nodes"] = [
    { ...node, id: 1, is_current: true, sockets: 2 },
    { ...node, id: 2 },
    { ...node, ...silent, id: 9 },
  ];
  const app = await renderApp("/settings/system", {
    "GET /me": owner,
    "GET /instance/health": { ...health, nodes },
    "GET /instance/backup": neverBacked,
  });
  const { screen, user, answer } = app;
  const region = within(await screen.findByRole("region", { name: "Nodes" }));
  const texts = () =>
    region
      .getAllByRole("row")
      .slice(1)
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, " ").trim());
  expect(texts()).toEqual([
    expect.stringMatching(/^Node 1 ?this node.*Ready.*0\.1\.0.*2$/),
    expect.stringMatching(/^Node 2.*Ready.*0\.1\.0.*0$/),
    expect.stringMatching(/^Node 9 ?Not responding$/),
  ]);
  answer({ "GET /instance/health": { ...health, nodes: nodes.slice(0, 2) } });
  await user.click(screen.getByRole("button", { name: "Run checks again" }));
  await waitFor(() => expect(texts()).toHaveLength(2));
});
