import type { Gateway } from "./gateway.ts";

/** Vonage's SMS API: `account` is the API key, `secret` the API secret. */
export const vonage: Gateway = {
  send: {
    method: "POST",
    url: "https://rest.nexmo.com/sms/json",
    headers: {},
    as: "form",
    fields: {
      api_key: "{account}",
      api_secret: "{secret}",
      to: "{to_digits}",
      from: "{from_digits}",
      text: "{text}",
      type: "unicode",
      "status-report-req": "1",
      callback: "{callback}",
      "client-ref": "{id}",
    },
  },
  response: {
    id: "/messages/0/message-id",
    error: "/messages/0/error-text",
    // Throttled, internal error, too many open connections.
    success: { at: "/messages/0/status", is: ["0"], repeatable: ["1", "5", "10"] },
  },
  incoming: {
    id: "messageId",
    from: "msisdn",
    to: "to",
    text: "text",
    time: "message-timestamp",
  },
  receipt: {
    id: "messageId",
    mark: "client-ref",
    to: "msisdn",
    status: "status",
    error: "err-code",
    delivered: ["delivered"],
    failed: ["failed", "rejected", "expired"],
  },
  check: null,
  answer: null,
};
