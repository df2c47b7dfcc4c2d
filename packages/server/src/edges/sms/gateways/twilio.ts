import type { Gateway } from "./gateway.ts";

/** Twilio's Programmable Messaging: `account` is the Account SID, `secret` the auth token. */
export const twilio: Gateway = {
  send: {
    method: "POST",
    url: "https://api.twilio.com/2010-04-01/Accounts/{account}/Messages.json",
    headers: { authorization: "Basic {basic}" },
    as: "form",
    fields: { To: "{to}", From: "{from}", Body: "{text}", StatusCallback: "{callback}" },
  },
  response: { id: "/sid", error: "/message", success: null },
  incoming: { id: "MessageSid", from: "From", to: "To", text: "Body", time: null },
  receipt: {
    id: "MessageSid",
    mark: null,
    to: "To",
    status: "MessageStatus",
    error: "ErrorCode",
    delivered: ["delivered", "read"],
    failed: ["failed", "undelivered", "canceled"],
  },
  check: null,
  // An answer of another type would be sent to the customer, or count as an error.
  answer: { type: "text/xml; charset=utf-8", text: "<Response></Response>" },
};
