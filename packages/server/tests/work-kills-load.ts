import type { Chat } from "@parlour/protocol";
import type { BroadcastDetails } from "@parlour/protocol/api";
import { inMs, pause, texts, type Prepared, type WorkFixture } from "./work-kills-fixture.ts";

/** Work that was acknowledged, and work that may have been stored without an answer. */
export interface Acknowledged {
  readonly done: Set<string>;
  readonly uncertain: Set<string>;
}
export interface Work {
  /** Texts of scheduled messages and bulk actions. */
  readonly scheduled: Acknowledged;
  readonly bulk: Acknowledged;
  /** Chat and time of each promise. */
  readonly promises: Acknowledged;
  /** Ids of broadcasts that ended. */
  readonly broadcasts: readonly number[];
  /** Returns the number of acknowledged messages of customers. */
  countMessages(): number;
  /** Resolves when everything that began has ended. */
  stop(): Promise<void>;
}

/**
 * Lets customers write or stay silent, and an operator snooze, schedule, promise, answer late,
 * start bulk actions and broadcasts, until stopped.
 */
export function startWork(fixture: WorkFixture, { chats, broadcast }: Prepared): Work {
  const { call, write, answer } = fixture;
  let isRunning = true;
  let messages = 0;
  const acknowledged = (): Acknowledged => ({ done: new Set(), uncertain: new Set() });
  const [scheduled, bulk, promises] = [acknowledged(), acknowledged(), acknowledged()];
  const broadcasts: number[] = [];
  const note = (list: Acknowledged, key: string, answered: unknown): void =>
    void (answered === null ? list.uncertain : list.done).add(key);
  const repeat = async (run: (n: number) => Promise<void>, restMs: number): Promise<void> => {
    for (let n = 0; isRunning; n++) {
      await run(n);
      await pause(restMs);
    }
  };
  /** The same id again, until the message is acknowledged. */
  const writeOnce = async (customer: string, id: string): Promise<void> => {
    while (!(await write(customer, id))) await pause(50);
    messages++;
  };
  const waitFor = async (chat: number, isSo: (chat: Chat) => boolean): Promise<void> => {
    for (;;) {
      const stored = await call<Chat>("GET", `/chats/${chat}`);
      if (stored !== null && isSo(stored)) return;
      await pause(250);
    }
  };

  const customers = chats.busy.map((_, customer) =>
    repeat((n) => writeOnce(`busy${customer}`, `message ${customer} ${n}`), 150),
  );
  const snoozes = repeat(async () => {
    const page = await call<{ items: readonly Chat[] }>("GET", "/chats?view=all&limit=200");
    for (const { id, snoozed } of page?.items ?? [])
      if (snoozed === undefined && chats.busy.includes(id))
        await call("POST", `/chats/${id}/snooze`, { until: inMs(900), stay: true });
  }, 300);
  const sendLater = repeat(async (n) => {
    const chat = chats.busy[n % chats.busy.length] ?? 0;
    const text = `later ${n}`;
    const body = { text, send_at: inMs(1_200) };
    note(scheduled, text, await call("POST", `/chats/${chat}/scheduled-messages`, body));
  }, 200);
  const bulkActions = repeat(async (n) => {
    const text = `bulk ${n}`;
    const body = { chats: chats.busy, do: [{ type: "note", text }] };
    note(bulk, text, await call("POST", "/chats/bulk", body));
  }, 1_000);
  // Every second target is missed. A minute is the shortest.
  const targets = chats.late.map((chat, customer) =>
    repeat(async (n) => {
      await writeOnce(`late${customer}`, `question ${customer} ${n}`);
      if (n % 2 === 0) await waitFor(chat, ({ sla }) => sla?.state === "broken");
      await answer(chat, `answer ${customer} ${n}`);
    }, 1_000),
  );
  // Every second promise is broken, and others too if a kill delays the answer.
  const promised = chats.promised.map((chat, customer) =>
    repeat(async (n) => {
      const until = inMs(8_000);
      const stored = await call("PUT", `/chats/${chat}/promise`, { until });
      note(promises, `${chat} ${until}`, stored);
      if (stored === null) return;
      if (n % 2 === 0) await answer(chat, `in time ${customer} ${n}`);
      await waitFor(chat, ({ promise }) => /kept|broken/.test(promise?.state ?? ""));
    }, 200),
  );
  // The rule on the silence after each answer sets the priority.
  const silences = chats.silent.map((chat, customer) =>
    repeat(async (n) => {
      if ((await call("PUT", `/chats/${chat}/priority`, { priority: "normal" })) === null) return;
      await answer(chat, `${texts.beforeSilence} ${customer} ${n}`);
      await waitFor(chat, ({ priority }) => priority === "high");
    }, 200),
  );
  const sending = repeat(async (n) => {
    const draft = { ...broadcast, name: `News ${n}`, subject: `News ${n};`, text: "Hello" };
    const created = await call<{ id: number }>("POST", "/broadcasts", draft);
    if (created === null) return;
    for (let state = "draft"; state !== "done"; await pause(100)) {
      // A start that was stored without an answer is refused.
      if (state === "draft") await call("POST", `/broadcasts/${created.id}/start`, {});
      state =
        (await call<BroadcastDetails>("GET", `/broadcasts/${created.id}`))?.state ?? "unknown";
    }
    broadcasts.push(created.id);
  }, 2_000);
  const running = Promise.all([
    ...customers,
    ...targets,
    ...promised,
    ...silences,
    snoozes,
    sendLater,
    bulkActions,
    sending,
  ]);
  return {
    scheduled,
    bulk,
    promises,
    broadcasts,
    countMessages: () => messages,
    async stop() {
      isRunning = false;
      await running;
    },
  };
}
