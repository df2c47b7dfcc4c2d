import type { CallSettings } from "@parlour/protocol/api";
import { waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createOperator, emptyPage } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

test("[API-041] [CORE-104] calls are switched on and set up, also for a telephony server", async () => {
  let settings: CallSettings = {
    enabled: false,
    driver: "desk",
    url: null,
    hours: null,
    prefixes: [],
    no_answer_agent_s: 300,
    no_answer_client_s: 60,
    balance_min: null,
    open_now: true,
    report_url: null,
    secret_hint: null,
    managed: false,
  };
  const app = await renderApp("/calls", {
    "GET /me": createOperator({ name: "Olga", role: "owner" }),
    "GET /calls": emptyPage,
    "GET /call-settings": () => settings,
    "PATCH /call-settings": ({ body }) => {
      settings = { ...settings, ...(body as Partial<CallSettings>) };
      if (settings.driver === "http")
        settings = {
          ...settings,
          report_url: "https://parlour.example/calls/x",
          secret_hint: "3Y",
        };
      return settings;
    },
    "POST /call-settings/test": {
      outcome: "delivered",
      status: 200,
      duration_ms: 12,
      error: null,
      request: null,
      reply: null,
    },
  });
  const { screen, user } = app;
  const save = async (): Promise<void> => user.click(screen.getByRole("button", { name: /^Save/ }));
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const fill = async (name: RegExp, text: string): Promise<void> => {
    await user.clear(field(name));
    await user.type(field(name), text);
  };
  const choose = (option: string): Promise<void> =>
    user.selectOptions(screen.getByRole("combobox", { name: /^Who places calls/ }), option);

  await screen.findByRole("heading", { name: "Calls are turned off" });
  await user.click(screen.getByRole("link", { name: "Call settings" }));
  await user.click(await screen.findByRole("switch", { name: /Let visitors request/ }));
  await fill(/^Allowed countries/, "49, +44");
  await save();
  await screen.findAllByText(/^Enter calling codes with a plus/);
  expect(settings.enabled).toBe(false);
  await fill(/^Allowed countries/, "+49 +44");
  await save();
  await screen.findByText("Visitors can request calls now.");
  await user.click(screen.getByRole("switch", { name: /Limit call minutes/ }));
  await fill(/^Minutes remaining/, "600");
  await choose("http");
  await fill(/^Telephony server URL/, "https://phone.example/dial");
  await save();
  await user.click(await screen.findByRole("button", { name: "Test connection" }));
  await screen.findByText(/The server accepted the request in/);
  await choose("desk");
  await save();
  await waitFor(() =>
    expect(settings).toMatchObject({
      enabled: true,
      driver: "desk",
      prefixes: ["+49", "+44"],
      balance_min: 600,
    }),
  );
  // A page whose answer has not come yet asks before it goes.
  await waitFor(() => expect(screen.queryByRole("button", { name: "Discard" })).toBeNull());
});
