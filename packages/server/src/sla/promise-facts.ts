import type { ChatEntity } from "../core/entity.ts";
import type { JournalEntry } from "../journal/entry.ts";
import {
  startDurableConsumer,
  type ConsumerDeps,
  type DurableConsumer,
} from "../journal/subscribers/durable-consumer.ts";
import {
  buildPromiseFactStatement,
  type ChatPromiseChange,
  type PromiseFact,
} from "../store/sla/promise-fact.ts";

/**
 * Starts the consumer that stores each promise to a visitor once, for the report (PROM-014). A fact
 * has the position of its entry, so entries may come twice, also on two nodes.
 */
export const startPromiseFacts = (deps: ConsumerDeps): Promise<DurableConsumer> =>
  startDurableConsumer(deps, {
    name: "promise_facts",
    minIntervalMs: 1_000,
    isRelevant: ({ name, chatId }) => chatId !== null && name.startsWith("chat_"),
    async handle(entries, writeWithCursors) {
      const chats = Map.groupBy(entries, ({ account, chatId }) => `${account} ${chatId}`);
      const changes = [...chats.values()].map(collectPromises);
      await writeWithCursors(buildPromiseFactStatement(changes));
    },
  });

/** Returns the promises of a chat after its entries, which are in order and not empty. */
function collectPromises(entries: readonly JournalEntry[]): ChatPromiseChange {
  const facts = new Map<string, PromiseFact>();
  for (const { name, frame, position } of entries) {
    const promise = readPromise(frame);
    for (const [madeAt, fact] of facts)
      if (fact.state === "running" && madeAt !== promise?.made_at)
        facts.set(madeAt, { ...fact, state: toEndState(name), position });
    if (promise !== undefined)
      facts.set(promise.made_at, {
        madeAt: promise.made_at,
        until: promise.until,
        state: promise.state === "at_risk" ? "running" : promise.state,
        answeredAt: promise.answered_at ?? null,
        position,
      });
  }
  const [first] = entries;
  return {
    account: first?.account ?? 0,
    chat: first?.chatId ?? 0,
    position: first?.position ?? 0,
    endState: toEndState(first?.name),
    facts: [...facts.values()],
  };
}

/** Returns the state of a running promise that the chat no longer has after an event. */
const toEndState = (event: string | undefined): "closed" | "withdrawn" =>
  event === "chat_closed" ? "closed" : "withdrawn";

/** Most chats have no promise, so only frames with the key are parsed. */
function readPromise(frame: string): ChatEntity["promise"] {
  if (!frame.includes('"promise":{')) return undefined;
  const { data } = JSON.parse(frame) as { readonly data: { readonly chat: ChatEntity } };
  return data.chat.promise;
}
