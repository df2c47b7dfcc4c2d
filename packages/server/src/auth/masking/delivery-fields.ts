import type { DeliveryWithAttempts, InspectedRequest } from "@parlour/protocol/api";
import type { Attempt, ModelUse } from "@parlour/protocol";
import type { Delivery, FailedRecipient } from "../../core/entity.ts";
import { maskBody } from "./body-fields.ts";
import { createMasker, maskedText, masksEach, type FieldRules } from "./field-rules.ts";

/** The text of the server can contain the address. */
export const maskFailedRecipient = createMasker<FailedRecipient>({
  address: "masked",
  code: "shown",
  message: "masked",
  state: "shown",
});
const deliveryFields: FieldRules<Delivery> = {
  id: "shown",
  endpoint: "shown",
  event: "shown",
  chat_id: "shown",
  seq: "shown",
  state: "shown",
  attempts: "shown",
  outcome: "shown",
  error: "shown",
  unconfirmed: "shown",
  next_at: "shown",
  failed_recipients: masksEach(maskFailedRecipient),
  created_at: "shown",
  updated_at: "shown",
  chat_number: "shown",
  last_attempt: "shown",
};
export const maskDelivery = createMasker<Delivery>(deliveryFields);

const maskRequest = createMasker<NonNullable<Attempt["request"]>>({
  url: "shown",
  headers: "shown",
  body: maskBody,
});
const maskModelUse = createMasker<ModelUse>({
  model: "shown",
  tokens_sent: "shown",
  tokens_received: "shown",
  cost: "shown",
  masked: "shown",
  first_ms: "shown",
});
/** The response of an integrator is shown. A model writes about the chat. */
const maskAttempt = createMasker<Attempt>({
  n: "shown",
  started_at: "shown",
  duration_ms: "shown",
  outcome: "shown",
  status: "shown",
  error: "shown",
  request: maskRequest,
  reply: (reply, { model }) => (model === undefined ? reply : { ...reply, body: maskedText }),
  used: "shown",
  model: maskModelUse,
});
export const maskDeliveryWithAttempts = createMasker<DeliveryWithAttempts>({
  ...deliveryFields,
  attempts_made: masksEach(maskAttempt),
});

/** Headers of an email that a masked role receives. */
const shownEmailHeaders: ReadonlySet<string> = new Set(["from", "message-id", "to"]);
type Inspected = InspectedRequest["request"];
const maskInspected = createMasker<Inspected>({ headers: "shown", body: maskBody, cut: "shown" });
const pickEmailHeaders = (headers: Inspected["headers"]): Inspected["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => shownEmailHeaders.has(name)));

/** Masks an inspected request. Of an email, only the allowed headers are shown. */
export const maskInspectedRequest = createMasker<InspectedRequest>({
  id: "shown",
  at: "shown",
  direction: "shown",
  kind: "shown",
  owner_id: "shown",
  endpoint_id: "shown",
  method: "shown",
  url: "shown",
  request(request, { method }) {
    const masked = maskInspected(request);
    return method === "MAIL" ? { ...masked, headers: pickEmailHeaders(request.headers) } : masked;
  },
  status: "shown",
  reply: "shown",
  duration_ms: "shown",
  outcome: "shown",
  fault: "shown",
  request_id: "shown",
  delivery_id: "shown",
  event: "shown",
  chat_id: "shown",
});
