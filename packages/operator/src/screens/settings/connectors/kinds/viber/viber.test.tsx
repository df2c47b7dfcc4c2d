import { expect, test } from "vitest";
import {
  admin,
  chooseService,
  createAndTest,
  createConnectorAnswers,
  createDirection,
} from "../../../../../../tests/connector-answers.ts";
import { renderApp } from "../../../../../../tests/render-app.tsx";

test("[CON-010] [CON-011] [CON-040] [VB-001] a Viber channel is created and tested", async () => {
  const { answers, given } = createConnectorAnswers(
    { uri: "shopbot", name: "Shop" },
    {
      outbound: createDirection("sends", { bot: "Shop" }),
      inbound: createDirection("receives", { address: "https://chat.example/connectors/viber/1" }),
    },
  );
  const app = await renderApp("/settings/connectors/new", answers);
  const { screen, user } = app;
  await chooseService(app, "Viber");
  await user.type(screen.getByLabelText(/^Token/), "445da6az1s345z78-dazcczb2542zv51a");
  expect(await createAndTest(app)).toMatch(/Sending[^]*Parlour can send as Shop\.[^]*Receiving/);
  screen.getByDisplayValue("viber://pa?chatURI=shopbot");
  expect(given()).toMatchObject({
    kind: "viber",
    operators: [admin.id],
    settings: { auth_token: "445da6az1s345z78-dazcczb2542zv51a" },
  });
});
