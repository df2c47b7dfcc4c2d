import { describe, expect, it } from "vitest";
import { acceptChat } from "../chat/accept.ts";
import { ChatSimulation } from "../chat/testing/chat-simulation.fixture.ts";
import type { BotConfig } from "../command.ts";
import { closeChat } from "../chat/close.ts";
import {
  createBotConfig,
  createBotSimulation,
  getChat,
  systemCodes,
  receive,
  startChatWithBot,
} from "./bot.fixture.ts";
import { handOverAfterFailure } from "./hand-over.ts";
import { sendBotMessage } from "./send-message.ts";
import type { BotMessageInput } from "./message.ts";
import { selectBot } from "./assignment.ts";

const sendText = (content: string) =>
  sendBotMessage({ botId: 7, message: { kind: "text", text: content } });
const sendButtons = (more: Partial<Extract<BotMessageInput, { kind: "buttons" }>> = {}) =>
  sendBotMessage({
    botId: 7,
    message: {
      kind: "buttons",
      title: "Which?",
      buttons: [{ id: "o1", text: "Order 1001" }],
      ...more,
    },
  });

describe("which bot", () => {
  /** Returns the id of the bot that starts a chat of channel 5. */
  const select = (...list: readonly Partial<BotConfig>[]): number | null => {
    const world = new ChatSimulation();
    for (const [n, bot] of list.entries()) world.bots.set(n + 1, createBotConfig(n + 1, bot));
    return selectBot(world.context(), { channel: { id: 5 } })?.id ?? null;
  };
  const channels = new Set([5]);
  it("[BOT-004] chosen channels before all, then the newest; none that is off or elsewhere", () => {
    expect(select()).toBeNull();
    expect(select({}, {}, {})).toBe(3);
    expect(select({ channels }, {})).toBe(1);
    expect(select({ channels }, { channels })).toBe(2);
    expect(select({}, { enabled: false })).toBe(1);
    expect(select({ channels: new Set([6]) })).toBeNull();
    expect(select({}, { paused: true })).toBe(1);
  });
  it("[BOT-112] [BOT-113] the highest precedence before chosen channels; none whose hours or condition do not fit", () => {
    expect(select({ precedence: 1 }, { channels })).toBe(1);
    expect(select({}, { precedence: 1, hours: "inside" }, {})).toBe(2);
    // Without working hours, it is always inside of them.
    expect(select({}, { precedence: 1, hours: "outside" })).toBe(1);
    const onChannels = (value: string): Partial<BotConfig> => ({
      condition: { fact: "chat.channel_kind", op: "is", value },
    });
    expect(select({}, onChannels("api"))).toBe(2);
    expect(select({}, onChannels("widget"))).toBe(1);
    // Nothing but the channel is known before a chat exists.
    expect(select({ condition: { fact: "chat.page", op: "present" } })).toBeNull();
  });
  it.each(["api", "widget"] as const)(
    "[BOT-004] [CORE-031] a new chat on a channel of kind %s goes to the bot: no operator is asked",
    (kind) => {
      const { world, chatId } = startChatWithBot({ photo: "https://b.example/p.png" }, kind);
      expect(getChat(world, chatId)).toMatchObject({
        state: "bot",
        assignee: null,
        wait: null,
        bot: { id: 7, name: "Bot 7", photo: "https://b.example/p.png", attached: true },
      });
      expect(world.events.map((event) => event.name)).toEqual([
        "visitor_created",
        "chat_created",
        "message_created",
        "message_created",
      ]);
      expect(world.messages.map((message) => message.line?.code ?? message.text)).toEqual([
        "bot_started",
        "Hello",
      ]);
    },
  );
  it("[BOT-004] chats that operators have stay with them when a bot comes", () => {
    const world = createBotSimulation({ enabled: false });
    world.run(receive("Hello"));
    world.bots.set(7, createBotConfig(7));
    world.run(receive("Still there?"));
    expect(world.currentChat).toMatchObject({ state: "waiting", bot: null });
  });
  it("[BOT-076] after the end the customer's next message opens a new chat that goes to the bot", () => {
    const { world, chatId } = startChatWithBot();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    world.run(closeChat({ operatorId: 1, reason: null }), chatId, 1);
    world.run(receive("Again"));
    expect(world.currentChat).toMatchObject({ state: "bot", bot: { id: 7, attached: true } });
    expect(world.currentChat?.id).not.toBe(chatId);
  });
});

