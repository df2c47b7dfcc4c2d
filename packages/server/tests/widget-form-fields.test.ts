import { randomUUID } from "node:crypto";
import type { Channel, Chat, OfflineMessage, Visitor } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWidgetFixture, type TestWindow, type WidgetFixture } from "./widget-fixture.ts";

/** Fields of the account in the forms of a widget, over sockets without a browser. */
let fixture: WidgetFixture;
let widget: Channel;
let orders: Channel;
const call = (method: string, path: string, body?: object) =>
  fixture.parlour.owner.call(method, path, body);
beforeAll(async () => {
  fixture = await openWidgetFixture();
  const field = async (key: string, more: object): Promise<void> => {
    const created = await call("POST", "fields", { object: "visitor", key, name: key, ...more });
    expect([created.status, created.text]).toEqual([201, created.text]);
  };
  await field("plan", {
    kind: "one_of",
    options: ["free", "pro"],
    option_names: { de: { free: "Gratis" } },
    required: "start",
  });
  await field("seats", {
    kind: "number",
    name: "Seats",
    names: { de: "Plätze" },
    help: "How many people use it",
  });
  await field("page_only", { kind: "text", sources: ["page"] });
  await field("unasked", { kind: "text" });
  await field("order", { object: "chat", kind: "number", required: "start" });
  orders = await fixture.createWidget("Orders", {
    contact_fields: ["order", "plan"],
    offline_fields: ["order"],
  });
  widget = await fixture.createWidget("Forms", {
    contact_fields: ["seats", "plan", "page_only", "gone"],
    offline_fields: ["plan"],
  });
});
afterAll(() => fixture.close());

const sendContacts = (win: TestWindow, fields?: object, by = "visitor") =>
  win.request({
    type: "contacts",
    ref: randomUUID(),
    contacts: { name: "Nadia" },
    by,
    ...(fields === undefined ? {} : { fields }),
  });
const openWindow = ({ public_id: id } = widget) => fixture.openWindow({ widget_id: id ?? "" });
const findVisitor = async (win: TestWindow): Promise<Visitor> => {
  const { number } = await win.waitForWelcome();
  const { body } = await call("GET", `visitors/${number}`);
  return body as Visitor;
};

test("[WG-264] [FLD-006] the script of the widget has the fields that its forms ask for, in their order and with their translations", async () => {
  const script = await fetch(`${fixture.parlour.url}/widget/${widget.public_id}.js`);
  const text = await script.text();
  const [, fields = ""] = /"fields":(\[\{.*?\}\])/.exec(text) ?? [];
  expect(JSON.parse(fields)).toEqual([
    {
      object: "visitor",
      key: "seats",
      kind: "number",
      name: "Seats",
      names: { de: "Plätze" },
      help: "How many people use it",
      helps: {},
      options: [],
      option_names: {},
      required: false,
    },
    {
      object: "visitor",
      key: "plan",
      kind: "one_of",
      name: "plan",
      names: {},
      help: "",
      helps: {},
      options: ["free", "pro"],
      option_names: { de: { free: "Gratis" } },
      required: true,
    },
  ]);
});

test("[WG-265] [FLD-013] values of the contacts form are stored with the source form, and that of a trusted source stays shown", async () => {
  const win = await openWindow();
  expect(await sendContacts(win, { plan: "pro", seats: 4 })).toMatchObject({ type: "done" });
  const { number, fields } = await findVisitor(win);
  expect(fields).toMatchObject({
    plan: { value: "pro", source: "form" },
    seats: { value: 4, source: "form" },
  });
  await call("PUT", `visitors/${number}/fields`, { fields: { plan: "free" } });
  await sendContacts(win, { plan: "pro" });
  expect((await findVisitor(win)).fields?.["plan"]).toMatchObject({
    value: "free",
    source: "api",
    others: [{ value: "pro", source: "form" }],
  });
});

