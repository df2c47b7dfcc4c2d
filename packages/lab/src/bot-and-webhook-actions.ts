import { resendBotMessage, sendBotMessage, type BotMessageInput } from "./bot/send-message.ts";
import { parseReply } from "./hook/event.ts";
import type { LabRegistration } from "./registration.ts";
import type { LabState } from "./state.ts";
import { maskBotToken } from "./endpoints/received-request.ts";

type Input = Readonly<Record<string, unknown>>;
type Outcome = { readonly fault: string; readonly field?: string } | { readonly ok: true };
type Action = (
  state: LabState,
  input: Input,
  register: LabRegistration,
) => Promise<Outcome> | Outcome;

const success = { ok: true } as const;
const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const toOutcome = (fault: string | null): Outcome => (fault === null ? success : { fault });
const isSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(text);

/** Actions of the page, by name. An action that returns a fault changes nothing. */
export const botAndWebhookActions: Readonly<Record<string, Action>> = {
  "register-bot": async (_state, _input, register) => toOutcome(await register.bot()),
  "remove-bot": async (_state, _input, register) => toOutcome(await register.removeBot()),
  "register-webhook": async (_state, _input, register) => toOutcome(await register.webhook()),
  "remove-webhook": async (_state, _input, register) => toOutcome(await register.removeWebhook()),
  /** Connects a bot that was created in Parlour's settings. */
  "connect-bot": (state, input) => {
    const [address, secret] = [asText(input["address"]).trim(), asText(input["secret"]).trim()];
    if (
      !/^https?:\/\/[^?#]+\/(?:webhooks|providers)\/[^/?#]+\/[^/?#]+$/.test(address) ||
      !URL.canParse(address)
    )
      return {
        field: "address",
        fault: "This is no address for a bot: …/bot/webhooks/<provider id>/<token>.",
      };
    if (secret !== "" && !isSecret(secret))
      return { field: "secret", fault: "A signing secret starts with whsec_." };
    Object.assign(state.secrets, {
      botAddress: address,
      botSecret: secret === "" ? state.secrets.botSecret : secret,
    });
    Object.assign(state.setup.bot, {
      address: maskBotToken(address),
      secret: state.secrets.botSecret !== null,
      text: "",
    });
    state.publish({ setup: state.setup });
    return success;
  },
  "connect-webhook": (state, input) => {
    const secret = asText(input["secret"]).trim();
    if (!isSecret(secret))
      return { field: "secret", fault: "A signing secret starts with whsec_." };
    state.secrets.hookSecret = secret;
    state.setup.hook.secret = true;
    state.publish({ setup: state.setup });
    return success;
  },
  "bot-say": async (state, input) => {
    const chat = state.botChats.get(asText(input["chat"]));
    if (chat === undefined) return { fault: "This chat is gone." };
    const messageInput = toBotMessageInput(input);
    if (messageInput === null) return { fault: "Unknown kind of message." };
    await sendBotMessage(state, chat, messageInput);
    return success;
  },
  "bot-again": async (state, input) => {
    const chat = state.botChats.get(asText(input["chat"]));
    if (chat === undefined) return { fault: "This chat is gone." };
    await resendBotMessage(state, chat, asText(input["key"]));
    return success;
  },
  reply: (state, input) => {
    const parsedReply = parseReply(input);
    if ("fault" in parsedReply) return parsedReply;
    state.setup.hook.reply = parsedReply;
    state.publish({ setup: state.setup });
    return success;
  },
};

function toBotMessageInput(input: Input): BotMessageInput | null {
  const text = asText(input["text"]);
  const buttons = Array.isArray(input["buttons"])
    ? input["buttons"].filter((label): label is string => typeof label === "string")
    : [];
  switch (input["type"]) {
    case "TEXT":
      return { type: "TEXT", text };
    case "MARKDOWN":
      return { type: "MARKDOWN", content: asText(input["content"]), text };
    case "BUTTONS":
      return {
        type: "BUTTONS",
        title: asText(input["title"]),
        text,
        buttons: buttons.slice(0, 10),
      };
    case "INVITE_AGENT":
      return { type: "INVITE_AGENT" };
    default:
      return null;
  }
}
