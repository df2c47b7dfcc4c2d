import { askService, type Asked, type ServiceDeps } from "./service.ts";
import type { LabState } from "./state.ts";
import { hideToken, objectOf, stringOf } from "./taken.ts";

/** Makes the lab's bot connection and webhook in Parlour through the service API, and takes away what it made. */
export interface Register {
  /** Each resolves to null, or to a sentence why not. */
  readonly bot: () => Promise<string | null>;
  readonly webhook: () => Promise<string | null>;
  readonly removeBot: () => Promise<string | null>;
  readonly removeWebhook: () => Promise<string | null>;
  /** Takes away everything it made. Resolves to a sentence each. */
  readonly removeAll: () => Promise<string[]>;
}
const refused = "this key may not change bots and webhooks.";
const noKey = "Start the lab with --key to have it made here, or make it in Parlour's settings and give the lab what they show.";

/** `made` is remembered here only: what a killed run left is found by its address and replaced. */
export function openRegister(state: LabState, deps: ServiceDeps): Register {
  const made: { bot: string | null; provider: string | null; webhook: string | null } = { bot: null, provider: null, webhook: null };
  const { bot, hook } = state.setup;
  const ask = (method: string, path: string, body?: unknown): Promise<Asked> => askService(deps, method, path, body, refused);
  const remove = async (path: string): Promise<string | null> => {
    const asked = await ask("DELETE", path);
    // Gone already is as good.
    return "fault" in asked && asked.status !== 404 ? asked.fault : null;
  };

  /** Ids of what stands in a list under an address of the lab's. */
  async function leftovers(path: string, field: string, url: string): Promise<string[]> {
    const asked = await ask("GET", `${path}?limit=200`);
    const items = "value" in asked ? asked.value["items"] : undefined;
    return (Array.isArray(items) ? items : [])
      .map(objectOf)
      .filter((one) => one[field] === url)
      .map((one) => stringOf(one["id"]));
  }

  /** The channel that the lab writes to, so that other chats are left alone; null: not known, all. */
  async function ownChannel(): Promise<number[] | null> {
    const publicId = state.setup.channel?.split("/").at(-1);
    if (publicId === undefined) return null;
    const asked = await ask("GET", "/channels?limit=200");
    const items = "value" in asked ? asked.value["items"] : undefined;
    const found = (Array.isArray(items) ? items : []).map(objectOf).find((one) => one["public_id"] === publicId);
    return typeof found?.["id"] === "number" ? [found["id"]] : null;
  }

  async function removeBot(): Promise<string | null> {
    for (const [what, path] of [
      ["bot", "/bots/"],
      ["provider", "/bot-providers/"],
    ] as const) {
      const id = made[what];
      const fault = id === null ? null : await remove(`${path}${id}`);
      if (fault !== null) return fault;
      made[what] = null;
    }
    Object.assign(bot, { isOurs: false, secret: false, address: null, text: "" });
    Object.assign(state.hidden, { botAddress: null, botSecret: null });
    state.tell({ setup: state.setup });
    return null;
  }
  async function removeWebhook(): Promise<string | null> {
    const fault = made.webhook === null ? null : await remove(`/webhooks/${made.webhook}`);
    if (fault !== null) return fault;
    made.webhook = null;
    Object.assign(hook, { isOurs: false, secret: false, text: "" });
    state.hidden.hookSecret = null;
    state.tell({ setup: state.setup });
    return null;
  }

  return {
    async bot() {
      if (deps.key === null) return noKey;
      if (made.bot !== null) return null;
      for (const id of await leftovers("/bots", "endpoint_url", bot.endpoint)) await remove(`/bots/${id}`);
      for (const id of await leftovers("/bot-providers", "endpoint_url", bot.endpoint)) await remove(`/bot-providers/${id}`);
      const provider = await ask("POST", "/bot-providers", {
        name: "Parlour lab",
        contact: "lab@parlour.invalid",
        endpoint_url: bot.endpoint,
        scope: "account",
      });
      if ("fault" in provider) return provider.fault;
      made.provider = stringOf(provider.value["id"]);
      const channels = await ownChannel();
      const connection = await ask("POST", "/bots", {
        provider_id: made.provider,
        token: state.hidden.botToken,
        name: "Parlour lab",
        endpoint_url: bot.endpoint,
        sends_chat_closed: true,
        ...(channels === null ? {} : { channels }),
      });
      if ("fault" in connection) {
        const { fault } = connection;
        await removeBot();
        return fault;
      }
      made.bot = stringOf(connection.value["id"]);
      const address = stringOf(connection.value["address"]);
      Object.assign(state.hidden, { botAddress: address || null, botSecret: stringOf(connection.value["signing_secret"]) || null });
      Object.assign(bot, {
        isOurs: true,
        secret: state.hidden.botSecret !== null,
        address: address === "" ? null : hideToken(address),
        text: `${channels === null ? "New chats of every channel" : "New chats of the lab's channel"} go to this bot first. It is taken away when the lab ends.`,
      });
      state.tell({ setup: state.setup });
      return null;
    },
    async webhook() {
      if (deps.key === null) return noKey;
      if (made.webhook !== null) return null;
      for (const id of await leftovers("/webhooks", "url", hook.endpoint)) await remove(`/webhooks/${id}`);
      const asked = await ask("POST", "/webhooks", { url: hook.endpoint });
      if ("fault" in asked) return asked.fault;
      made.webhook = stringOf(asked.value["id"]);
      state.hidden.hookSecret = stringOf(asked.value["signing_secret"]) || null;
      Object.assign(hook, {
        isOurs: true,
        secret: state.hidden.hookSecret !== null,
        text: "All six events come here. It is taken away when the lab ends.",
      });
      state.tell({ setup: state.setup });
      return null;
    },
    removeBot,
    removeWebhook,
    async removeAll() {
      const sentences: string[] = [];
      const note = (name: string, fault: string | null) =>
        sentences.push(
          fault === null
            ? `The lab's ${name} was taken away from Parlour.`
            : `The lab's ${name} is still in Parlour: ${fault} Delete it in the settings.`,
        );
      if (made.bot !== null || made.provider !== null) note("bot", await removeBot());
      if (made.webhook !== null) note("webhook", await removeWebhook());
      return sentences;
    },
  };
}
