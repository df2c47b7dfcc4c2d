import type { ReceivedRequest, ScriptedResponse, TestOperator } from "@parlour/testkit";
import { expect } from "vitest";
import type { Desk } from "./desk.ts";

/** Chats of a morning in a small shop, each in another state. */
export interface Scene {
  readonly ivan: TestOperator;
  readonly viewer: TestOperator;
  /** Returns the id of the customer's chat. */
  readonly id: (customer: string) => number;
  /** Sets the integrator's response to messages for a customer. */
  answer(customer: string, reply: ScriptedResponse): void;
}

export const longText = [
  "Hello, I ordered the blue teapot with two cups on the third of November and the parcel came today, but something went wrong on the way.",
  "",
  "1. The box was open at one corner and the paper inside was wet.",
  "2. The lid of the pot is cracked from the knob to the edge, so it leaks when I pour.",
  "3. One of the two cups is the small one (0.2 l), although I had chosen the large one (0.35 l).",
  "4. There was no invoice in the parcel; my bookkeeper needs it until Friday.",
  "",
  "I took photographs of everything before I threw the box away and can send them. What I would like:",
  "",
  "– a new lid, or a new pot if there are no single lids,",
  "– the large cup in place of the small one; I will of course send the small one back,",
  "– the invoice as a PDF to this address.",
  "",
  "The pot was a birthday present for my mother, who is eighty on Sunday, so it would be very kind if it could be here on Saturday.",
  "If that is not possible please tell me today, then I will buy flowers instead and we can take our time with the rest.",
  "",
  "Many thanks, and please forgive the long letter!",
].join("\n");

