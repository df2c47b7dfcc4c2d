import { deskActions } from "./actions-desk.ts";
import { readBehaviour, sides } from "./behaviour.ts";
import { literalOf } from "./literal.ts";
import { inboundUrl } from "./options.ts";
import type { Register } from "./register.ts";
import { again, say, typing, type Say } from "./outbox.ts";
import type { LabState } from "./state.ts";
import { ask } from "./status.ts";

type Input = Readonly<Record<string, unknown>>;
type Outcome = { readonly fault: string; readonly field?: string } | { readonly ok: true };
type Action = (state: LabState, input: Input, register: Register) => Promise<Outcome> | Outcome;

const done = { ok: true } as const;
const string = (value: unknown): string => (typeof value === "string" ? value : "");

/** Actions of the page, by name. An action that returns a fault changes nothing. */
export const actions: Readonly<Record<string, Action>> = {
  ...deskActions,
  connect: async (state, input) => {
    const channel = inboundUrl(string(input["channel"]));
    if (channel === null)
      return {
        field: "channel",
        fault: "This is not an inbound URL. Copy it from Settings → Chat API: …/channel/<random string>/<channel id>.",
      };
    const secret = string(input["secret"]).trim();
    if (secret !== "" && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
      return {
        field: "secret",
        fault: "A signing secret starts with whsec_ and is shown when the channel is created or the secret rotated.",
      };
    // If the field is empty for the same channel, the stored secret stays.
    if (secret !== "" || channel !== state.setup.channel) state.secret = secret === "" ? null : secret;
    state.setup.channel = channel;
    state.setup.secret = state.secret !== null;
    state.tell({ setup: state.setup });
    await ask(state);
    return done;
  },
  behaviour: (state, input) => {
    const read = readBehaviour(input);
    if ("fault" in read) return read;
    state.setup.behaviours[sides.find((side) => side === input["side"]) ?? "channel"] = read;
    state.tell({ setup: state.setup });
    return done;
  },
  customer: (state, input) => {
    const literal = literalOf(string(input["id"]), input["number"] === true);
    if (literal === null)
      return {
        field: "id",
        fault: input["number"] === true ? "A number has digits only, without leading zeros." : "An id has 1 to 255 characters.",
      };
    const customer = state.customer(literal);
    for (const field of ["name", "email", "phone", "photo", "url", "invite"] as const)
      customer[field] = string(input[field]).slice(0, 2048);
    state.tell({ customer });
    return done;
  },
  remove: (state, input) => {
    state.remove(string(input["customer"]));
    return done;
  },
  say: async (state, input) => {
    const customer = state.customers.get(string(input["customer"]));
    const what = sayOf(input);
    if (customer === undefined) return { fault: "This customer is gone." };
    if ("fault" in what) return what;
    await say(state, customer, what);
    return done;
  },
  again: async (state, input) => {
    const customer = state.customers.get(string(input["customer"]));
    if (customer === undefined) return { fault: "This customer is gone." };
    await again(state, customer, string(input["key"]));
    return done;
  },
  typing: async (state, input) => {
    const customer = state.customers.get(string(input["customer"]));
    if (customer !== undefined && state.setup.channel !== null) await typing(state, customer, input["on"] === true);
    return done;
  },
  clear: (state) => {
    state.clearWires();
    return done;
  },
};

/** Validates only the shape, because the lab shows what Parlour rejects. */
function sayOf(input: Input): Say | { readonly fault: string; readonly field?: string } {
  const type = string(input["type"]);
  const text = string(input["text"]);
  if (type === "text") return { type, text };
  if (type === "location") {
    const [latitude, longitude] = [Number(input["latitude"]), Number(input["longitude"])];
    return Number.isFinite(latitude) && Number.isFinite(longitude)
      ? { type, latitude, longitude }
      : { field: "latitude", fault: "A place needs two numbers." };
  }
  if (type === "photo" || type === "document" || type === "video" || type === "audio" || type === "voice" || type === "sticker")
    return { type, text, file: string(input["file"]) };
  return { fault: "Unknown kind of message." };
}
