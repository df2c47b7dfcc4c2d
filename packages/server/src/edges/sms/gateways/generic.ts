import type { Gateway } from "./gateway.ts";

/** A gateway with JSON in both directions: `address` is where messages are posted. */
export const generic: Gateway = {
  send: {
    method: "POST",
    url: "{address}",
    headers: { authorization: "Bearer {secret}" },
    as: "json",
    fields: { id: "{id}", to: "{to}", from: "{from}", text: "{text}", callback: "{callback}" },
  },
  response: { id: "/id", error: "/error", success: null },
  incoming: { id: "id", from: "from", to: "to", text: "text", time: "time" },
  receipt: {
    id: "id",
    mark: null,
    to: "to",
    status: "status",
    error: "error",
    delivered: ["delivered"],
    failed: ["failed", "undelivered", "rejected", "expired"],
  },
  check: null,
  answer: null,
};
