import { expect, test } from "vitest";
import {
  admin,
  chooseService,
  createAndTest,
  createConnectorAnswers,
  createDirection,
} from "../../../../../../tests/connector-answers.ts";
import { renderApp } from "../../../../../../tests/render-app.tsx";

test("[CON-010] [CON-011] [CON-040] [SMS-001] an SMS channel is created, and shows the addresses for the gateway", async () => {
  const { answers, given } = createConnectorAnswers(
    { path_secret: "abc123", host: "api.twilio.com" },
    {
      outbound: createDirection("sends", { host: "api.twilio.com" }),
      inbound: createDirection("write_now", { number: "+4930123456" }),
    },
  );
  const app = await renderApp("/settings/connectors/new", answers);
  const { screen, user } = app;
  await chooseService(app, "SMS");
  await user.type(screen.getByLabelText(/^Number/), "+4930123456");
  await user.type(screen.getByLabelText(/^Account/), "AC1");
  await user.type(screen.getByLabelText(/^Secret/), "token");
  expect(screen.queryByLabelText(/^Definition/)).toBeNull();
  expect(await createAndTest(app)).toMatch(/Messages go to api\.twilio\.com[^]*Send an SMS to/);
  screen.getByDisplayValue("https://chat.example/connectors/sms/w5/abc123");
  screen.getByDisplayValue("https://chat.example/connectors/sms/w5/abc123/receipts");
  expect(given()).toMatchObject({
    kind: "sms",
    operators: [admin.id],
    settings: { gateway: "twilio", sender: "+4930123456", account: "AC1", secret: "token" },
  });
});
