import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../event.ts";
import { acceptChat } from "../accept.ts";
import { assignCrm } from "./assign-crm.ts";
import { closeChat } from "../close.ts";
import { applyWebhookData, type WebhookData } from "./apply-webhook-data.ts";
import { receiveCustomerMessage } from "../message/receive-message.ts";
import { ChatSimulation } from "../testing/chat-simulation.fixture.ts";

const emptyReply: WebhookData = {
  contacts: {},
  customData: null,
  assign: null,
  crmLink: null,
  page: null,
  fields: null,
};
const createEntry = (content: string) => ({ title: null, content, link: null, key: null });
const applyReply = (endpointId: number, data: Partial<WebhookData>) =>
  applyWebhookData({ endpointId, data: { ...emptyReply, ...data } });
const createOpenChat = (): { world: ChatSimulation; chatId: number } => {
  const world = new ChatSimulation();
  world.run(
    receiveCustomerMessage({
      channelId: 5,
      customer: "7",
      recipient: "7",
      text: "Hello",
      name: "N",
      pageUrl: "https://a.example/1",
    }),
  );
  const chatId = world.currentChat?.id ?? 0;
  world.run(acceptChat({ operatorId: 1 }), chatId, 1);
  world.events.length = 0;
  return { world, chatId };
};
const getCurrentChat = (world: ChatSimulation) => world.currentChat!;
const listContents = (world: ChatSimulation) =>
  getCurrentChat(world).custom_data.map((item) => item.content);

describe("reply of a webhook", () => {
  it("[WH-043] custom data replaces the endpoint's earlier list; without the key the list stays", () => {
    const { world, chatId } = createOpenChat();
    expect(
      world.run(applyReply(20, { customData: [createEntry("a"), createEntry("b")] }), chatId),
    ).toEqual({ late: false, outranked: [], unusable: [] });
    expect(getCurrentChat(world).custom_data[0]).toEqual({
      title: null,
      content: "a",
      link: null,
      key: null,
      source: "webhook",
      endpoint: 20,
    });
    world.run(applyReply(20, { contacts: { name: "Nadia" } }), chatId);
    expect(listContents(world)).toEqual(["a", "b"]);
    world.run(applyReply(20, { customData: [createEntry("c")] }), chatId);
    expect(listContents(world)).toEqual(["c"]);
    world.run(applyReply(20, { customData: [] }), chatId);
    expect(listContents(world)).toEqual([]);
  });
  it("[WH-043] [WH-050] lists are joined in order of endpoint creation, whoever answers first, above what the page says", () => {
    const { world, chatId } = createOpenChat();
    const before = getCurrentChat(world);
    world.chats.set(chatId, {
      ...before,
      custom_data: [{ ...createEntry("page"), source: "page", endpoint: null }],
    });
    world.run(applyReply(30, { customData: [createEntry("c")] }), chatId);
    world.run(applyReply(10, { customData: [createEntry("a1"), createEntry("a2")] }), chatId);
    world.run(applyReply(20, { customData: [createEntry("b")] }), chatId);
    expect(listContents(world)).toEqual(["a1", "a2", "b", "c", "page"]);
    world.run(applyReply(20, { customData: [createEntry("B")] }), chatId);
    expect(listContents(world)).toEqual(["a1", "a2", "B", "c", "page"]);
  });
  it("[WH-050] [WH-117] the earliest endpoint with a value of a field keeps it", () => {
    const { world, chatId } = createOpenChat();
    const text = {
      kind: "text",
      name: "",
      names: {},
      help: "",
      helps: {},
      options: [],
      edit_roles: [],
      sources: ["webhook"],
      required: "never",
    } as const;
    world.fields = [
      { ...text, object: "visitor", key: "plan" },
      { ...text, object: "chat", key: "order" },
    ];
    const applyFields = (endpointId: number, values: object) =>
      world.run(
        applyReply(endpointId, { fields: { source: "webhook", values: { ...values } } }),
        chatId,
      );
    applyFields(10, { plan: "pro" });
    expect(applyFields(20, { plan: "free", order: "7" })).toEqual({
      late: false,
      outranked: ["fields.plan"],
      unusable: [],
    });
    expect(world.visitor?.entity.fields?.["plan"]?.value).toBe("pro");
    expect(getCurrentChat(world).fields?.["order"]?.value).toBe("7");
  });
  it("[WH-044] [CORE-020] contacts are replaced with the source webhook; others keep their origin", () => {
    const { world, chatId } = createOpenChat();
    world.run(applyReply(20, { contacts: { phone: "+49", name: "N" } }), chatId);
    expect(world.visitor?.entity).toMatchObject({
      name: { value: "N", source: "channel" },
      phone: { value: "+49", source: "webhook", at: new Date(world.now).toISOString() },
      email: null,
    });
  });
  it("[WH-012] what a reply changed owes no event: its entries say where they come from, and nothing changed makes none", () => {
    const { world, chatId } = createOpenChat();
    world.run(
      applyReply(20, { contacts: { name: "Nadia" }, crmLink: "https://crm.example/1" }),
      chatId,
    );
    expect(world.events).toMatchObject([
      { name: "visitor_updated", cause: "webhook" },
      { name: "chat_updated", cause: "webhook" },
    ]);
    world.run(
      applyReply(20, { contacts: { name: "Nadia" }, crmLink: "https://crm.example/1" }),
      chatId,
    );
    expect(world.events).toHaveLength(2);
    world.run(
      receiveCustomerMessage({
        channelId: 5,
        customer: "7",
        recipient: "7",
        text: "x",
        pageUrl: "https://a.example/2",
      }),
    );
    expect(
      world.events.find(
        (event: NewEvent) => event.name === "chat_updated" && event.cause === "visitor",
      ),
    ).toBeDefined();
  });
  it("[WH-050] of contacts, link, assign and page the earliest endpoint with a value wins, field by field", () => {
    const { world, chatId } = createOpenChat();
    const page = (url: string) => ({ url, title: null });
    world.run(
      applyReply(20, {
        contacts: { name: "B", email: "b@b.example" },
        crmLink: "https://b.example",
        assign: true,
        page: page("https://b.example/p"),
      }),
      chatId,
    );
    world.run(
      applyReply(10, {
        contacts: { name: "A" },
        crmLink: "https://a.example",
        page: page("https://a.example/p"),
      }),
      chatId,
    );
    const second = world.run(
      applyReply(20, {
        contacts: { name: "B2", email: "b2@b.example" },
        crmLink: "https://b2.example",
        page: page("https://b.example/q"),
      }),
      chatId,
    );
    expect(second).toEqual({ late: false, outranked: ["name", "link", "page"], unusable: [] });
    expect(world.visitor?.entity).toMatchObject({
      name: { value: "A" },
      email: { value: "b2@b.example" },
    });
    expect(getCurrentChat(world)).toMatchObject({
      crm: { link: "https://a.example", assign: true },
      page: { url: "https://a.example/p" },
    });
    world.run(applyReply(10, { contacts: { name: "A2" } }), chatId);
    expect(world.visitor?.entity.name?.value).toBe("A2");
  });
  it("[WH-047] the page is replaced; when the customer moves on, any endpoint may name the next", () => {
    const { world, chatId } = createOpenChat();
    world.run(applyReply(10, { page: { url: "https://a.example/7", title: "Return 7" } }), chatId);
    expect(getCurrentChat(world).page).toEqual({ url: "https://a.example/7", title: "Return 7" });
    world.run(
      receiveCustomerMessage({
        channelId: 5,
        customer: "7",
        recipient: "7",
        text: "x",
        pageUrl: "https://a.example/9",
      }),
    );
    expect(getCurrentChat(world).page?.url).toBe("https://a.example/9");
    world.run(applyReply(20, { page: { url: "https://b.example/9", title: null } }), chatId);
    expect(getCurrentChat(world).page?.url).toBe("https://b.example/9");
  });
  it("[WH-049] [F22] a reply after the end is late and changes nothing", () => {
    const { world, chatId } = createOpenChat();
    world.run(closeChat({ cause: "visitor" }), chatId);
    const before = world.events.length;
    expect(
      world.run(
        applyReply(10, { contacts: { name: "A" }, customData: [createEntry("a")] }),
        chatId,
      ),
    ).toEqual({
      late: true,
      outranked: [],
      unusable: [],
    });
    expect(world.run(applyReply(10, {}), 1)).toEqual({ late: true, outranked: [], unusable: [] });
    expect(world.events.length).toBe(before);
    // The webhook response must not change a chat that started after its event.
    world.run(
      receiveCustomerMessage({ channelId: 5, customer: "7", recipient: "7", text: "Again" }),
    );
    expect(world.run(applyReply(10, { customData: [createEntry("a")] }), chatId)).toEqual({
      late: true,
      outranked: [],
      unusable: [],
    });
    expect(getCurrentChat(world).custom_data).toEqual([]);
  });
});

