import type { Entries, Registered } from "../registered.ts";
import type { LabState } from "../state.ts";
import { hideToken, stringOf } from "../taken.ts";

/** Ids of the created resources in Parlour. */
interface Made {
  bot: string | null;
  provider: string | null;
}

/** Creates the lab's bot connection in Parlour, with a separate provider. */
export function openBot(state: LabState, entries: Entries): Registered {
  const made: Made = { bot: null, provider: null };
  const remove = () => removeBot(state, entries, made);
  return {
    async make() {
      if (made.bot !== null) return null;
      const fault = await makeBot(state, entries, made);
      // A provider without its bot is useless.
      if (fault !== null && made.provider !== null) await remove();
      return fault;
    },
    remove,
    isMade: () => made.bot !== null || made.provider !== null,
  };
}

async function makeBot(state: LabState, entries: Entries, made: Made): Promise<string | null> {
  const { endpoint } = state.setup.bot;
  const named = { name: "Parlour lab", endpoint_url: endpoint };
  await entries.removeLeftovers("/bots", "endpoint_url", endpoint);
  await entries.removeLeftovers("/bot-providers", "endpoint_url", endpoint);
  const provider = await entries.create("/bot-providers", { ...named, contact: "lab@parlour.invalid", scope: "account" });
  if ("fault" in provider) return provider.fault;
  made.provider = stringOf(provider.value["id"]);
  const channels = await ownChannel(state, entries);
  const connection = await entries.create("/bots", {
    ...named,
    provider_id: made.provider,
    token: state.hidden.botToken,
    sends_chat_closed: true,
    ...(channels === null ? {} : { channels }),
  });
  if ("fault" in connection) return connection.fault;
  made.bot = stringOf(connection.value["id"]);
  tellMade(state, connection.value, channels === null ? "New chats of every channel" : "New chats of the lab's channel");
  return null;
}

async function removeBot(state: LabState, entries: Entries, made: Made): Promise<string | null> {
  for (const [what, path] of [
    ["bot", "/bots"],
    ["provider", "/bot-providers"],
  ] as const) {
    const id = made[what];
    const fault = id === null ? null : await entries.remove(path, id);
    if (fault !== null) return fault;
    made[what] = null;
  }
  Object.assign(state.setup.bot, { isOurs: false, secret: false, address: null, text: "" });
  Object.assign(state.hidden, { botAddress: null, botSecret: null });
  state.tell({ setup: state.setup });
  return null;
}

function tellMade(state: LabState, connection: Readonly<Record<string, unknown>>, whose: string): void {
  const address = stringOf(connection["address"]);
  Object.assign(state.hidden, { botAddress: address || null, botSecret: stringOf(connection["signing_secret"]) || null });
  Object.assign(state.setup.bot, {
    isOurs: true,
    secret: state.hidden.botSecret !== null,
    address: address === "" ? null : hideToken(address),
    text: `${whose} go to this bot first. It is taken away when the lab ends.`,
  });
  state.tell({ setup: state.setup });
}

/**
 * Returns the channel to which the lab writes, so that other chats are not affected. null: unknown,
 * so all channels are used.
 */
async function ownChannel(state: LabState, entries: Entries): Promise<number[] | null> {
  const publicId = state.setup.channel?.split("/").at(-1);
  if (publicId === undefined) return null;
  const found = (await entries.list("/channels")).find((one) => one["public_id"] === publicId);
  return typeof found?.["id"] === "number" ? [found["id"]] : null;
}
