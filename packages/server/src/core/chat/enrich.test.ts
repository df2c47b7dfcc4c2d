import { describe, expect, it } from "vitest";
import type { Event } from "../event.ts";
import { acceptChat } from "./accept.ts";
import { assignCrm } from "./assign-crm.ts";
import { closeChat } from "./close.ts";
import { enrichChat, type ReplyData } from "./enrich.ts";
import { customerSays } from "./customer-says.ts";
import { World } from "./world.fixture.ts";

const nothing: ReplyData = { contacts: {}, customData: null, assign: null, crmLink: null, page: null };
const entry = (content: string) => ({ title: null, content, link: null, key: null });
const reply = (endpointId: number, data: Partial<ReplyData>) => enrichChat({ endpointId, data: { ...nothing, ...data } });
const open = (): { world: World; chatId: number } => {
  const world = new World();
  world.run(customerSays({ channelId: 5, customer: "7", recipient: "7", text: "Hello", name: "N", pageUrl: "https://a.example/1" }));
  const chatId = world.running?.id ?? 0;
  world.run(acceptChat({ operatorId: 1 }), chatId, 1);
  world.events.length = 0;
  return { world, chatId };
};
const chat = (world: World) => world.running!;
const contents = (world: World) => chat(world).custom_data.map((one) => one.content);

describe("reply of a webhook", () => {
  it("[WH-043] custom data replaces the endpoint's earlier list; without the key the list stays", () => {
    const { world, chatId } = open();
    expect(world.run(reply(20, { customData: [entry("a"), entry("b")] }), chatId)).toEqual({ late: false, outranked: [] });
    expect(chat(world).custom_data[0]).toEqual({ title: null, content: "a", link: null, key: null, source: "webhook", endpoint: 20 });
    world.run(reply(20, { contacts: { name: "Nadia" } }), chatId);
    expect(contents(world)).toEqual(["a", "b"]);
    world.run(reply(20, { customData: [entry("c")] }), chatId);
    expect(contents(world)).toEqual(["c"]);
    world.run(reply(20, { customData: [] }), chatId);
    expect(contents(world)).toEqual([]);
  });
  it("[WH-043] [WH-050] lists are joined in order of endpoint creation, whoever answers first, above what the page says", () => {
    const { world, chatId } = open();
    const before = chat(world);
    world.chats.set(chatId, { ...before, custom_data: [{ ...entry("page"), source: "page", endpoint: null }] });
    world.run(reply(30, { customData: [entry("c")] }), chatId);
    world.run(reply(10, { customData: [entry("a1"), entry("a2")] }), chatId);
    world.run(reply(20, { customData: [entry("b")] }), chatId);
    expect(contents(world)).toEqual(["a1", "a2", "b", "c", "page"]);
    world.run(reply(20, { customData: [entry("B")] }), chatId);
    expect(contents(world)).toEqual(["a1", "a2", "B", "c", "page"]);
  });
  it("[WH-044] [CORE-020] contacts are replaced with the source webhook; others keep their origin", () => {
    const { world, chatId } = open();
    world.run(reply(20, { contacts: { phone: "+49", name: "N" } }), chatId);
    expect(world.visitor?.entity).toMatchObject({
      name: { value: "N", source: "channel" },
      phone: { value: "+49", source: "webhook", at: new Date(world.now).toISOString() },
      email: null,
    });
  });
  it("[WH-012] what a reply changed owes no event: its entries say where they come from, and nothing changed makes none", () => {
    const { world, chatId } = open();
    world.run(reply(20, { contacts: { name: "Nadia" }, crmLink: "https://crm.example/1" }), chatId);
    expect(world.events).toMatchObject([
      { name: "visitor_updated", cause: "webhook" },
      { name: "chat_updated", cause: "webhook" },
    ]);
    world.run(reply(20, { contacts: { name: "Nadia" }, crmLink: "https://crm.example/1" }), chatId);
    expect(world.events).toHaveLength(2);
    world.run(customerSays({ channelId: 5, customer: "7", recipient: "7", text: "x", pageUrl: "https://a.example/2" }));
    expect(world.events.find((event: Event) => event.name === "chat_updated" && event.cause === "visitor")).toBeDefined();
  });
  it("[WH-050] of contacts, link, assign and page the earliest endpoint with a value wins, field by field", () => {
    const { world, chatId } = open();
    const page = (url: string) => ({ url, title: null });
    world.run(
      reply(20, {
        contacts: { name: "B", email: "b@b.example" },
        crmLink: "https://b.example",
        assign: true,
        page: page("https://b.example/p"),
      }),
      chatId,
    );
    world.run(reply(10, { contacts: { name: "A" }, crmLink: "https://a.example", page: page("https://a.example/p") }), chatId);
    const second = world.run(
      reply(20, { contacts: { name: "B2", email: "b2@b.example" }, crmLink: "https://b2.example", page: page("https://b.example/q") }),
      chatId,
    );
    expect(second).toEqual({ late: false, outranked: ["name", "link", "page"] });
    expect(world.visitor?.entity).toMatchObject({ name: { value: "A" }, email: { value: "b2@b.example" } });
    expect(chat(world)).toMatchObject({ crm: { link: "https://a.example", assign: true }, page: { url: "https://a.example/p" } });
    world.run(reply(10, { contacts: { name: "A2" } }), chatId);
    expect(world.visitor?.entity.name?.value).toBe("A2");
  });
  it("[WH-047] the page is replaced; when the customer moves on, any endpoint may name the next", () => {
    const { world, chatId } = open();
    world.run(reply(10, { page: { url: "https://a.example/7", title: "Return 7" } }), chatId);
    expect(chat(world).page).toEqual({ url: "https://a.example/7", title: "Return 7" });
    world.run(customerSays({ channelId: 5, customer: "7", recipient: "7", text: "x", pageUrl: "https://a.example/9" }));
    expect(chat(world).page?.url).toBe("https://a.example/9");
    world.run(reply(20, { page: { url: "https://b.example/9", title: null } }), chatId);
    expect(chat(world).page?.url).toBe("https://b.example/9");
  });
  it("[WH-049] [F22] a reply after the end is late and changes nothing", () => {
    const { world, chatId } = open();
    world.run(closeChat({ cause: "visitor" }), chatId);
    const before = world.events.length;
    expect(world.run(reply(10, { contacts: { name: "A" }, customData: [entry("a")] }), chatId)).toEqual({ late: true, outranked: [] });
    expect(world.run(reply(10, {}), 1)).toEqual({ late: true, outranked: [] });
    expect(world.events.length).toBe(before);
    // The reply is not about a chat that started after it.
    world.run(customerSays({ channelId: 5, customer: "7", recipient: "7", text: "Again" }));
    expect(world.run(reply(10, { customData: [entry("a")] }), chatId)).toEqual({ late: true, outranked: [] });
    expect(chat(world).custom_data).toEqual([]);
  });
});

