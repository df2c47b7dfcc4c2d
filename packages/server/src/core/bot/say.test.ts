import { describe, expect, it } from "vitest";
import { acceptChat } from "../chat/accept.ts";
import { closeChat } from "../chat/close.ts";
import { botConfig, botWorld, chatOf, lines, says, startedWithBot } from "./bot.fixture.ts";
import { failBot } from "./hand-over.ts";
import { botSays } from "./say.ts";
import type { BotSaid } from "./said.ts";
import { botFor } from "./scope.ts";

const text = (words: string) => botSays({ botId: 7, said: { kind: "text", text: words } });
const buttons = (more: Partial<Extract<BotSaid, { kind: "buttons" }>> = {}) =>
  botSays({ botId: 7, said: { kind: "buttons", title: "Which?", buttons: [{ id: "o1", text: "Order 1001" }], ...more } });

describe("which bot", () => {
  it("[BOT-004] chosen channels before all, then the newest; none that is off or elsewhere", () => {
    const bots = (...list: ReturnType<typeof botConfig>[]) => ({ bots: new Map(list.map((one) => [one.id, one])) });
    const here = new Set([5]);
    expect(botFor(bots(), 5)).toBeNull();
    expect(botFor(bots(botConfig(1), botConfig(3), botConfig(2)), 5)?.id).toBe(3);
    expect(botFor(bots(botConfig(1, { channels: here }), botConfig(3)), 5)?.id).toBe(1);
    expect(botFor(bots(botConfig(1, { channels: here }), botConfig(2, { channels: here })), 5)?.id).toBe(2);
    expect(botFor(bots(botConfig(1), botConfig(2, { enabled: false })), 5)?.id).toBe(1);
    expect(botFor(bots(botConfig(1, { channels: new Set([6]) })), 5)).toBeNull();
    expect(botFor(bots(botConfig(1), botConfig(2, { paused: true })), 5)?.id).toBe(1);
  });
  it.each(["api", "widget"] as const)(
    "[BOT-004] [CORE-031] a new chat on a channel of kind %s goes to the bot: no operator is asked",
    (kind) => {
      const { world, chatId } = startedWithBot({ photo: "https://b.example/p.png" }, kind);
      expect(chatOf(world, chatId)).toMatchObject({
        state: "bot",
        assignee: null,
        wait: null,
        bot: { id: 7, name: "Bot 7", photo: "https://b.example/p.png", attached: true },
      });
      expect(world.events.map((event) => event.name)).toEqual(["visitor_created", "chat_created", "message_created", "message_created"]);
      expect(world.messages.map((one) => one.line?.code ?? one.text)).toEqual(["bot_started", "Hello"]);
    },
  );
  it("[BOT-004] chats that operators have stay with them when a bot comes", () => {
    const world = botWorld({ enabled: false });
    world.run(says("Hello"));
    world.bots.set(7, botConfig(7));
    world.run(says("Still there?"));
    expect(world.running).toMatchObject({ state: "waiting", bot: null });
  });
  it("[BOT-076] after the end the customer's next message opens a new chat that goes to the bot", () => {
    const { world, chatId } = startedWithBot();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    world.run(closeChat({ operatorId: 1, reason: null }), chatId, 1);
    world.run(says("Again"));
    expect(world.running).toMatchObject({ state: "bot", bot: { id: 7, attached: true } });
    expect(world.running?.id).not.toBe(chatId);
  });
});

