import { describe, expect, it } from "vitest";
import { editVisitor } from "../../visitor/edit.ts";
import { announceCustomer } from "../../visitor/announce.ts";
import { closeChat } from "../close.ts";
import { receiveCustomerMessage, type CustomerMessageInput } from "./receive-message.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";

const helloInput: CustomerMessageInput = {
  channelId: 5,
  customer: "7",
  recipient: "7",
  text: "Hello",
};
const receive = (
  world: ChatSimulation,
  more: Partial<CustomerMessageInput> = {},
): ReturnType<ChatSimulation["run"]> =>
  world.run(receiveCustomerMessage({ ...helloInput, ...more }));
const startChat = (): { world: ChatSimulation; chatId: number } => {
  const world = new ChatSimulation();
  receive(world);
  return { world, chatId: world.currentChat?.id ?? 0 };
};

describe("customerSays", () => {
  it("[CH-122] utm values of the first page that has any are those of the chat, as in a widget's visit", () => {
    const { world, chatId } = startChat();
    const session = () => world.chats.get(chatId)?.session;
    expect(session()).toBeNull();
    receive(world, { pageUrl: "https://shop.example/a" });
    expect(session()).toBeNull();
    receive(world, {
      pageUrl: "https://shop.example/b?utm_source=news&utm_term=shoes&utm_term=hats",
    });
    expect(session()).toMatchObject({
      utm: { source: "news", term: "shoes", medium: "", content: "", campaign: "" },
      ip_addr: "",
      user_agent: "",
    });
    receive(world, { pageUrl: "https://shop.example/c?utm_source=mail" });
    expect(session()?.utm.source).toBe("news");
  });

  it("[CH-120] [CH-101] an announced page is that of the next message, unless the message names one itself", () => {
    const announce = (world: ChatSimulation, more: object) =>
      world.run(announceCustomer({ channelId: 5, customer: "7", recipient: "7", ...more }));
    const world = new ChatSimulation();
    announce(world, { name: "Nadia", pageUrl: "https://shop.example/a" });
    expect(world.events.map((event) => event.name)).toEqual(["visitor_created"]);
    announce(world, { name: "Nadia", pageUrl: "https://shop.example/a" });
    expect(world.events).toHaveLength(1);
    receive(world);
    expect(world.currentChat).toMatchObject({ page: { url: "https://shop.example/a" } });
    const other = new ChatSimulation();
    announce(other, { pageUrl: "https://shop.example/a" });
    receive(other, { pageUrl: "https://shop.example/b" });
    expect(other.currentChat).toMatchObject({ page: { url: "https://shop.example/b" } });
    expect(other.visitor?.entity).not.toHaveProperty("page");
  });

  it("[CORE-030] the first message makes visitor and waiting chat, the next ones join it, one after closing starts a new chat", () => {
    const { world, chatId } = startChat();
    expect(world.events.map((event) => event.name)).toEqual([
      "visitor_created",
      "chat_created",
      "message_created",
    ]);
    expect(world.currentChat).toMatchObject({
      state: "waiting",
      wait: { since: "2026-01-05T09:00:01.000Z" },
      assignee: null,
      continues: null,
    });
    receive(world);
    expect(world.chats.size).toBe(1);
    world.run(closeChat({ operatorId: 1, reason: null }), chatId);
    receive(world);
    expect([...world.chats.values()].map((chat) => chat.state)).toEqual(["closed", "waiting"]);
    expect(world.currentChat?.id).not.toBe(chatId);
  });

  it("[CH-044] [CORE-020] a present contact replaces the stored one with its source, an absent one keeps it, an equal one is no event", () => {
    const world = new ChatSimulation();
    receive(world, { name: "Nadia", email: "n@shop.example" });
    receive(world, { name: "Nadia Ross" });
    expect(world.visitor?.entity).toMatchObject({
      name: { value: "Nadia Ross", source: "channel" },
      email: { value: "n@shop.example", source: "channel" },
      phone: null,
    });
    const before = world.events.length;
    receive(world, { name: "Nadia Ross" });
    expect(world.events.slice(before).map((event) => event.name)).toEqual(["message_created"]);
  });

  it("[CORE-020] [CORE-205] what an operator corrected says so, until the channel sends another value", () => {
    const world = new ChatSimulation();
    receive(world, { name: "nadia" });
    world.run(
      editVisitor({ operatorId: 2, name: "Nadia Ross", phone: "+49 30", description: "VIP" }),
    );
    expect(world.visitor?.entity.name).toMatchObject({ value: "Nadia Ross", source: "operator" });
    receive(world, { name: "Nadia Ross" });
    expect(world.visitor?.entity.name?.source).toBe("operator");
    receive(world, { name: "N. Ross" });
    expect(world.visitor?.entity.name?.source).toBe("channel");
    world.run(editVisitor({ operatorId: 2, phone: null }));
    expect(world.visitor?.entity).toMatchObject({ phone: null, description: { value: "VIP" } });
  });

  it("[CH-045] a customer without contacts has no name in his messages; applications word it from the number", () => {
    const world = new ChatSimulation();
    receive(world);
    receive(world, { phone: "+4930" });
    receive(world, { name: "Nadia" });
    expect(world.messages.map((message) => message.author.name)).toEqual(["", "+4930", "Nadia"]);
  });

  it("[CH-048] an invitation is a line before the message, once per changed value", () => {
    const world = new ChatSimulation();
    receive(world, { invite: "Need help?" });
    receive(world, { invite: "Need help?" });
    receive(world);
    receive(world, { invite: "Still there?" });
    expect(
      world.messages.filter((message) => message.line !== undefined).map((message) => message.text),
    ).toEqual([
      "Invitation shown to the customer: Need help?",
      "Invitation shown to the customer: Still there?",
    ]);
    expect(world.messages[0]).toMatchObject({
      author: { kind: "system" },
      line: { code: "invitation", detail: "Need help?" },
    });
  });

  it("[CH-047] the page follows sender.url; without it the last one stays", () => {
    const world = new ChatSimulation();
    receive(world, { pageUrl: "https://shop.example/a" });
    receive(world);
    expect(world.currentChat?.page).toEqual({ url: "https://shop.example/a", title: null });
    receive(world, { pageUrl: "https://shop.example/b" });
    expect(world.currentChat?.page?.url).toBe("https://shop.example/b");
    expect(world.events.filter((event) => event.name === "chat_updated")).toHaveLength(1);
  });

  it("[CH-043] the id's literal is kept as it last came", () => {
    const world = new ChatSimulation();
    receive(world, { recipient: "7" });
    expect(world.visitor?.recipient).toBe("7");
    receive(world, { recipient: '"7"' });
    expect(world.visitor?.recipient).toBe('"7"');
  });

  it.each([
    ["off", (world: ChatSimulation) => void (world.channel = { ...world.channel, enabled: false })],
    [
      "deleted",
      (world: ChatSimulation) => void (world.channel = { ...world.channel, deleted: true }),
    ],
    ["of a suspended account", (world: ChatSimulation) => void (world.suspended = true)],
  ])("[CH-110] [CORE-005] a channel that is %s takes nothing", (_name, change) => {
    const world = new ChatSimulation();
    change(world);
    expect(receive(world)).toMatchObject({ failure: "channel_disabled" });
    expect(world.events).toEqual([]);
  });

  it("[CH-051] a cut text says so", () => {
    const world = new ChatSimulation();
    receive(world, { text: "x", cut: true });
    expect(world.messages[0]).toMatchObject({ cut: true });
  });
});
