import type { Chat, ChatEntity, Delivery, EventFrame, Message, Visitor } from "@parlour/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markRead, mergeChats, mergeMessages, applyFrame, applyFrames } from "./reducer.ts";
import { emptySnapshot, hasMissingMessages, type Snapshot } from "./snapshot.ts";

type ServerAction =
  | { do: "say"; chat: number; who: "visitor" | "operator" | "bot" }
  | { do: "accept"; chat: number }
  | { do: "handOver"; chat: number }
  | { do: "assign"; chat: number }
  | { do: "close"; chat: number }
  | { do: "rename"; chat: number }
  | { do: "deliver"; chat: number; pick: number; state: "pending" | "delivered" | "failed" }
  | { do: "hidden" };

const arbitraryAction: fc.Arbitrary<ServerAction> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      chat: fc.integer({ min: 1, max: 3 }),
      who: fc.constantFrom("visitor" as const, "operator" as const, "bot" as const),
    }),
  },
  ...(["accept", "handOver", "assign", "close", "rename"] as const).map(
    (verb) =>
      fc.record({
        do: fc.constant(verb),
        chat: fc.integer({ min: 1, max: 3 }),
      }) as fc.Arbitrary<ServerAction>,
  ),
  fc.record({
    do: fc.constant("deliver" as const),
    chat: fc.integer({ min: 1, max: 3 }),
    pick: fc.nat(),
    state: fc.constantFrom("pending" as const, "delivered" as const, "failed" as const),
  }),
  fc.record({ do: fc.constant("hidden" as const) }),
);

