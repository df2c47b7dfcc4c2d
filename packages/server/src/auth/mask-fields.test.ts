import { expect, test } from "vitest";
import type { Message } from "../core/entity.ts";
import { maskInspectedRequest } from "./mask.ts";
import { maskMessage } from "./visibility.ts";

const origin = {
  from: "anna@customer.example",
  verified: true,
  subject: "Order 7",
  quote: "Earlier",
  signature: "Anna",
  original_path: "/mail/originals/secret",
  future_field: "a secret text",
};

test("[CORE-303] a masked role receives the allowed fields of an email; a new field is hidden", () => {
  const message = {
    author: { kind: "visitor" },
    text: "Hello",
    origin,
  } as unknown as Message;
  expect(maskMessage(message).origin).toEqual({
    from: "anna@customer.example",
    verified: true,
    subject: "•••",
    quote: "•••",
    signature: "•••",
  });
});

test("[CORE-303] the inspector shows a masked role neither subject nor unknown headers of an email", () => {
  const item = {
    method: "MAIL",
    request: {
      headers: { from: "a@b.example", subject: "Order 7", "x-future": "secret" },
      body: "Subject: Order 7",
    },
  } as unknown as Parameters<typeof maskInspectedRequest>[0];
  expect(maskInspectedRequest(item).request).toMatchObject({
    headers: { from: "a@b.example" },
    body: "•••",
  });
  expect(JSON.stringify(maskInspectedRequest(item))).not.toMatch(/Order|secret/);
});