describe("CRM card", () => {
  const press = assignCrm({ operatorId: 1 });
  const assigned = (world: ChatSimulation) =>
    world.events.flatMap((event) => (event.name === "chat_assigned" ? [event.crmLink] : []));
  it("[WH-045] [API-025] [API-236] pressing binds the chat, once per link", () => {
    const { world, chatId } = createOpenChat();
    world.run(applyReply(10, { crmLink: "https://crm.example/1", assign: true }), chatId);
    expect(world.run(press, chatId, 1)).toMatchObject({
      crm: { link: "https://crm.example/1", assign: true, assigned: true },
      visitor: { number: null },
    });
    expect(world.run(press, chatId, 1)).toMatchObject({ crm: { assigned: true } });
    expect(assigned(world)).toEqual(["https://crm.example/1"]);
    world.run(applyReply(10, { crmLink: "https://crm.example/2" }), chatId);
    expect(getCurrentChat(world).crm.assigned).toBe(false);
    world.run(press, chatId, 1);
    world.run(applyReply(10, { crmLink: "https://crm.example/1" }), chatId);
    expect(getCurrentChat(world).crm.assigned).toBe(true);
    world.run(press, chatId, 1);
    expect(assigned(world)).toEqual(["https://crm.example/1", "https://crm.example/2"]);
  });
  it.each<[string, Partial<WebhookData>]>([
    ["without a link", { assign: true }],
    ["without enable_assign", { crmLink: "https://crm.example/1" }],
    ["with enable_assign false", { crmLink: "https://crm.example/1", assign: false }],
  ])("[WH-045] there is nothing to press %s", (_, data) => {
    const { world, chatId } = createOpenChat();
    world.run(applyReply(10, data), chatId);
    expect(world.run(press, chatId, 1)).toMatchObject({ failure: "no_crm_card" });
    expect(assigned(world)).toEqual([]);
  });
  it("[API-025] a closed chat and an unknown one are refused", () => {
    const { world, chatId } = createOpenChat();
    world.run(applyReply(10, { crmLink: "https://crm.example/1", assign: true }), chatId);
    expect(world.run(press, 1, 1)).toMatchObject({ failure: "not_found" });
    world.run(closeChat({ cause: "visitor" }), chatId);
    expect(world.run(press, chatId, 1)).toMatchObject({ failure: "chat_closed" });
  });
});
