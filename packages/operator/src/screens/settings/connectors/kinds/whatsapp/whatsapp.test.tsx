import { expect, test } from "vitest";
import {
  chooseService,
  createAndTest,
  createConnectorAnswers,
  createDirection,
} from "../../../../../../tests/connector-answers.ts";
import { renderApp } from "../../../../../../tests/render-app.tsx";

test("[CON-010] [CON-011] [CON-040] [WA-003] a WhatsApp channel is created and tested", async () => {
  const { answers, given } = createConnectorAnswers(
    {},
    { outbound: createDirection("connected"), inbound: createDirection("connected") },
  );
  const app = await renderApp("/settings/connectors/new", answers);
  const { screen, user } = app;
  await chooseService(app, "WhatsApp");
  for (const [label, value] of [
    [/^Phone number ID/, "10001"],
    [/^WhatsApp Business Account ID/, "20002"],
    [/^Access token/, "EAAG"],
    [/^App secret/, "5ec7e7"],
  ] as const)
    await user.type(screen.getByLabelText(label), value);
  expect(await createAndTest(app)).toMatch(/Sending[^]*Receiving/);
  screen.getByDisplayValue("https://chat.example/connectors/whatsapp/w5");
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