describe("bot speaks", () => {
  it("[BOT-040] [BOT-075] any number of texts, at any time, in order of arrival, under the bot's name", () => {
    const { world, chatId } = startChatWithBot();
    world.run(sendText("One"), chatId);
    world.now += 5 * 3_600_000;
    world.bots.set(7, createBotConfig(7, { name: "Rita" }));
    expect(world.run(sendText("Two"), chatId)).toMatchObject({
      seq: null,
      id: expect.any(Number),
      cut: false,
      hidden: false,
    });
    expect(world.messages.slice(-2)).toMatchObject([
      {
        kind: "text",
        text: "One",
        author: { kind: "bot", id: 7, name: "Bot 7" },
        delivery: { state: "pending" },
      },
      { kind: "text", text: "Two", author: { kind: "bot", id: 7, name: "Rita" } },
    ]);
    expect(getChat(world, chatId).state).toBe("bot");
  });
  it("[BOT-060] [BOT-091] on a chat channel the bot's own text goes out, else one of title and numbered labels, or without marks", () => {
    const { world, chatId } = startChatWithBot();
    const markdown = (content: string, plain?: string) =>
      world.run(
        sendBotMessage({
          botId: 7,
          message: { kind: "markdown", content, ...(plain === undefined ? {} : { text: plain }) },
        }),
        chatId,
      );
    const twoButtons = [
      { id: "o1", text: "Order 1001" },
      { id: "o2", text: "Order 1002" },
    ];
    expect(markdown("**Hi**", "Hi")).toMatchObject({ plain: "own", hidden: false });
    expect(world.run(sendButtons({ text: "Reply 1" }), chatId)).toMatchObject({ plain: "own" });
    expect(getChat(world, chatId).bot).not.toHaveProperty("choices");
    expect(
      markdown(
        "**Hi**, see [_our_ page](https://a.example/p) or [a@b.example](mailto:a@b.example)",
        " ",
      ),
    ).toMatchObject({
      plain: "built",
    });
    expect(world.run(sendButtons({ buttons: twoButtons }), chatId)).toMatchObject({
      plain: "built",
      channelCut: false,
    });
    expect(world.messages.slice(-4)).toMatchObject([
      {
        kind: "markdown",
        text: "Hi",
        nodes: [{ type: "bold", nodes: [{ type: "text", text: "Hi" }] }],
        delivery: { state: "pending" },
      },
      {
        kind: "buttons",
        text: "Reply 1",
        title: "Which?",
        buttons: [{ id: "o1", text: "Order 1001" }],
        delivery: { state: "pending" },
      },
      {
        kind: "markdown",
        text: "Hi, see our page (https://a.example/p) or a@b.example",
        delivery: { state: "pending" },
      },
      {
        kind: "buttons",
        text: "Which?\n1. Order 1001\n2. Order 1002",
        buttons: twoButtons,
        delivery: { state: "pending" },
      },
    ]);
    expect(getChat(world, chatId).bot?.choices).toEqual(["o1", "o2"]);
  });
  it("[CON-003] a channel with buttons gets as many as it takes, and more as numbered text", () => {
    const { world, chatId } = startChatWithBot({}, "whatsapp");
    const createButtons = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: `o${n}`, text: `Order ${n}` }));
    const sent = world.run(sendButtons({ buttons: createButtons(10) }), chatId);
    expect(sent).not.toHaveProperty("plain");
    expect(getChat(world, chatId).bot).toMatchObject({ buttons: world.messages.at(-1)?.id });
    expect(world.messages.at(-1)).toMatchObject({ delivery: { state: "pending" } });
    world.run(sendButtons({ buttons: createButtons(11) }), chatId);
    expect(getChat(world, chatId).bot).toMatchObject({
      choices: createButtons(11).map(({ id }) => id),
    });
  });

  it("[BOT-091] [CH-074] every label fits into what a channel takes; a bot's own long text is cut there", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(sendButtons({ title: "\u{1F600}".repeat(3000) }), chatId)).toMatchObject({
      plain: "built",
      channelCut: false,
    });
    const { text: built } = world.messages.at(-1) ?? { text: "" };
    expect([Array.from(built).length, built.endsWith("\n1. Order 1001")]).toEqual([1000, true]);
    expect(world.run(sendText("x".repeat(1001)), chatId)).toMatchObject({
      channelCut: true,
      cut: false,
    });
    expect(world.run(sendButtons({ title: "" }), chatId)).toMatchObject({ labelCut: false });
    expect(world.messages.at(-1)?.text).toBe("1. Order 1001");
  });
  it("[BOT-046] [BOT-091] [BOT-106] a number typed back on a chat channel counts as that button, once, while these buttons are the latest", () => {
    const { world, chatId } = startChatWithBot();
    const buttonIdFor = (content: string): unknown => {
      world.run(receive(content));
      return world.messages.at(-1)?.button_id;
    };
    const twoButtons = [
      { id: "o1", text: "Order 1001" },
      { id: "o2", text: "Order 1002" },
    ];
    expect(buttonIdFor("1")).toBeUndefined();
    world.run(sendButtons({ buttons: twoButtons }), chatId);
    expect([
      buttonIdFor("the second"),
      buttonIdFor("3"),
      buttonIdFor("12"),
      buttonIdFor("2 please"),
    ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(buttonIdFor(" 2) ")).toBe("o2");
    expect(world.messages.at(-1)).toMatchObject({ text: " 2) ", author: { kind: "visitor" } });
    expect(buttonIdFor("2")).toBeUndefined();
    world.run(sendButtons({ buttons: twoButtons }), chatId);
    world.run(sendText("between"), chatId);
    expect(buttonIdFor("\uFF11")).toBe("o1");
    world.run(sendButtons({ buttons: twoButtons }), chatId);
    world.run(sendButtons({ text: "Press 1 for more" }), chatId);
    expect(buttonIdFor("1")).toBeUndefined();
    world.run(sendButtons({ buttons: twoButtons }), chatId);
    world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chatId);
    expect(buttonIdFor("1")).toBeUndefined();
    expect(getChat(world, chatId).bot).not.toHaveProperty("choices");
  });
  it("[CH-110] [BOT-061] while the channel is off nothing goes out: what the bot says is hidden", () => {
    const { world, chatId } = startChatWithBot();
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(sendText("Hi"), chatId)).toMatchObject({ hidden: true });
    expect(world.messages.at(-1)).not.toHaveProperty("delivery");
  });
  it("[BOT-060] a widget shows everything: nothing is sent out, nothing is hidden", () => {
    const { world, chatId } = startChatWithBot({}, "widget");
    for (const handler of [
      sendText("Hi"),
      sendBotMessage({ botId: 7, message: { kind: "markdown", content: "*Hi*" } }),
      sendButtons(),
    ]) {
      expect(world.run(handler, chatId)).toMatchObject({ hidden: false });
      expect(world.messages.at(-1)).not.toHaveProperty("delivery");
      expect(world.messages.at(-1)).not.toHaveProperty("hidden");
    }
  });
  it("[BOT-044] text over 4000 code points is cut, never inside a character", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(sendText("\u{1F600}".repeat(4001)), chatId)).toMatchObject({ cut: true });
    expect(world.messages.at(-1)).toMatchObject({ text: "\u{1F600}".repeat(4000), cut: true });
    expect(world.run(sendText("\u{1F600}".repeat(4000)), chatId)).toMatchObject({ cut: false });
  });
  it("[BOT-042] a button shows at most 80 code points", () => {
    const { world, chatId } = startChatWithBot({}, "widget");
    world.run(sendButtons({ buttons: [{ id: "1", text: "\u{1F600}".repeat(81) }] }), chatId);
    expect(world.messages.at(-1)?.buttons).toEqual([{ id: "1", text: "\u{1F600}".repeat(80) }]);
  });
  it("[BOT-083] a chat that is unknown, has no bot or another one is not found", () => {
    const { world, chatId } = startChatWithBot();
    expect(world.run(sendText("x"), 1)).toMatchObject({ failure: "not_found" });
    expect(
      world.run(sendBotMessage({ botId: 8, message: { kind: "text", text: "x" } }), chatId),
    ).toMatchObject({ failure: "not_found" });
    const plain = createBotSimulation({ enabled: false });
    plain.run(receive("Hello"));
    expect(plain.run(sendText("x"), plain.currentChat?.id)).toMatchObject({ failure: "not_found" });
  });
  it("[BOT-073] after an operator joined, and after the end, nothing of the bot is shown", () => {
    const { world, chatId } = startChatWithBot();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    const before = world.messages.length;
    expect(world.run(sendText("x"), chatId)).toMatchObject({ failure: "chat_handed_over" });
    world.run(closeChat({ cause: "visitor" }), chatId);
    expect(world.run(sendText("x"), chatId)).toMatchObject({ failure: "chat_closed" });
    expect(world.messages.filter((message) => message.author.kind === "bot")).toEqual([]);
    expect(world.messages.length).toBe(before + 1);
  });
});