describe("CRM card", () => {
  const press = assignCrm({ operatorId: 1 });
  const assigned = (world: World) => world.events.flatMap((event) => (event.name === "chat_assigned" ? [event.crmLink] : []));
  it("[WH-045] [API-025] pressing binds the chat, once per link", () => {
    const { world, chatId } = open();
    world.run(reply(10, { crmLink: "https://crm.example/1", assign: true }), chatId);
    expect(world.run(press, chatId, 1)).toMatchObject({
      crm: { link: "https://crm.example/1", assign: true, assigned: true },
      visitor: { number: null },
    });
    expect(world.run(press, chatId, 1)).toMatchObject({ crm: { assigned: true } });
    expect(assigned(world)).toEqual(["https://crm.example/1"]);
    world.run(reply(10, { crmLink: "https://crm.example/2" }), chatId);
    expect(chat(world).crm.assigned).toBe(false);
    world.run(press, chatId, 1);
    world.run(reply(10, { crmLink: "https://crm.example/1" }), chatId);
    expect(chat(world).crm.assigned).toBe(true);
    world.run(press, chatId, 1);
    expect(assigned(world)).toEqual(["https://crm.example/1", "https://crm.example/2"]);
  });
  it.each<[string, Partial<ReplyData>]>([
    ["without a link", { assign: true }],
    ["without enable_assign", { crmLink: "https://crm.example/1" }],
    ["with enable_assign false", { crmLink: "https://crm.example/1", assign: false }],
  ])("[WH-045] there is nothing to press %s", (_, data) => {
    const { world, chatId } = open();
    world.run(reply(10, data), chatId);
    expect(world.run(press, chatId, 1)).toMatchObject({ failure: "no_crm_card" });
    expect(assigned(world)).toEqual([]);
  });
  it("[API-025] a closed chat and an unknown one are refused", () => {
    const { world, chatId } = open();
    world.run(reply(10, { crmLink: "https://crm.example/1", assign: true }), chatId);
    expect(world.run(press, 1, 1)).toMatchObject({ failure: "not_found" });
    world.run(closeChat({ cause: "visitor" }), chatId);
    expect(world.run(press, chatId, 1)).toMatchObject({ failure: "chat_closed" });
  });
});
