import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  admin,
  chooseService,
  createAndTest,
  createConnectorAnswers,
  createDirection,
} from "../../../../../../tests/connector-answers.ts";
import { renderApp } from "../../../../../../tests/render-app.tsx";
import { setPreferences } from "../../../../../state/browser/preferences.ts";

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
  await chooseService(app, "Telegram");
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