describe("buttons", () => {
  const press = (messageId: number, more: object = {}) =>
    receive("Order 1001", { pressed: { messageId, buttonId: "o1" }, ...more });
  it("[BOT-046] a press is the customer's message with the button's id; the same buttons cannot be pressed twice", () => {
    const { world, chatId } = startChatWithBot({}, "widget");
    const { id } = world.run(sendButtons(), chatId) as { id: number };
    expect(getChat(world, chatId).bot?.buttons).toBe(id);
    world.run(receive("typed"));
    expect(world.messages.at(-1)).not.toHaveProperty("button_id");
    world.run(press(id));
    expect(world.messages.at(-1)).toMatchObject({
      author: { kind: "visitor" },
      text: "Order 1001",
      button_id: "o1",
    });
    const before = world.messages.length;
    expect(world.run(press(id))).toMatchObject({ failure: "button_gone" });
    expect(world.messages.length).toBe(before);
  });
  it("[BOT-046] newer buttons kill older ones; so does leaving the bot", () => {
    const { world, chatId } = startChatWithBot({}, "widget");
    const first = world.run(sendButtons(), chatId) as { id: number };
    world.run(sendText("between"), chatId);
    const second = world.run(sendButtons(), chatId) as { id: number };
    expect(world.run(press(first.id))).toMatchObject({ failure: "button_gone" });
    world.run(handOverAfterFailure({ botId: 7, outcome: "timeout" }), chatId);
    expect(world.run(press(second.id))).toMatchObject({ failure: "button_gone" });
    expect(systemCodes(world)).toEqual(["bot_started", "bot_failed"]);
  });
});
