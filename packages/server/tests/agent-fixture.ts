import type { AskModel, ModelReply, ModelRequest } from "../src/agent/ports.ts";
import { turnPauseMs } from "../src/core/bot/agent-turn.ts";
import { openBotFixture, type BotFixture } from "./bot-edge-fixture.ts";
import type { TestParlourOptions } from "@parlour/testkit";

/** A complete Parlour with a chat channel, an agent, a published article and a scripted model. */
export interface AgentFixture extends BotFixture {
  readonly agent: { readonly id: number; readonly botId: number };
  /** Requests to the model, in order. */
  readonly requests: readonly ModelRequest[];
  /** Sets the next replies of the model, in order. After them it does not reply. */
  script(...replies: readonly (ModelReply | Promise<ModelReply>)[]): void;
  patchAgent(change: Readonly<Record<string, unknown>>): Promise<void>;
  /** Moves the clock by the pause after a message, and waits until nothing is due. */
  pause(): Promise<void>;
  /** Returns the texts of the chat that the visitor sees, and those of the notes. */
  read(chat: number): Promise<{
    readonly shown: readonly string[];
    readonly notes: readonly string[];
    readonly codes: readonly string[];
    readonly state: string;
  }>;
}

/** Why the agents of tests answer visitors at once. */
const skipReason = "A test of what it does in this state.";
/** Path of the article. */
export const articlePath = "/help/en/delivery";
export const createReply = (more: object = {}): ModelReply => ({
  json: {
    action: "answer",
    text: "Your parcel arrives within three days of the order.",
    sources: [1],
    reason: "The article says it.",
    open_question: "How long delivery takes",
    ...more,
  },
});

export async function openAgentFixture(
  agent: Readonly<Record<string, unknown>> = {},
  options: TestParlourOptions = {},
): Promise<AgentFixture> {
  const requests: ModelRequest[] = [];
  const replies: (ModelReply | Promise<ModelReply>)[] = [];
  const askModel: AskModel = (request) => {
    requests.push(request);
    return Promise.resolve(replies.shift() ?? new Promise<ModelReply>(() => undefined));
  };
  const fixture = await openBotFixture({
    ...options,
    withoutBot: true,
    hooks: { askModel, ...options.hooks },
  });
  const { parlour } = fixture;
  await addArticle(fixture);
  const created = await parlour.owner.call("POST", "agents", {
    name: "Helper",
    state: "on",
    skip_gates: skipReason,
    ...agent,
  });
  if (created.status !== 201) throw new Error(created.text);
  const id = created.body["id"] as number;
  const [row] = await parlour.sql<{ bot_id: string }>("select bot_id from agent where id = $1", [
    id,
  ]);
  return {
    ...fixture,
    agent: { id, botId: Number(row?.bot_id) },
    requests,
    async pause() {
      await parlour.settle();
      await parlour.clock.advance(turnPauseMs);
      await parlour.settle();
    },
    script: (...next) => void replies.splice(0, replies.length, ...next),
    async patchAgent(change) {
      const skip = "state" in change ? { skip_gates: skipReason } : {};
      const patched = await parlour.owner.call("PATCH", `agents/${id}`, { ...skip, ...change });
      if (patched.status !== 200) throw new Error(patched.text);
    },
    async read(chat) {
      const messages = await parlour.messages(chat);
      const texts = (isShown: boolean): readonly string[] =>
        messages
          .filter(({ line, kind }) => line === undefined && (kind !== "note") === isShown)
          .map(({ text, nodes }) => text || JSON.stringify(nodes));
      return {
        shown: texts(true),
        notes: texts(false),
        codes: messages.flatMap(({ line }) => (line === undefined ? [] : [line.code])),
        state: (await fixture.readChat(chat)).state,
      };
    },
  };
}

/** Adds a published article about delivery. */
async function addArticle({ parlour }: BotFixture): Promise<void> {
  const section = await parlour.owner.call("POST", "article-sections", { name: "Shipping" });
  const created = await parlour.owner.call("POST", "articles", {
    section_id: section.body["id"],
    language: "en",
    title: "Delivery of parcels",
    slug: "delivery",
    body: "Parcels arrive within three days of the order.",
    state: "published",
  });
  if (created.status !== 201) throw new Error(created.text);
}
