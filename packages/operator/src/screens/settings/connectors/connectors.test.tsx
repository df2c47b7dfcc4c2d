import type { Health } from "@parlour/protocol/api";
import { within } from "@testing-library/dom";
import { test } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[CON-041] the list and the system page show the health of the channels", async () => {
  const at = "2026-11-20T10:00:00.000Z";
  const health: Health = {
    state: "good",
    checks: [
      {
        check: "connectors",
        state: "good",
        code: "connectors_good",
        values: { count: 3 },
        message: "3 channels work.",
        advice: null,
      },
    ],
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
  const app = await renderApp("/settings/connectors", {
    "GET /me": createOperator({ role: "owner", instance_owner: true }),
    "GET /channels": {
      items: [
        createChannel(5, {
          kind: "telegram",
          name: "Telegram",
          problem: null,
          settings: {},
          info: {},
        }),
        createChannel(6, {
          kind: "whatsapp",
          name: "WhatsApp",
          settings: {},
          info: {},
          problem: { at, code: "token_refused", values: {}, message: "Refused." },
        }),
      ],
      next_cursor: null,
    },
    "GET /instance/health": health,
    "GET /instance/backup": {
      folder: null,
      time: null,
      timezone: "UTC",
      keep: 7,
      default_folder: "/data/backups",
      next_at: null,
      runs: [],
    },
  });
  const { screen } = app;
  within(await screen.findByRole("row", { name: /Telegram/ })).getByText("Working");
  within(screen.getByRole("row", { name: /WhatsApp/ })).getByText("Not working");
  app.navigate("/settings/system");
  await screen.findByText("3 channels work.");
});
