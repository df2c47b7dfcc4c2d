import { describe, expect, test } from "vitest";
import { blockChat, unblockChat } from "../block.ts";
import { closeChat } from "../close.ts";
import { continueChat } from "../continue.ts";
import { receiveCustomerMessage, type CustomerMessageInput } from "./receive-message.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";
import type { BlockListEntry } from "../../command.ts";
import { storeBlockedMessage } from "./store-blocked-message.ts";

const createInput = (
  text: string,
  more: Partial<CustomerMessageInput> = {},
): CustomerMessageInput => ({
  channelId: 5,
  customer: "c",
  recipient: '"c"',
  text,
  ...more,
});
const createCustomerEntry = (until: number | null = null): BlockListEntry => ({
  id: 1,
  kind: "customer",
  value: "5 c",
  until,
});

describe("messages of the blocked", () => {
  test("[CORE-071] [CORE-231] a customer blocked before he was ever seen: stored, marked, in a chat that never ran", () => {
    const world = new ChatSimulation();
    world.blockList = [createCustomerEntry()];
    world.run(
      receiveCustomerMessage(
        createInput("hi", { name: "Bob", pageUrl: "https://x.org/", invite: "Come in" }),
      ),
    );
    expect(world.events.map((event) => event.name)).toEqual([
      "visitor_created",
      "chat_created",
      "message_created",
    ]);
    expect([...world.chats.values()]).toMatchObject([
      { state: "closed", close_reason: "blocked", blacklisted: true, wait: null, bot: null },
    ]);
    expect(world.messages).toMatchObject([
      { text: "hi", author: { kind: "visitor" }, blacklisted: true },
    ]);
    expect(world.currentChat).toBeNull();
  });

  test("[CORE-071] [CORE-231] in a running chat: only the marked message, nothing learnt, the bot's patience does not begin", () => {
    const world = new ChatSimulation();
    const bot = {
      id: 3,
      endpointId: 4,
      name: "Robo",
      photo: "",
      enabled: true,
      channels: null,
      inviteWaitMs: 60_000,
      sendsChatClosed: true,
      sendsButtonText: false,
      answersSettle: true,
    };
    world.bots.set(3, { ...bot, silentMs: 0 });
    world.run(receiveCustomerMessage(createInput("one", { email: "a@x.org" })));
    world.bots.set(3, { ...bot, silentMs: 5_000 });
    world.blockList = [{ id: 1, kind: "email", value: "a@x.org", until: null }];
    const before = world.events.length;
    world.run(
      receiveCustomerMessage(
        createInput("two", { name: "Another", pageUrl: "https://x.org/2", invite: "Again" }),
      ),
    );
    expect(world.events.slice(before).map((event) => event.name)).toEqual(["message_created"]);
    expect(world.messages.at(-1)).toMatchObject({
      text: "two",
      blacklisted: true,
      chat_id: world.currentChat?.id,
    });
    expect(world.visitor?.entity.name).toBeNull();
  });

  test("[CORE-071] [CORE-231] between chats: no chat starts; the message goes where the caller found his latest chat", () => {
    const world = new ChatSimulation();
    world.run(receiveCustomerMessage(createInput("one")));
    const chatId = world.currentChat?.id ?? 0;
    world.run(closeChat({ cause: "visitor" }), chatId);
    world.blockList = [createCustomerEntry()];
    const before = world.events.length;
    expect(world.run(receiveCustomerMessage(createInput("two")))).toMatchObject({
      failure: "visitor_blocked",
    });
    expect(world.events).toHaveLength(before);
    expect(world.run(storeBlockedMessage(createInput("two")), chatId)).toMatchObject({
      chat_id: chatId,
    });
    expect(world.events.slice(before)).toMatchObject([
      { name: "message_created", message: { text: "two", blacklisted: true } },
    ]);
    // The visitor is known but has no chats.
    world.chats.clear();
    world.run(storeBlockedMessage(createInput("three")));
    expect([...world.chats.values()]).toMatchObject([{ state: "closed", blacklisted: true }]);
  });

  test("[CORE-070] [CORE-071] the block ends at its time: the next message starts a chat", () => {
    const world = new ChatSimulation();
    world.blockList = [createCustomerEntry(world.now + 60_000)];
    world.run(receiveCustomerMessage(createInput("one")));
    expect(world.currentChat).toBeNull();
    world.now += 60_000;
    world.run(receiveCustomerMessage(createInput("two")));
    expect(world.currentChat?.state).toBe("waiting");
    expect(world.messages.at(-1)?.blacklisted).toBeUndefined();
  });

  test("[CORE-071] pressed buttons of a bot do nothing", () => {
    const world = new ChatSimulation();
    world.run(receiveCustomerMessage(createInput("one")));
    world.blockList = [createCustomerEntry()];
    world.run(
      receiveCustomerMessage(createInput("Yes", { pressed: { messageId: 1, buttonId: "yes" } })),
    );
    expect(world.messages.at(-1)).toMatchObject({ text: "Yes", blacklisted: true });
    expect(world.messages.at(-1)?.button_id).toBeUndefined();
  });
});

describe("blocking in a chat", () => {
  test("[CORE-070] [API-027] [CORE-230] it closes, marked; a closed one only gets the line; taking it back reopens nothing", () => {
    const world = new ChatSimulation();
    world.run(receiveCustomerMessage(createInput("one")));
    const chatId = world.currentChat?.id ?? 0;
    const until = "2026-01-06T09:00:00.000Z";
    expect(world.run(blockChat({ operatorId: 1, reason: "spam", until }), chatId)).toMatchObject({
      state: "closed",
      close_reason: "blocked",
      blacklisted: true,
      wait: null,
    });
    expect(world.messages.at(-1)).toMatchObject({
      line: { code: "blocked", by: { id: 1, name: "Ines" }, detail: "spam" },
      text: `Ines blocked the visitor until ${until}: spam`,
    });
    expect(world.events.at(-1)?.name).toBe("chat_closed");
    expect(world.run(unblockChat({ operatorId: 2 }), chatId)).toMatchObject({ state: "closed" });
    expect(world.messages.at(-1)?.line).toMatchObject({ code: "unblocked", by: { id: 2 } });

    world.run(receiveCustomerMessage(createInput("two")));
    const second = world.currentChat?.id ?? 0;
    world.run(closeChat({ operatorId: 1, reason: null }), second);
    expect(
      world.run(blockChat({ operatorId: 1, reason: null, until: null }), second),
    ).toMatchObject({ close_reason: "operator" });
    expect(world.messages.at(-1)).toMatchObject({
      line: { code: "blocked" },
      text: "Ines blocked the visitor",
    });
    expect(world.chats.get(second)?.blacklisted).toBeUndefined();
  });

  test("[API-028] [CORE-071] a closed chat of a blocked visitor cannot be continued", () => {
    const world = new ChatSimulation();
    world.run(receiveCustomerMessage(createInput("one")));
    const chatId = world.currentChat?.id ?? 0;
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    world.blockList = [
      { id: 1, kind: "visitor", value: String(world.visitor?.id), until: world.now + 10_000 },
    ];
    expect(world.run(continueChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      failure: "visitor_blocked",
    });
    world.now += 10_000;
    expect(world.run(continueChat({ operatorId: 1 }), chatId, 1)).toMatchObject({
      state: "open",
      continues: chatId,
    });
  });
});