test("[WG-265] [FLD-021] a missing required field, an invalid value and a field that the form does not ask for are refused with their path", async () => {
  const win = await openWindow();
  for (const [fields, path] of [
    [{}, "fields.plan"],
    [{ plan: "gold" }, "fields.plan"],
    [{ plan: "pro", seats: "many" }, "fields.seats"],
    [{ plan: "pro", unasked: "x" }, "fields.unasked"],
    [{ plan: "pro", page_only: "x" }, "fields.page_only"],
  ] as const)
    expect(await sendContacts(win, fields)).toMatchObject({
      type: "failed",
      code: "invalid_request",
      field: path,
    });
});

test("[WG-265] older windows send no fields, and those of a page's script are ignored", async () => {
  const win = await openWindow();
  expect(await sendContacts(win)).toMatchObject({ type: "done" });
  expect(await sendContacts(win, { plan: "pro" }, "page")).toMatchObject({ type: "done" });
  expect((await findVisitor(win)).fields).toBeUndefined();
});

test("[WG-265] an offline message sets the fields of its form, or is not stored", async () => {
  const win = await openWindow();
  const send = (fields: object) =>
    win.request({
      type: "offline",
      ref: randomUUID(),
      contacts: { email: "nadia@shop.example" },
      text: "Do you deliver?",
      by: "visitor",
      fields,
    });
  expect(await send({ seats: 4 })).toMatchObject({ type: "failed", field: "fields.seats" });
  expect(await send({})).toMatchObject({ type: "failed", field: "fields.plan" });
  const { body } = await call("GET", "offline-messages");
  expect((body as { readonly items: readonly unknown[] }).items).toEqual([]);
  expect(await send({ plan: "free" })).toMatchObject({ type: "done" });
  expect((await findVisitor(win)).fields?.["plan"]).toMatchObject({ value: "free" });
});

test("[WG-266] [FLD-021] values of fields of chats wait at the visitor for the next chat, or are set in the running one", async () => {
  const win = await openWindow(orders);
  expect(await sendContacts(win, { plan: "pro" })).toMatchObject({ field: "fields.order" });
  expect(await sendContacts(win, { plan: "pro", order: 1284 })).toMatchObject({ type: "done" });
  const order = { value: 1284, source: "form" };
  expect(await findVisitor(win)).toMatchObject({
    fields: { plan: { value: "pro" } },
    chat_fields: { order },
  });
  await win.request({ type: "say", ref: randomUUID(), text: "Where is it?" });
  const { chat } = (await findVisitor(win)) as Visitor & { readonly chat: { readonly id: number } };
  const readChat = async () => (await call("GET", `chats/${chat.id}`)).body as Chat;
  expect(await readChat()).toMatchObject({ fields: { order } });
  expect(await findVisitor(win)).not.toHaveProperty("chat_fields");
  expect(await sendContacts(win, { plan: "pro", order: 7 })).toMatchObject({ type: "done" });
  expect(await readChat()).toMatchObject({ fields: { order: { value: 7 } } });
});

test("[WG-266] the chat that answers an offline message has the values of its form", async () => {
  const win = await openWindow(orders);
  const sent = await win.request({
    type: "offline",
    ref: randomUUID(),
    contacts: { email: "omar@shop.example" },
    text: "Where is it?",
    by: "visitor",
    fields: { order: 99 },
  });
  expect(sent).toMatchObject({ type: "done" });
  const { body } = await call("GET", "offline-messages");
  const { items } = body as { readonly items: readonly OfflineMessage[] };
  const message = items.find(({ contacts }) => contacts.email === "omar@shop.example");
  const started = await call("POST", `offline-messages/${message?.id}/chat`, {});
  expect([started.status, started.text]).toEqual([200, started.text]);
  const { chat_id: id } = started.body as { readonly chat_id: number };
  const { body: chat } = await call("GET", `chats/${id}`);
  expect(chat).toMatchObject({ fields: { order: { value: 99, source: "form" } } });
  expect(await findVisitor(win)).not.toHaveProperty("chat_fields");
});