describe("projection", () => {
  it("[API-107] [CORE-045] applying any prefix twice and then the rest equals the fresh list", () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryAction, { maxLength: 60 }),
        fc.nat(),
        fc.nat(),
        (acts, startPick, prefixPick) => {
          const start = acts.length === 0 ? 0 : startPick % acts.length;
          const server = new ServerModel();
          for (const action of acts.slice(0, start)) server.act(action);
          const before = server.fresh();
          const frames = acts.slice(start).flatMap((action) => server.act(action));
          const prefix = frames.slice(
            0,
            frames.length === 0 ? 0 : prefixPick % (frames.length + 1),
          );
          const twice = applyFrames(applyFrames(applyFrames(before, prefix), prefix), frames);
          expect(toComparable(twice)).toEqual(toComparable(server.fresh()));
          const oneByOne = frames.reduce(applyFrame, before);
          expect(toComparable(oneByOne)).toEqual(toComparable(twice));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("[API-107] an HTTP answer that is older than events already applied takes nothing back", () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryAction, { minLength: 1, maxLength: 40 }),
        fc.nat(),
        fc.nat(),
        (acts, a, b) => {
          const server = new ServerModel();
          const [left, answered] = [a % (acts.length + 1), b % (acts.length + 1)].toSorted(
            (x, y) => x - y,
          ) as [number, number];
          for (const action of acts.slice(0, left)) server.act(action);
          const before = server.fresh();
          const during = acts.slice(left, answered).flatMap((action) => server.act(action));
          const answer = server.fresh();
          const after = acts.slice(answered).flatMap((action) => server.act(action));
          // The request is sent at position `before`, and the server creates the response at
          // position `during`. The page has applied all events when the response arrives.
          const delayed = mergeHttpResponse(
            applyFrames(before, [...during, ...after]),
            answer,
            before.position,
          );
          expect(toComparable(delayed)).toEqual(toComparable(server.fresh()));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("[API-107] calls and offline messages move the position and nothing else here", () => {
    const server = new ServerModel();
    server.act({ do: "say", chat: 1, who: "visitor" });
    const before = server.fresh();
    for (const name of ["call_updated", "offline_message_updated"] as const) {
      const after = applyFrame(before, {
        type: "event",
        position: before.position + 1,
        at: "",
        name,
        data: {},
      } as unknown as EventFrame);
      expect([after.position, after.chats, after.logs]).toEqual([
        before.position + 1,
        before.chats,
        before.logs,
      ]);
    }
  });

  it("[CORE-040] a jump of seq is a gap: nothing behind it is shown until the chat is read again", () => {
    const server = new ServerModel();
    server.act({ do: "say", chat: 1, who: "visitor" });
    const before = server.fresh();
    server.act({ do: "say", chat: 1, who: "visitor" });
    const later = server.act({ do: "say", chat: 1, who: "visitor" });
    const torn = applyFrames(before, later);
    expect(hasMissingMessages(torn.logs.get(1)!)).toBe(true);
    expect(torn.logs.get(1)!.messages.map((message) => message.seq)).toEqual([1]);
    const whole = mergeMessages(torn, 1, server.messages(1), torn.position);
    expect(hasMissingMessages(whole.logs.get(1)!)).toBe(false);
    expect(whole.logs.get(1)!.messages.map((message) => message.seq)).toEqual([1, 2, 3]);
  });

  it("[CORE-045] a page that does not join what is shown replaces it: never a list with a hole", () => {
    const server = new ServerModel();
    for (let n = 0; n < 9; n += 1) server.act({ do: "say", chat: 1, who: "visitor" });
    const first = mergeMessages(emptySnapshot, 1, server.messages(1).slice(0, 3), 0);
    const jumped = mergeMessages(first, 1, server.messages(1).slice(6), 0);
    expect(jumped.logs.get(1)!.messages.map((message) => message.seq)).toEqual([7, 8, 9]);
  });

  it("[API-029] the read mark counts unread from the visitor's messages behind it", () => {
    const server = new ServerModel();
    for (const author of ["visitor", "operator", "visitor", "visitor"] as const)
      server.act({ do: "say", chat: 1, who: author });
    const read = markRead(server.fresh(), 1, 3);
    expect(read.chats.get(1)!.chat.unread).toBe(1);
  });

  it("[API-020] [CORE-037] a list, which does not say why chats are here, takes nothing away", () => {
    const server = new ServerModel();
    server.act({ do: "say", chat: 1, who: "visitor" });
    const fresh = server.fresh();
    const listed = fresh.chats.get(1)!.chat;
    const assignment = { rules: ["all"], eligible: [2], others: [] };
    const current = mergeChats(fresh, [{ ...listed, assignment }], fresh.position);
    expect(
      mergeChats(current, [{ ...listed, assignment: null }], fresh.position).chats.get(1)!.chat
        .assignment,
    ).toEqual(assignment);
  });

  it("[API-101] ready brings presence, an unknown epoch starts at its head", () => {
    const after = applyFrame(
      { ...emptySnapshot, epoch: "a", position: 50 },
      {
        type: "ready",
        epoch: "b",
        position: 7,
        mode: "live",
        presence: [{ operator_id: 3, status: "away" }],
      },
    );
    expect([after.epoch, after.position, after.presence.get(3)]).toEqual(["b", 7, "away"]);
  });
});

function mergeHttpResponse(snapshot: Snapshot, response: Snapshot, since: number): Snapshot {
  let merged = mergeChats(
    snapshot,
    [...response.chats.values()].map((record) => record.chat),
    since,
  );
  for (const [chatId, log] of response.logs)
    merged = mergeMessages(merged, chatId, log.messages, since);
  return merged;
}

/**
 * Converts a snapshot to what a screen shows. Leaves out internal fields and the position, which
 * also increases with entries that the operator cannot see.
 */
function toComparable(snapshot: Snapshot): unknown {
  return {
    chats: new Map(
      [...snapshot.chats].toSorted(([a], [b]) => a - b).map(([id, record]) => [id, record.chat]),
    ),
    logs: new Map(
      [...snapshot.logs].toSorted(([a], [b]) => a - b).map(([id, log]) => [id, log.messages]),
    ),
  };
}

/** A small model of the server: three chats of three visitors, all open in the client. */
class ServerModel {
  position = 0;
  readonly #chats = new Map<number, ChatEntity>();
  readonly #messages = new Map<number, Message[]>([
    [1, []],
    [2, []],
    [3, []],
  ]);
  #deliveries = 0;

  act(action: ServerAction): EventFrame[] {
    if (action.do === "hidden") {
      this.position += 1;
      return [];
    }
    if (action.do === "say") return this.#say(action.chat, action.who);
    const chat = this.#chats.get(action.chat);
    if (!chat) return [];
    if (action.do === "accept")
      return chat.state === "waiting"
        ? [
            this.#change(
              chat,
              { state: "open", assignee: { id: 1, name: "Ivan" }, wait: null },
              "chat_accepted",
            ),
          ]
        : [];
    if (action.do === "handOver")
      return chat.state === "waiting"
        ? [
            this.#change(
              chat,
              {
                bot: { id: 7, name: "Oleg", photo: "", attached: false },
                wait: { since: this.#time() },
              },
              "chat_handed_over",
            ),
          ]
        : [];
    if (action.do === "assign")
      return chat.state === "open"
        ? [
            this.#change(
              chat,
              { crm: { link: "https://crm.example/7", assign: true, assigned: true } },
              "chat_assigned",
            ),
          ]
        : [];
    if (action.do === "close")
      return chat.state === "closed"
        ? []
        : [
            this.#change(
              chat,
              { state: "closed", closed_at: this.#time(), wait: null },
              "chat_closed",
            ),
          ];
    if (action.do === "rename") return this.#rename(chat);
    return this.#deliver(action);
  }

  messages(chatId: number): Message[] {
    return this.#messages.get(chatId) ?? [];
  }

  fresh(): Snapshot {
    const chats = [...this.#chats.values()].map((chat): Chat => ({
      ...chat,
      assignment: null,
      last_message: this.messages(chat.id).at(-1) ?? null,
      unread: this.messages(chat.id).filter((message) => message.author.kind === "visitor").length,
    }));
    let snapshot = mergeChats(
      { ...emptySnapshot, epoch: "e", position: this.position },
      chats,
      this.position,
    );
    for (const [chatId, messages] of this.#messages)
      snapshot = mergeMessages(snapshot, chatId, messages, this.position);
    return snapshot;
  }

  #say(chatId: number, author: "visitor" | "operator" | "bot"): EventFrame[] {
    const frames: EventFrame[] = [];
    const current = this.#chats.get(chatId);
    if (current?.state === "closed") return [];
    const seq = this.messages(chatId).length + 1;
    const message: Message = {
      seq,
      id: chatId * 1000 + seq,
      chat_id: chatId,
      author: { kind: author, id: author === "visitor" ? chatId : 1, name: author },
      kind: "text",
      text: `${author} ${seq}`,
      created_at: this.#time(),
    };
    if (!current)
      frames.push(this.#change(createChatEntity(chatId, this.#time()), { seq }, "chat_created"));
    this.#messages.set(chatId, [...this.messages(chatId), message]);
    const chat = this.#chats.get(chatId)!;
    this.#chats.set(chatId, { ...chat, seq });
    frames.push(this.#event({ name: "message_created", data: { message } }));
    return frames;
  }

  #change(
    chat: ChatEntity,
    fields: Partial<ChatEntity>,
    name: "chat_created" | "chat_accepted" | "chat_handed_over" | "chat_assigned" | "chat_closed",
  ): EventFrame {
    const next = { ...chat, ...fields };
    this.#chats.set(chat.id, next);
    return this.#event(
      name === "chat_accepted"
        ? { name, data: { chat: next, by: { id: 1, name: "Ivan" } } }
        : name === "chat_handed_over"
          ? { name, data: { chat: next, by: null, reason: "bot_failed" } }
          : name === "chat_assigned"
            ? { name, data: { chat: next, crm_link: "https://crm.example/7" } }
            : { name, data: { chat: next } },
    );
  }

  #rename(chat: ChatEntity): EventFrame[] {
    const visitor: Visitor = {
      ...chat.visitor,
      name: { value: `Name ${this.position}`, source: "operator", at: this.#time() },
    };
    this.#chats.set(chat.id, { ...chat, visitor });
    return [this.#event({ name: "visitor_updated", data: { visitor } })];
  }

  #deliver(action: Extract<ServerAction, { do: "deliver" }>): EventFrame[] {
    const sentMessages = this.messages(action.chat).filter(
      (message) => message.author.kind !== "visitor",
    );
    const message = sentMessages[action.pick % Math.max(1, sentMessages.length)];
    if (!message) return [];
    this.#deliveries += 1;
    const delivery: Delivery = {
      id: this.#deliveries,
      endpoint: { id: 1, kind: "channel", name: "Shop" },
      event: "text",
      chat_id: action.chat,
      seq: message.seq,
      state: action.state,
      attempts: action.pick % 4,
      outcome: null,
      error: action.state === "failed" ? { code: "timeout", message: "no answer" } : null,
      unconfirmed: false,
      next_at: null,
      created_at: this.#time(),
      updated_at: this.#time(),
    };
    const marked: Message = {
      ...message,
      delivery: {
        id: delivery.id,
        state: action.state,
        attempts: delivery.attempts,
        error: delivery.error,
        next_at: null,
      },
    };
    this.#messages.set(
      action.chat,
      this.messages(action.chat).map((current) => (current.seq === message.seq ? marked : current)),
    );
    return [this.#event({ name: "delivery_updated", data: { delivery } })];
  }

  #event(event: { name: EventFrame["name"]; data: EventFrame["data"] }): EventFrame {
    this.position += 1;
    return { type: "event", position: this.position, at: this.#time(), ...event } as EventFrame;
  }

  #time(): string {
    return new Date(1_700_000_000_000 + this.position * 1000).toISOString();
  }
}

function createChatEntity(id: number, at: string): ChatEntity {
  return {
    id,
    seq: 0,
    state: "waiting",
    channel: { id: 1, kind: "api", name: "Shop" },
    assignee: null,
    participants: [],
    department: null,
    page: null,
    session: null,
    custom_data: [],
    visitor: {
      number: id,
      id,
      name: null,
      phone: null,
      email: null,
      description: null,
      photo: null,
      customer: `c${id}`,
      created_at: at,
    },
    crm: { link: null, assign: false, assigned: false },
    bot: null,
    accepted_at: null,
    continues: null,
    created_at: at,
    closed_at: null,
    close_reason: null,
    rating: null,
    wait: { since: at },
  };
}
