import type { Channel } from "@parlour/protocol";
import type { ConnectionTest, Health } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createChannel } from "../../../../tests/channels.ts";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import type { Answers } from "../../../../tests/fake-server.ts";
import { renderApp, type RenderedApp } from "../../../../tests/render-app.tsx";
import { setPreferences } from "../../../state/browser/preferences.ts";

const admin = createOperator({ name: "Ada", role: "admin" });
const createDirection = (code: string, values: Readonly<Record<string, string>> = {}) => ({
  ok: code !== "no_visitor",
  code,
  values,
  message: code,
});

/** Answers for an administrator who creates one channel. `given` is what the request contains. */
function createConnectorAnswers(
  info: Readonly<Record<string, unknown>>,
  result: ConnectionTest,
): { readonly answers: Answers; readonly given: () => object | undefined } {
  let created: Channel | undefined;
  let given: object | undefined;
  return {
    given: () => given,
    answers: {
      "GET /me": admin,
      "GET /operators": {
        items: [{ ...admin, departments: [], channels: "all" }],
        next_cursor: null,
      },
      "GET /channels": () => ({ items: created === undefined ? [] : [created], next_cursor: null }),
      "GET /channels/{id}": () => created!,
      "POST /channels": ({ body }) => {
        given = body as object;
        const { kind, name, operators } = body as Channel;
        created = createChannel(5, { kind, name, operators, settings: {}, info, problem: null });
        return created;
      },
      "POST /channels/{id}/connection-test": result,
    },
  };
}
async function choose({ screen, user }: RenderedApp, kind: string): Promise<void> {
  const services = within(await screen.findByRole("list", { name: "Service" }));
  services.getByRole("button", { name: kind }).focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("heading", { name: `Add a ${kind} channel` });
}
async function createAndTest({ screen, user }: RenderedApp): Promise<string> {
  screen.getByRole("button", { name: "Create channel" }).focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("button", { name: "Test now" })).focus();
  await user.keyboard("{Enter}");
  return (await screen.findByRole("list", { name: "Results of the test" })).textContent;
}

test("[CON-010] [CON-011] [CON-040] [TG-001] a Telegram channel is created and tested, and the result speaks Russian", async () => {
  const { answers, given } = createConnectorAnswers(
    { username: "shop_bot" },
    {
      outbound: createDirection("no_visitor", { bot: "@shop_bot" }),
      inbound: createDirection("write_now", { address: "https://t.me/shop_bot" }),
    },
  );
  const app = await renderApp("/settings/connectors/new", answers);
  const { screen, user } = app;
  await choose(app, "Telegram");
  await user.type(screen.getByLabelText(/^Bot token/), "123:AAE");
  expect(await createAndTest(app)).toMatch(/Sending[^]*Receiving/);
  expect(given()).toMatchObject({
    kind: "telegram",
    operators: [admin.id],
    settings: { bot_token: "123:AAE" },
  });
  setPreferences({ locale: "ru" });
  const results = within(await screen.findByRole("list", { name: "Результаты проверки" }));
  results.getByText("Telegram знает бота @shop_bot. Посетители ещё не писали.");
  results.getByText("Напишите на https://t.me/shop_bot и повторите проверку.");
  screen.getByRole("button", { name: "Проверить" });
});

test("[CON-010] [CON-011] [CON-040] [WA-003] a WhatsApp channel is created and tested", async () => {
  const { answers, given } = createConnectorAnswers(
    {},
    { outbound: createDirection("connected"), inbound: createDirection("connected") },
  );
  const app = await renderApp("/settings/connectors/new", answers);
  const { screen, user } = app;
  await choose(app, "WhatsApp");
  for (const [label, value] of [
    [/^Phone number ID/, "10001"],
    [/^WhatsApp Business Account ID/, "20002"],
    [/^Access token/, "EAAG"],
    [/^App secret/, "5ec7e7"],
  ] as const)
    await user.type(screen.getByLabelText(label), value);
  expect(await createAndTest(app)).toMatch(/Sending[^]*Receiving/);
  expect(given()).toMatchObject({
    kind: "whatsapp",
    settings: {
      phone_number_id: "10001",
      waba_id: "20002",
      access_token: "EAAG",
      app_secret: "5ec7e7",
    },
  });
});

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

test("[CON-069] [MAIL-122] a developer cannot connect an email address, and reads who can", async () => {
  const app = await renderApp("/settings/connectors/new", {
    "GET /me": createOperator({ name: "Dev", role: "developer" }),
    "GET /operators": emptyPage,
  });
  const { screen, user } = app;
  const services = within(await screen.findByRole("list", { name: "Service" }));
  services.getByRole("button", { name: "Email" }).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Only owners and admins can change this.");
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Address" })).toBeNull());
});