describe("bot speaks", () => {
  it("[BOT-040] [BOT-075] any number of texts, at any time, in order of arrival, under the bot's name", () => {
    const { world, chatId } = startedWithBot();
    world.run(text("One"), chatId);
    world.now += 5 * 3_600_000;
    world.bots.set(7, botConfig(7, { name: "Rita" }));
    expect(world.run(text("Two"), chatId)).toMatchObject({ seq: null, id: expect.any(Number), cut: false, hidden: false });
    expect(world.messages.slice(-2)).toMatchObject([
      { kind: "text", text: "One", author: { kind: "bot", id: 7, name: "Bot 7" }, delivery: { state: "pending" } },
      { kind: "text", text: "Two", author: { kind: "bot", id: 7, name: "Rita" } },
    ]);
    expect(chatOf(world, chatId).state).toBe("bot");
  });
  it("[BOT-060] [BOT-091] on a chat channel the bot's own text goes out, else one of title and numbered labels, or without marks", () => {
    const { world, chatId } = startedWithBot();
    const markdown = (content: string, plain?: string) =>
      world.run(botSays({ botId: 7, said: { kind: "markdown", content, ...(plain === undefined ? {} : { text: plain }) } }), chatId);
    const two = [
      { id: "o1", text: "Order 1001" },
      { id: "o2", text: "Order 1002" },
    ];
    expect(markdown("**Hi**", "Hi")).toMatchObject({ plain: "own", hidden: false });
    expect(world.run(buttons({ text: "Reply 1" }), chatId)).toMatchObject({ plain: "own" });
    expect(chatOf(world, chatId).bot).not.toHaveProperty("choices");
    expect(markdown("**Hi**, see [_our_ page](https://a.example/p) or [a@b.example](mailto:a@b.example)", " ")).toMatchObject({
      plain: "built",
    });
    expect(world.run(buttons({ buttons: two }), chatId)).toMatchObject({ plain: "built", channelCut: false });
    expect(world.messages.slice(-4)).toMatchObject([
      { kind: "markdown", text: "Hi", nodes: [{ type: "bold", nodes: [{ type: "text", text: "Hi" }] }], delivery: { state: "pending" } },
      { kind: "buttons", text: "Reply 1", title: "Which?", buttons: [{ id: "o1", text: "Order 1001" }], delivery: { state: "pending" } },
      { kind: "markdown", text: "Hi, see our page (https://a.example/p) or a@b.example", delivery: { state: "pending" } },
      { kind: "buttons", text: "Which?\n1. Order 1001\n2. Order 1002", buttons: two, delivery: { state: "pending" } },
    ]);
    expect(chatOf(world, chatId).bot?.choices).toEqual(["o1", "o2"]);
  });
  it("[BOT-091] [CH-074] every label fits into what a channel takes; a bot's own long text is cut there", () => {
    const { world, chatId } = startedWithBot();
    expect(world.run(buttons({ title: "\u{1F600}".repeat(3000) }), chatId)).toMatchObject({ plain: "built", channelCut: false });
    const { text: built } = world.messages.at(-1) ?? { text: "" };
    expect([Array.from(built).length, built.endsWith("\n1. Order 1001")]).toEqual([1000, true]);
    expect(world.run(text("x".repeat(1001)), chatId)).toMatchObject({ channelCut: true, cut: false });
    expect(world.run(buttons({ title: "" }), chatId)).toMatchObject({ labelCut: false });
    expect(world.messages.at(-1)?.text).toBe("1. Order 1001");
  });
  it("[BOT-046] [BOT-091] a number typed back on a chat channel counts as that button, once, while these buttons are the latest", () => {
    const { world, chatId } = startedWithBot();
    const typed = (words: string): unknown => {
      world.run(says(words));
      return world.messages.at(-1)?.button_id;
    };
    const two = [
      { id: "o1", text: "Order 1001" },
      { id: "o2", text: "Order 1002" },
    ];
    expect(typed("1")).toBeUndefined();
    world.run(buttons({ buttons: two }), chatId);
    expect([typed("the second"), typed("3"), typed("12"), typed("2 please")]).toEqual([undefined, undefined, undefined, undefined]);
    expect(typed(" 2) ")).toBe("o2");
    expect(world.messages.at(-1)).toMatchObject({ text: " 2) ", author: { kind: "visitor" } });
    expect(typed("2")).toBeUndefined();
    world.run(buttons({ buttons: two }), chatId);
    world.run(text("between"), chatId);
    expect(typed("\uFF11")).toBe("o1");
    world.run(buttons({ buttons: two }), chatId);
    world.run(buttons({ text: "Press 1 for more" }), chatId);
    expect(typed("1")).toBeUndefined();
    world.run(buttons({ buttons: two }), chatId);
    world.run(failBot({ botId: 7, outcome: "timeout" }), chatId);
    expect(typed("1")).toBeUndefined();
    expect(chatOf(world, chatId).bot).not.toHaveProperty("choices");
  });
  it("[CH-110] [BOT-061] while the channel is off nothing goes out: what the bot says is hidden", () => {
    const { world, chatId } = startedWithBot();
    world.channel = { ...world.channel, enabled: false };
    expect(world.run(text("Hi"), chatId)).toMatchObject({ hidden: true });
    expect(world.messages.at(-1)).not.toHaveProperty("delivery");
  });
  it("[BOT-060] a widget shows everything: nothing is sent out, nothing is hidden", () => {
    const { world, chatId } = startedWithBot({}, "widget");
    for (const verb of [text("Hi"), botSays({ botId: 7, said: { kind: "markdown", content: "*Hi*" } }), buttons()]) {
      expect(world.run(verb, chatId)).toMatchObject({ hidden: false });
      expect(world.messages.at(-1)).not.toHaveProperty("delivery");
      expect(world.messages.at(-1)).not.toHaveProperty("hidden");
    }
  });
  it("[BOT-044] text over 4000 code points is cut, never inside a character", () => {
    const { world, chatId } = startedWithBot();
    expect(world.run(text("\u{1F600}".repeat(4001)), chatId)).toMatchObject({ cut: true });
    expect(world.messages.at(-1)).toMatchObject({ text: "\u{1F600}".repeat(4000), cut: true });
    expect(world.run(text("\u{1F600}".repeat(4000)), chatId)).toMatchObject({ cut: false });
  });
  it("[BOT-042] a button shows at most 80 code points", () => {
    const { world, chatId } = startedWithBot({}, "widget");
    world.run(buttons({ buttons: [{ id: "1", text: "\u{1F600}".repeat(81) }] }), chatId);
    expect(world.messages.at(-1)?.buttons).toEqual([{ id: "1", text: "\u{1F600}".repeat(80) }]);
  });
  it("[BOT-083] a chat that is unknown, has no bot or another one is not found", () => {
    const { world, chatId } = startedWithBot();
    expect(world.run(text("x"), 1)).toMatchObject({ failure: "not_found" });
    expect(world.run(botSays({ botId: 8, said: { kind: "text", text: "x" } }), chatId)).toMatchObject({ failure: "not_found" });
    const plain = botWorld({ enabled: false });
    plain.run(says("Hello"));
    expect(plain.run(text("x"), plain.running?.id)).toMatchObject({ failure: "not_found" });
  });
  it("[BOT-073] after an operator joined, and after the end, nothing of the bot is shown", () => {
    const { world, chatId } = startedWithBot();
    world.run(acceptChat({ operatorId: 1 }), chatId, 1);
    const before = world.messages.length;
    expect(world.run(text("x"), chatId)).toMatchObject({ failure: "chat_handed_over" });
    world.run(closeChat({ cause: "visitor" }), chatId);
    expect(world.run(text("x"), chatId)).toMatchObject({ failure: "chat_closed" });
    expect(world.messages.filter((one) => one.author.kind === "bot")).toEqual([]);
    expect(world.messages.length).toBe(before + 1);
  });
});

