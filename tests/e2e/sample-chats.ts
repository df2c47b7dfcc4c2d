import type { ReceivedRequest, ScriptedResponse, TestOperator } from "@parlour/testkit";
import { expect } from "vitest";
import type { InboxFixture } from "./inbox-fixture.ts";

/** Chats of a morning in a small shop, each in another state. */
export interface SampleChats {
  readonly ivan: TestOperator;
  readonly viewer: TestOperator;
  /** Returns the id of the customer's chat. */
  readonly chatId: (customer: string) => number;
  /** Sets the integrator's response to messages for a customer. */
  respondWith(customer: string, reply: ScriptedResponse): void;
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
export async function createSampleChats(
  { parlour, operator, channel, integrator }: InboxFixture,
  sofia: TestOperator = operator,
): Promise<SampleChats> {
  const replies = new Map<string, ScriptedResponse>();
  integrator.respondWith((request) => replies.get(getCustomerId(request)) ?? "ok");
  const { owner } = parlour;
  await owner.call("PATCH", `operators/${sofia.id}`, { name: "Sofia Lind" });
  const [ivan, viewer] = [
    await parlour.operator("operator", "Ivan Petrov"),
    await parlour.operator("viewer", "Vera Novak"),
  ];
  const journal = await parlour.channel(`${integrator.url}/journal`, {
    name: "Journal",
    operators: [sofia.id, ivan.id, viewer.id],
  });
  await owner.call("PATCH", `channels/${channel.id}`, {
    operators: [sofia.id, ivan.id, viewer.id],
  });

  const ids = new Map<string, number>();
  const sendMessage = async (
    customer: string,
    sender: object,
    message: object | string,
    to = channel,
  ): Promise<void> => {
    const answer = await parlour.call("POST", `/channel/${to.randomString}/${to.publicId}`, {
      sender: { id: customer, ...sender },
      message: typeof message === "string" ? { type: "text", text: message } : message,
    });
    expect([answer.status, answer.text]).toEqual([200, '{"result":"ok"}']);
    if (!ids.has(customer)) ids.set(customer, (await parlour.findChat(customer)).id);
  };
  const chatId = (customer: string): number => ids.get(customer) ?? 0;
  const accept = (customer: string, actor = sofia): Promise<unknown> =>
    actor.call("POST", `chats/${chatId(customer)}/accept`);
  let replyCount = 0;
  const reply = (customer: string, text: string, actor = sofia, kind = "text"): Promise<unknown> =>
    actor.call("POST", `chats/${chatId(customer)}/messages`, {
      kind,
      text,
      client_id: `scene-${++replyCount}`,
    });
  /** Makes everything that is stored so far older. */
  const ageChats = async (minutes: number): Promise<void> => {
    await parlour.settle();
    await ageStoredTimes(parlour, minutes);
  };

  await sendMessage(
    "marie",
    { name: "Marie Dubois", email: "marie@example.com" },
    "We have moved. Can the parcel go to the new address?",
  );
  await accept("marie", ivan);
  await reply("marie", "I have changed the address for you", ivan);
  await ageChats(8);
  await sendMessage(
    "priya",
    { name: "Priya Shah" },
    "When will the November issue arrive?",
    journal,
  );
  await accept("priya");
  await reply(
    "priya",
    "The parcel left our warehouse this morning, it should be with you tomorrow",
  );
  await ageChats(5);
  replies.set("tom", {
    body: JSON.stringify({
      error: { code: "recipient_unsubscribed", message: "Recipient has left" },
    }),
  });
  await sendMessage("tom", { name: "Tom Becker" }, "Please send me the size chart.");
  await accept("tom");
  await reply("tom", "Here it is: https://shop.example/sizes");
  await ageChats(2);
  await sendMessage(
    "layla",
    { name: "أمينة حداد", email: "amina@example.com" },
    "مرحبا، هل يمكنني تغيير عنوان التوصيل لطلبي 7781؟",
  );
  await accept("layla");
  await reply("layla", "نعم، بالطبع. ما هو العنوان الجديد؟");
  await sendMessage(
    "jonas",
    { name: "Jonas Berg" },
    { type: "location", latitude: 59.32938, longitude: 18.06871 },
  );
  await accept("jonas", ivan);
  await reply("jonas", "There is a shop five minutes from you, in Drottninggatan", ivan);
  await sendMessage(
    "keiko",
    { name: "Camille Laurent" },
    "Bonjour! Is this the lid that fits the small pot?",
  );
  await accept("keiko", ivan);
  await sendMessage(
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
  await sendMessage("long", { name: "Hildegard von und zu Wackernagel-Oberschönweide" }, longText);
  await accept("long");
  await reply("long", "Dear Hildegard, I have read it all: a new pot leaves today.");
  await ageChats(1);
  await sendMessage("1043", {}, "Do you also sell the lid alone?");
  await accept("1043");
  await sendMessage(
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
  await sendMessage(
    "anna",
    {},
    {
      type: "document",
      file: "https://cdn.shop.example/return-form.pdf",
      file_name: "return-form.pdf",
      file_size: 86_016,
    },
  );
  await accept("anna");
  await reply("anna", "Hello Anna, I’m sorry about that. Looking into it now.");
  await reply("anna", "Could you send me the return form from the box?");
  await ageChats(1);
  await ivan.call("POST", `chats/${chatId("anna")}/invite`, { operator_id: ivan.id });
  await reply("anna", "Third cracked lid in this batch. Refund in full.", sofia, "note");
  await sendMessage("anna", {}, "It is the PDF above. Thank you for being so quick!");
  replies.set("anna", {
    body: JSON.stringify({
      error: { code: "recipient_blocked", message: "Message store is restarting" },
    }),
  });
  await reply("anna", "The refund of €48.00 is on its way.");
  await ageChats(1);
  await sendMessage("nadia", { name: "Nadia Ross" }, "Hello, is anyone there?");
  await sendMessage("nadia", {}, "I would like the red boots");
  await sendMessage("nadia", {}, "Is size 42 back in stock?");
  await ageChats(2.07);
  await sendMessage(
    "lukas",
    { name: "Lukas Weber" },
    "It says the voucher has expired, but the mail says March",
  );
  await ageChats(1.13);
  replies.set("anna", "ok");
  await parlour.settle();
  return {
    ivan,
    viewer,
    chatId,
    respondWith: (customer, next) => void replies.set(customer, next),
  };
}

const getCustomerId = ({ body }: ReceivedRequest): string =>
  String((JSON.parse(body) as { recipient: { id: string | number } }).recipient.id);

/** Moves stored data into the past: the times in entities and journal, which the pages show. */
async function ageStoredTimes(parlour: InboxFixture["parlour"], minutes: number): Promise<void> {
  const older = (body: string): string =>
    body.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) =>
      new Date(Date.parse(at) - minutes * 60_000).toISOString(),
    );
  for (const [table, key] of [
    ["chat", "id"],
    ["journal", "position"],
  ] as const) {
    for (const { key: at, body } of await parlour.sql<{ key: string; body: string }>(
      `select ${key} as key, body from ${table}`,
    ))
      await parlour.sql(`update ${table} set body = $2 where ${key} = $1`, [at, older(body)]);
  }
  await parlour.sql("update chat set created_at = created_at - make_interval(secs => $1)", [
    minutes * 60,
  ]);
  await parlour.sql("update chat_activity set last_at = last_at - make_interval(secs => $1)", [
    minutes * 60,
  ]);
  await parlour.sql("update delivery set created_at = created_at - make_interval(secs => $1)", [
    minutes * 60,
  ]);
}
