import { botAndWebhookActions } from "./bot-and-webhook-actions.ts";
import { parseBehaviour, labEndpoints } from "./endpoints/behaviour.ts";
import { toJsonLiteral } from "./channel/json-literal.ts";
import { serviceActions } from "./panels/page-actions.ts";
import { normalizeInboundUrl } from "./options.ts";
import type { LabRegistration } from "./registration.ts";
import {
  resendLabCustomerMessage,
  sendLabCustomerMessage,
  sendTyping,
  type CustomerMessage,
} from "./channel/send-message.ts";
import type { LabState } from "./state.ts";
import { refreshStatus } from "./channel/status.ts";

type Input = Readonly<Record<string, unknown>>;
type Outcome = { readonly fault: string; readonly field?: string } | { readonly ok: true };
type Action = (
  state: LabState,
  input: Input,
  register: LabRegistration,
) => Promise<Outcome> | Outcome;

const success = { ok: true } as const;
const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Actions of the page, by name. An action that returns a fault changes nothing. */
export const labPageActions: Readonly<Record<string, Action>> = {
  ...botAndWebhookActions,
  ...serviceActions,
  connect: async (state, input) => {
    const channel = normalizeInboundUrl(asText(input["channel"]));
    if (channel === null)
      return {
        field: "channel",
        fault:
          "This is not an inbound URL. Copy it from Settings → Chat API: …/channel/<random string>/<channel id>.",
      };
    const secret = asText(input["secret"]).trim();
    if (secret !== "" && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
      return {
        field: "secret",
        fault:
          "A signing secret starts with whsec_ and is shown when the channel is created or the secret rotated.",
      };
    // If the field is empty and the channel is unchanged, keep the stored secret.
    if (secret !== "" || channel !== state.setup.channel)
      state.secret = secret === "" ? null : secret;
    state.setup.channel = channel;
    state.setup.secret = state.secret !== null;
    state.publish({ setup: state.setup });
    await refreshStatus(state);
    return success;
  },
  behaviour: (state, input) => {
    const parsedBehaviour = parseBehaviour(input);
    if ("fault" in parsedBehaviour) return parsedBehaviour;
    state.setup.behaviours[labEndpoints.find((side) => side === input["side"]) ?? "channel"] =
      parsedBehaviour;
    state.publish({ setup: state.setup });
    return success;
  },
  customer: (state, input) => {
    const literal = toJsonLiteral(asText(input["id"]), input["number"] === true);
    if (literal === null)
      return {
        field: "id",
        fault:
          input["number"] === true
            ? "A number has digits only, without leading zeros."
            : "An id has 1 to 255 characters.",
      };
    const customer = state.getOrCreateCustomer(literal);
    for (const field of ["name", "email", "phone", "photo", "url", "invite"] as const)
      customer[field] = asText(input[field]).slice(0, 2048);
    state.publish({ customer });
    return success;
  },
  remove: (state, input) => {
    state.removeCustomer(asText(input["customer"]));
    return success;
  },
  say: async (state, input) => {
    const customer = state.customers.get(asText(input["customer"]));
    const customerMessage = toCustomerMessage(input);
    if (customer === undefined) return { fault: "This customer is gone." };
    if ("fault" in customerMessage) return customerMessage;
    await sendLabCustomerMessage(state, customer, customerMessage);
    return success;
  },
  again: async (state, input) => {
    const customer = state.customers.get(asText(input["customer"]));
    if (customer === undefined) return { fault: "This customer is gone." };
    await resendLabCustomerMessage(state, customer, asText(input["key"]));
    return success;
  },
  typing: async (state, input) => {
    const customer = state.customers.get(asText(input["customer"]));
    if (customer !== undefined && state.setup.channel !== null)
      await sendTyping(state, customer, input["on"] === true);
    return success;
  },
  clear: (state) => {
    state.clearExchanges();
    return success;
  },
};

/** Validates only the shape, because the lab shows how Parlour rejects invalid values. */
function toCustomerMessage(
  input: Input,
): CustomerMessage | { readonly fault: string; readonly field?: string } {
  const type = asText(input["type"]);
  const text = asText(input["text"]);
  if (type === "text") return { type, text };
  if (type === "location") {
    const [latitude, longitude] = [Number(input["latitude"]), Number(input["longitude"])];
    return Number.isFinite(latitude) && Number.isFinite(longitude)
      ? { type, latitude, longitude }
      : { field: "latitude", fault: "A place needs two numbers." };
  }
  if (
    type === "photo" ||
    type === "document" ||
    type === "video" ||
    type === "audio" ||
    type === "voice" ||
    type === "sticker"
  )
    return { type, text, file: asText(input["file"]) };
  return { fault: "Unknown kind of message." };
}
