import { expect, test } from "vitest";
import {
  chooseService,
  createAndTest,
  createConnectorAnswers,
  createDirection,
} from "../../../../../../tests/connector-answers.ts";
import { renderApp } from "../../../../../../tests/render-app.tsx";

test.each([
  ["messenger", "Messenger"],
  ["instagram", "Instagram"],
])("[CON-010] [CON-040] [ME-003] a channel of %s is created and tested", async (kind, title) => {
  const { answers, given } = createConnectorAnswers(
    {},
    { outbound: createDirection("connected"), inbound: createDirection("connected") },
  );
  const app = await renderApp("/settings/connectors/new", answers);
  const { screen, user } = app;
  await chooseService(app, title);
  for (const [label, value] of [
    [/^App ID/, "10001"],
    [/^App secret/, "5ec7e7"],
    [/^Page access token/, "EAAG"],
  ] as const)
    await user.type(screen.getByLabelText(label), value);
  expect(await createAndTest(app)).toMatch(/Sending[^]*Receiving/);
  screen.getByDisplayValue(`https://chat.example/connectors/${kind}/w5`);
  expect(given()).toMatchObject({
    kind,
    settings: { app_id: "10001", app_secret: "5ec7e7", access_token: "EAAG" },
  });
});
