import type {
  BotTestAttempt,
  DeliveryWithAttempts,
  Webhook,
  WebhookTestAttempt,
} from "@parlour/protocol/api";
import { fireEvent, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createBot } from "../../../../tests/channels.ts";
import { createDelivery, createEndpoint, noDeliveries } from "../../../../tests/deliveries.ts";
import { createOperator } from "../../../../tests/entities.ts";
import { renderApp } from "../../../../tests/render-app.tsx";

const at = "2026-11-20T10:00:00.000Z";
const endpoint = createEndpoint(9);
const webhook: Webhook = {
  id: 9,
  endpoint_id: 9,
  name: "",
  url: endpoint.url,
  enabled: true,
  events: ["chat_accepted", "chat_updated"],
  blocks: [],
  channels: null,
  departments: null,
  message_text: false,
  rating_wait_s: 0,
  secret_hint: "",
  secret_created_at: null,
  off: null,
  last_used_at: null,
  last_success_at: null,
  last_failure: null,
  created_at: at,
  managed: false,
};
const sent = { event_name: "chat_accepted", chat_id: 5, visitor: { name: "Anna" } };
const delivery: DeliveryWithAttempts = {
  ...createDelivery(3, endpoint),
  attempts_made: [
    {
      n: 1,
      started_at: at,
      duration_ms: 12,
      outcome: "delivered",
      status: 200,
      error: null,
      request: { url: endpoint.url, headers: {}, body: JSON.stringify(sent) },
      reply: { headers: {}, body: "{}" },
      used: null,
    },
  ],
};
const attempt: WebhookTestAttempt = {
  outcome: "delivered",
  status: 200,
  duration_ms: 12,
  error: null,
  request: { url: endpoint.url, headers: {}, body: "{}" },
  reply: { headers: {}, body: "{}" },
  result_ok: true,
  data: {
    contact_info: { name: null, phone: null, email: null },
    custom_data: [{ title: "Plan", content: "Gold", link: null, key: null }],
    enable_assign: null,
    crm_link: null,
    page: null,
    fields: { plan: "Pro", likes: ["Bowls", "Jugs"] },
  },
  note: null,
};
const botAttempt: BotTestAttempt = {
  outcome: "delivered",
  status: 200,
  duration_ms: 12,
  error: null,
  request: { url: "https://bot.example/", headers: {}, body: "{}" },
  reply: { headers: {}, body: "" },
  started_at: at,
  open_until: null,
  is_open: false,
  posts: [],
};

test("[API-053] [BOT-087] [WH-070] a test event with an edited sample shows what the answer means", async () => {
  const app = await renderApp("/integrations/tests", {
    "GET /me": createOperator({ role: "owner" }),
    "GET /webhooks": { items: [webhook], next_cursor: null },
    "GET /bots": { items: [createBot(3, { name: "Order bot" })], next_cursor: null },
    "GET /endpoints": { items: [endpoint], next_cursor: null },
    "GET /samples": {
      items: [
        { kind: "webhook", event: "chat_accepted", sample: { ...sent, chat_id: 1 } },
        {
          kind: "webhook",
          event: "chat_updated",
          sample: { event_name: "chat_updated", visitor: { name: "Maria" } },
        },
        { kind: "bot", event: "CLIENT_MESSAGE", sample: { event: "CLIENT_MESSAGE" } },
      ],
    },
    "POST /webhooks/{id}/test": attempt,
    "POST /bots/{id}/test": botAttempt,
    "GET /bots/{id}/test": { started_at: at, open_until: null, is_open: false, posts: [] },
    "GET /deliveries": { items: [createDelivery(3, endpoint)], next_cursor: null },
    "GET /deliveries/totals": noDeliveries,
    "GET /deliveries/{id}": delivery,
  });
  const { screen, user, changes } = app;
  const findForm = async () => within(await screen.findByRole("form", { name: "Test event" }));
  const findSample = async () => (await findForm()).findByLabelText<HTMLTextAreaElement>("Sample");
  const result = () => within(screen.getByRole("region", { name: "Result" }));
  await user.selectOptions(await (await findForm()).findByLabelText("Event"), "chat_updated");
  await waitFor(async () => expect((await findSample()).value).toContain("chat_updated"));
  const type = async (text: string): Promise<void> => {
    fireEvent.input(await findSample(), { target: { value: text } });
  };
  const edited = JSON.parse((await findSample()).value) as { visitor: object };
  await type("{");
  await screen.findAllByText("This is not valid JSON.");
  await type(JSON.stringify({ ...edited, visitor: { ...edited.visitor, name: "Edited Name" } }));
  await user.click((await findForm()).getByRole("button", { name: "Send test event" }));
  await result().findByText("Gold");
  result().getByText("Bowls, Jugs");
  expect(changes.at(-1)).toMatchObject({
    path: "/webhooks/9/test",
    body: { event: "chat_updated", sample: { visitor: { name: "Edited Name" } } },
  });

  // A body that was sent once is the sample of another test request.
  app.navigate("/integrations/deliveries");
  await user.click(await screen.findByRole("button", { name: /^Show attempts/ }));
  await user.click(await screen.findByRole("button", { name: "Use as test event" }));
  await waitFor(async () =>
    expect(JSON.parse((await findSample()).value)).toMatchObject({
      event_name: "chat_accepted",
      chat_id: 5,
    }),
  );
  await user.selectOptions((await findForm()).getByLabelText("To"), "Bot · Order bot");
  await user.click((await findForm()).getByRole("button", { name: "Send test event" }));
  await result().findByText("Accepted");
  expect(changes.at(-1)?.path).toBe("/bots/3/test");
});