/** `sofia`: the operator who accepts most chats. */
export async function playScene({ parlour, operator, channel, integrator }: Desk, sofia: TestOperator = operator): Promise<Scene> {
  const replies = new Map<string, ScriptedResponse>();
  integrator.respondWith((request) => replies.get(customerOf(request)) ?? "ok");
  const { owner } = parlour;
  await owner.call("PATCH", `operators/${sofia.id}`, { name: "Sofia Lind" });
  const [ivan, viewer] = [await parlour.operator("operator", "Ivan Petrov"), await parlour.operator("viewer", "Vera Novak")];
  const journal = await parlour.channel(`${integrator.url}/journal`, { name: "Journal", operators: [sofia.id, ivan.id, viewer.id] });
  await owner.call("PATCH", `channels/${channel.id}`, { operators: [sofia.id, ivan.id, viewer.id] });

  const ids = new Map<string, number>();
  const say = async (customer: string, sender: object, message: object | string, to = channel): Promise<void> => {
    const answer = await parlour.call("POST", `/channel/${to.randomString}/${to.publicId}`, {
      sender: { id: customer, ...sender },
      message: typeof message === "string" ? { type: "text", text: message } : message,
    });
    expect([answer.status, answer.text]).toEqual([200, '{"result":"ok"}']);
    if (!ids.has(customer)) ids.set(customer, (await parlour.findChat(customer)).id);
  };
  const id = (customer: string): number => ids.get(customer) ?? 0;
  const take = (customer: string, who = sofia): Promise<unknown> => who.call("POST", `chats/${id(customer)}/accept`);
  let written = 0;
  const reply = (customer: string, text: string, who = sofia, kind = "text"): Promise<unknown> =>
    who.call("POST", `chats/${id(customer)}/messages`, { kind, text, client_id: `scene-${++written}` });
  /** Makes everything that is stored so far older. */
  const pass = async (minutes: number): Promise<void> => {
    await parlour.settle();
    await shift(parlour, minutes);
  };

  await say("marie", { name: "Marie Dubois", email: "marie@example.com" }, "We have moved. Can the parcel go to the new address?");
  await take("marie", ivan);
  await reply("marie", "I have changed the address for you", ivan);
  await pass(8);
  await say("priya", { name: "Priya Shah" }, "When will the November issue arrive?", journal);
  await take("priya");
  await reply("priya", "The parcel left our warehouse this morning, it should be with you tomorrow");
  await pass(5);
  replies.set("tom", { body: JSON.stringify({ error: { code: "recipient_unsubscribed", message: "Recipient has left" } }) });
  await say("tom", { name: "Tom Becker" }, "Please send me the size chart.");
  await take("tom");
  await reply("tom", "Here it is: https://shop.example/sizes");
  await pass(2);
  await say("layla", { name: "أمينة حداد", email: "amina@example.com" }, "مرحبا، هل يمكنني تغيير عنوان التوصيل لطلبي 7781؟");
  await take("layla");
  await reply("layla", "نعم، بالطبع. ما هو العنوان الجديد؟");
  await say("jonas", { name: "Jonas Berg" }, { type: "location", latitude: 59.32938, longitude: 18.06871 });
  await take("jonas", ivan);
  await reply("jonas", "There is a shop five minutes from you, in Drottninggatan", ivan);
  await say("keiko", { name: "Camille Laurent" }, "Bonjour! Is this the lid that fits the small pot?");
  await take("keiko", ivan);
  await say(
    "keiko",
    {},
    {
      type: "photo",
      file: "https://cdn.shop.example/p/77.jpg",
      file_name: "teapot.jpg",
      file_size: 421_888,
      width: 1200,
      height: 900,
      text: "this one",
    },
  );
  await say("long", { name: "Hildegard von und zu Wackernagel-Oberschönweide" }, longText);
  await take("long");
  await reply("long", "Dear Hildegard, I have read it all: a new pot leaves today.");
  await pass(1);
  await say("1043", {}, "Do you also sell the lid alone?");
  await take("1043");
  await say(
    "anna",
    {
      name: "Anna Kovács",
      email: "anna.kovacs@example.com",
      phone: "+44 20 7946 0958",
      url: "https://shop.example/orders/7781",
      invite: "Can we help you with your order?",
    },
    "Hi! My teapot came today and the lid is cracked",
  );
  await say(
    "anna",
    {},
    { type: "document", file: "https://cdn.shop.example/return-form.pdf", file_name: "return-form.pdf", file_size: 86_016 },
  );
  await take("anna");
  await reply("anna", "Hello Anna, I’m sorry about that. Looking into it now.");
  await reply("anna", "Could you send me the return form from the box?");
  await pass(1);
  await ivan.call("POST", `chats/${id("anna")}/invite`, { operator_id: ivan.id });
  await reply("anna", "Third cracked lid in this batch. Refund in full.", sofia, "note");
  await say("anna", {}, "It is the PDF above. Thank you for being so quick!");
  replies.set("anna", { body: JSON.stringify({ error: { code: "recipient_blocked", message: "Message store is restarting" } }) });
  await reply("anna", "The refund of €48.00 is on its way.");
  await pass(1);
  await say("nadia", { name: "Nadia Ross" }, "Hello, is anyone there?");
  await say("nadia", {}, "I would like the red boots");
  await say("nadia", {}, "Is size 42 back in stock?");
  await pass(2.07);
  await say("lukas", { name: "Lukas Weber" }, "It says the voucher has expired, but the mail says March");
  await pass(1.13);
  replies.set("anna", "ok");
  await parlour.settle();
  return { ivan, viewer, id, answer: (customer, next) => void replies.set(customer, next) };
}

const customerOf = ({ body }: ReceivedRequest): string => String((JSON.parse(body) as { recipient: { id: string | number } }).recipient.id);

/** Moves stored data into the past: the times in entities and journal, which the pages show. */
async function shift(parlour: Desk["parlour"], minutes: number): Promise<void> {
  const older = (body: string): string =>
    body.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => new Date(Date.parse(at) - minutes * 60_000).toISOString());
  for (const [table, key] of [
    ["chat", "id"],
    ["journal", "position"],
  ] as const) {
    for (const { key: at, body } of await parlour.sql<{ key: string; body: string }>(`select ${key} as key, body from ${table}`))
      await parlour.sql(`update ${table} set body = $2 where ${key} = $1`, [at, older(body)]);
  }
  await parlour.sql("update chat set created_at = created_at - make_interval(secs => $1)", [minutes * 60]);
  await parlour.sql("update chat_activity set last_at = last_at - make_interval(secs => $1)", [minutes * 60]);
  await parlour.sql("update delivery set created_at = created_at - make_interval(secs => $1)", [minutes * 60]);
}
