import { botAgain, botSays, type BotSay } from "./bot/say.ts";
import { readReply } from "./hook/event.ts";
import type { Register } from "./register.ts";
import type { LabState } from "./state.ts";
import { hideToken } from "./taken.ts";

type Input = Readonly<Record<string, unknown>>;
type Outcome = { readonly fault: string; readonly field?: string } | { readonly ok: true };
type Action = (state: LabState, input: Input, register: Register) => Promise<Outcome> | Outcome;

const done = { ok: true } as const;
const string = (value: unknown): string => (typeof value === "string" ? value : "");
const settled = (fault: string | null): Outcome => (fault === null ? done : { fault });
const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(text);

/**
 * Actions of the page on bot and webhook, by name. An action that returns a fault changes nothing.
 */
export const deskActions: Readonly<Record<string, Action>> = {
  "register-bot": async (_state, _input, register) => settled(await register.bot()),
  "remove-bot": async (_state, _input, register) => settled(await register.removeBot()),
  "register-webhook": async (_state, _input, register) => settled(await register.webhook()),
  "remove-webhook": async (_state, _input, register) => settled(await register.removeWebhook()),
  /** Connects a bot that was created in Parlour's settings. */
  "connect-bot": (state, input) => {
    const [address, secret] = [string(input["address"]).trim(), string(input["secret"]).trim()];
    if (!/^https?:\/\/[^?#]+\/(?:webhooks|providers)\/[^/?#]+\/[^/?#]+$/.test(address) || !URL.canParse(address))
      return { field: "address", fault: "This is no address for a bot: …/bot/webhooks/<provider id>/<token>." };
    if (secret !== "" && !isSecret(secret)) return { field: "secret", fault: "A signing secret starts with whsec_." };
    Object.assign(state.hidden, { botAddress: address, botSecret: secret === "" ? state.hidden.botSecret : secret });
    Object.assign(state.setup.bot, { address: hideToken(address), secret: state.hidden.botSecret !== null, text: "" });
    state.tell({ setup: state.setup });
    return done;
  },
  "connect-webhook": (state, input) => {
    const secret = string(input["secret"]).trim();
    if (!isSecret(secret)) return { field: "secret", fault: "A signing secret starts with whsec_." };
    state.hidden.hookSecret = secret;
    state.setup.hook.secret = true;
    state.tell({ setup: state.setup });
    return done;
  },
  "bot-say": async (state, input) => {
    const chat = state.botChats.get(string(input["chat"]));
    if (chat === undefined) return { fault: "This chat is gone." };
    const what = sayOf(input);
    if (what === null) return { fault: "Unknown kind of message." };
    await botSays(state, chat, what);
    return done;
  },
  "bot-again": async (state, input) => {
    const chat = state.botChats.get(string(input["chat"]));
    if (chat === undefined) return { fault: "This chat is gone." };
    await botAgain(state, chat, string(input["key"]));
    return done;
  },
  reply: (state, input) => {
    const read = readReply(input);
    if ("fault" in read) return read;
    state.setup.hook.reply = read;
    state.tell({ setup: state.setup });
    return done;
  },
};

function sayOf(input: Input): BotSay | null {
  const text = string(input["text"]);
  const buttons = Array.isArray(input["buttons"]) ? input["buttons"].filter((one): one is string => typeof one === "string") : [];
  switch (input["type"]) {
    case "TEXT":
      return { type: "TEXT", text };
    case "MARKDOWN":
      return { type: "MARKDOWN", content: string(input["content"]), text };
    case "BUTTONS":
      return { type: "BUTTONS", title: string(input["title"]), text, buttons: buttons.slice(0, 10) };
    case "INVITE_AGENT":
      return { type: "INVITE_AGENT" };
    default:
      return null;
  }
}
