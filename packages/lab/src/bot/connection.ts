import type { ServiceResources, RegisteredResource } from "../service-api/registered-resource.ts";
import type { LabState } from "../state.ts";
import { maskBotToken, toText } from "../endpoints/received-request.ts";

/** Ids of the resources that the lab created in Parlour. */
interface CreatedBot {
  bot: string | null;
  provider: string | null;
}

/** Creates the lab's bot connection in Parlour, with a separate provider. */
export function createBotConnection(
  state: LabState,
  entries: ServiceResources,
): RegisteredResource {
  const created: CreatedBot = { bot: null, provider: null };
  const remove = () => removeBot(state, entries, created);
  return {
    async create() {
      if (created.bot !== null) return null;
      const fault = await registerBot(state, entries, created);
      // A provider without its bot is useless, so remove it.
      if (fault !== null && created.provider !== null) await remove();
      return fault;
    },
    remove,
    exists: () => created.bot !== null || created.provider !== null,
  };
}

async function registerBot(
  state: LabState,
  entries: ServiceResources,
  created: CreatedBot,
): Promise<string | null> {
  const { endpoint } = state.setup.bot;
  const fields = { name: "Parlour lab", endpoint_url: endpoint };
  await entries.removeLeftovers("/bots", "endpoint_url", endpoint);
  await entries.removeLeftovers("/bot-providers", "endpoint_url", endpoint);
  const provider = await entries.create("/bot-providers", {
    ...fields,
    contact: "lab@parlour.invalid",
    scope: "account",
  });
  if ("fault" in provider) return provider.fault;
  created.provider = toText(provider.value["id"]);
  const channels = await findLabChannel(state, entries);
  const connection = await entries.create("/bots", {
    ...fields,
    provider_id: created.provider,
    token: state.secrets.botToken,
    sends_chat_closed: true,
    channels: channels ?? undefined,
  });
  if ("fault" in connection) return connection.fault;
  created.bot = toText(connection.value["id"]);
  publishConnection(
    state,
    connection.value,
    channels === null ? "New chats of every channel" : "New chats of the lab's channel",
  );
  return null;
}

async function removeBot(
  state: LabState,
  entries: ServiceResources,
  created: CreatedBot,
): Promise<string | null> {
  for (const [resource, path] of [
    ["bot", "/bots"],
    ["provider", "/bot-providers"],
  ] as const) {
    const id = created[resource];
    const fault = id === null ? null : await entries.remove(path, id);
    if (fault !== null) return fault;
    created[resource] = null;
  }
  Object.assign(state.setup.bot, { isOurs: false, secret: false, address: null, text: "" });
  Object.assign(state.secrets, { botAddress: null, botSecret: null });
  state.publish({ setup: state.setup });
  return null;
}

function publishConnection(
  state: LabState,
  connection: Readonly<Record<string, unknown>>,
  chatScope: string,
): void {
  const address = toText(connection["address"]);
  Object.assign(state.secrets, {
    botAddress: address || null,
    botSecret: toText(connection["signing_secret"]) || null,
  });
  Object.assign(state.setup.bot, {
    isOurs: true,
    secret: state.secrets.botSecret !== null,
    address: address === "" ? null : maskBotToken(address),
    text: `${chatScope} go to this bot first. It is taken away when the lab ends.`,
  });
  state.publish({ setup: state.setup });
}

/** So that the bot receives no chats of other channels. Null, if unknown: it receives all. */
async function findLabChannel(
  state: LabState,
  entries: ServiceResources,
): Promise<number[] | null> {
  const publicId = state.setup.channel?.split("/").at(-1);
  if (publicId === undefined) return null;
  const labChannel = (await entries.list("/channels")).find(
    (candidate) => candidate["public_id"] === publicId,
  );
  return typeof labChannel?.["id"] === "number" ? [labChannel["id"]] : null;
}
