import { fileURLToPath } from "node:url";
import { createSeededRandom, type ServerProcess } from "@parlour/testkit";
import type { Chat, Message } from "@parlour/protocol";
import { expect } from "vitest";
import {
  apiKey,
  cleanUp,
  createCrashFixture,
  startServer,
  waitUntilDelivered,
} from "./crash-fixture.ts";

const crashingServerPath = fileURLToPath(
  new URL("../../testkit/src/crashing-server.ts", import.meta.url),
);
/** Steps of an attempt, and of the batches that store the reply and the result. */
const steps = ["claimed", "dialled", "answered", "reported", "batch_sent", "batch_committed"];
const modelReply = JSON.stringify({
  action: "ask",
  text: "Which of your orders do you mean, please?",
  sources: [],
  reason: "It is unclear.",
  open_question: "Where the order is",
});
/** Time in ms in which a process reaches its step. It is killed at the latest then. */
const maxLifeMs = 5_000;

/**
 * Kills the server at steps while an agent answers. Returns for each chat its state and the numbers
 * of replies of the agent, notes and lines about a hand-over, as `waiting 1 1 1`.
 */
export async function killWhileAgentAnswers(killCount: number): Promise<readonly string[]> {
  const random = createSeededRandom(20_261_129);
  const fixture = await createCrashFixture();
  let server: ServerProcess | null = null;
  const boot = (crashAt = ""): Promise<ServerProcess> =>
    startServer(fixture, {
      entry: crashingServerPath,
      env: { CRASH_AT: crashAt, MODEL_REPLY: modelReply },
    });
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const list = async <T>(path: string): Promise<readonly T[]> => {
    const items: T[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const response = await fetch(`${fixture.api}${path}?limit=200${query}`, { headers });
      const page = (await response.json()) as { items: T[]; next_cursor?: string | null };
      items.push(...page.items);
      cursor = page.next_cursor ?? null;
    }
    return items;
  };
  /** Sends the message of a customer, once (CH-057). Returns whether it was acknowledged. */
  const write = (customer: string, text: string): Promise<boolean> =>
    fetch(fixture.inboundUrl, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": customer },
      body: JSON.stringify({ sender: { id: customer }, message: { type: "text", text } }),
    }).then(
      (response) => response.ok,
      () => false,
    );
  try {
    server = await boot();
    const created = await fetch(`${fixture.api}/agents`, {
      method: "POST",
      headers,
      body: JSON.stringify({
        name: "Helper",
        state: "on",
        skip_gates: "A test",
        says_it_is_a_machine: false,
      }),
    });
    expect(created.status).toBe(201);
    const agent = `${fixture.api}/agents/${((await created.json()) as { id: number }).id}`;
    /** Half of the chats are handed over. Setting the state begins the count of AGENT-060 again. */
    const restartAgent = (): Promise<unknown> =>
      fetch(agent, {
        method: "PATCH",
        headers,
        body: JSON.stringify({ state: "on", skip_gates: "A test" }),
      }).catch(() => null);
    await server.kill("server");
    const customers = new Map<string, string>();
    for (let n = 0; n < killCount; n += 1) {
      const step = steps[n % steps.length] ?? "";
      // The message of the customer passes the steps of a batch first.
      const passes = step.startsWith("batch") ? 2 + Math.floor(random() * 3) : 1;
      server = await boot(`${step}:${passes}`).catch(() => null);
      // It died before it was ready, while it repeated an attempt of the one before.
      if (server === null) continue;
      await restartAgent();
      for (const text of ["Where is my order?", "I want to talk to a human"]) {
        const customer = `customer-${customers.size}`;
        customers.set(customer, text);
        if (!(await write(customer, text))) break;
      }
      await Promise.race([server.exited, new Promise((resolve) => setTimeout(resolve, maxLifeMs))]);
      await server.kill("server");
    }
    server = await boot();
    for (const [customer, text] of customers) expect(await write(customer, text)).toBe(true);
    await waitUntilDelivered(fixture);
    const chats = await list<Chat>("/chats");
    expect(chats).toHaveLength(customers.size);
    return await Promise.all(
      chats.map(async ({ id, state }) => {
        const messages = await list<Message>(`/chats/${id}/messages`);
        const count = (isCounted: (message: Message) => boolean): number =>
          messages.filter(isCounted).length;
        const replies = count(({ author }) => author.kind === "bot");
        const notes = count(({ kind }) => kind === "note");
        const lines = count(({ line }) => line?.code === "agent_handed_over");
        return [state, replies, notes, lines].join(" ");
      }),
    );
  } finally {
    await cleanUp(fixture, server);
  }
}