describe("buttons", () => {
  const press = (messageId: number, more: object = {}) => says("Order 1001", { pressed: { messageId, buttonId: "o1" }, ...more });
  it("[BOT-046] a press is the customer's message with the button's id; the same buttons cannot be pressed twice", () => {
    const { world, chatId } = startedWithBot({}, "widget");
    const { id } = world.run(buttons(), chatId) as { id: number };
    expect(chatOf(world, chatId).bot?.buttons).toBe(id);
    world.run(says("typed"));
    expect(world.messages.at(-1)).not.toHaveProperty("button_id");
    world.run(press(id));
    expect(world.messages.at(-1)).toMatchObject({ author: { kind: "visitor" }, text: "Order 1001", button_id: "o1" });
    const before = world.messages.length;
    expect(world.run(press(id))).toMatchObject({ failure: "button_gone" });
    expect(world.messages.length).toBe(before);
  });
  it("[BOT-046] newer buttons kill older ones; so does leaving the bot", () => {
    const { world, chatId } = startedWithBot({}, "widget");
    const first = world.run(buttons(), chatId) as { id: number };
    world.run(text("between"), chatId);
    const second = world.run(buttons(), chatId) as { id: number };
    expect(world.run(press(first.id))).toMatchObject({ failure: "button_gone" });
    world.run(failBot({ botId: 7, outcome: "timeout" }), chatId);
    expect(world.run(press(second.id))).toMatchObject({ failure: "button_gone" });
    expect(lines(world)).toEqual(["bot_started", "bot_failed"]);
  });
});
