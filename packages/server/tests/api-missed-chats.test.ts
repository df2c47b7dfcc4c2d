import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertChat } from "./api-chat-seed.ts";
import {
  insertVisitor,
  startServiceApi,
  type ServiceApi,
  type TestAccount,
} from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
const createBot = (more: object) => ({ id: 7, name: "Rita", photo: "", attached: true, ...more });
const missedData = { missed_at: "2026-01-05T08:00:00.000Z" };
/** Chats by state and bot, with whether operators missed each of them. */
const chats = [
  { id: 201, state: "bot", bot: createBot({}), isMissed: false },
  { id: 202, state: "bot", bot: createBot(missedData), isMissed: true },
  { id: 203, state: "closed", bot: createBot({}), isMissed: false },
  { id: 204, state: "closed", bot: createBot(missedData), isMissed: true },
  { id: 205, state: "closed", bot: createBot({ attached: false }), isMissed: true },
  {
    id: 206,
    state: "waiting",
    bot: createBot({ attached: false, ...missedData }),
    isMissed: false,
  },
  { id: 207, state: "closed", bot: null, isMissed: true },
  // An operator was in the chat but left before it ended.
  { id: 209, state: "closed", bot: null, isMissed: true, hadOperator: true },
  // Texts of people and page attributes that look like chat fields do not count (WG-064).
  { id: 208, state: "bot", bot: createBot({ name: '"missed_at":"' }), isMissed: false },
  {
    id: 210,
    state: "closed",
    bot: null,
    isMissed: true,
    attributes: { blacklisted: true, attached: true, note: 'a "quote" } here' },
  },
  { id: 215, state: "closed", bot: null, isMissed: true, attributes: { blacklisted: true } },
  {
    id: 211,
    state: "closed",
    bot: createBot({}),
    isMissed: false,
    attributes: { attached: false, missed_at: "yesterday" },
  },
  // The seven days are counted from the end of the chat, regardless of later changes. No operator
  // has joined the running chat.
  { id: 212, state: "closed", bot: null, isMissed: false, ended: 8, active: 1 },
  { id: 213, state: "closed", bot: null, isMissed: true, ended: 6, active: 1 },
  { id: 214, state: "bot", bot: createBot(missedData), isMissed: true, active: 9 },
] as const;
const dayMs = 86_400_000;

beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("Acme");
  const body = {
    name: "C",
    endpoint_url: "https://hooks.example/",
    operators: [acme.ids.operator],
  };
  const channel = (
    (await service.call("POST", "/channels", { key: acme.keys.owner, body })).body as { id: number }
  ).id;
  for (const [n, chat] of chats.entries()) {
    const visitorId = await insertVisitor(service.db, acme.id, channel, n + 1);
    await insertChat(service.db, acme.id, {
      id: chat.id,
      visitorId,
      channel,
      state: chat.state,
      at: service.clock.now() + n,
      texts: [["visitor", "hi"]],
    });
    if ("hadOperator" in chat)
      await service.db.query(
        "insert into participant (account_id, chat_id, operator_id, joined_at, left_at) values ($1, $2, $3, now(), now())",
        [acme.id, chat.id, acme.ids.operator],
      );
    const attributes =
      "attributes" in chat ? `"attributes":${JSON.stringify(chat.attributes)},` : "";
    await service.db.query(
      "update chat set body = replace(body, '\"bot\":null', $2) where id = $1",
      [chat.id, `${attributes}"bot":${JSON.stringify(chat.bot)}`],
    );
    const ago = (days: number): Date => new Date(service.clock.now() - days * dayMs);
    if ("ended" in chat)
      await service.db.query("update chat set closed_at = $2 where id = $1", [
        chat.id,
        ago(chat.ended),
      ]);
    if ("active" in chat)
      await service.db.query("update chat_activity set last_at = $2 where chat_id = $1", [
        chat.id,
        ago(chat.active),
      ]);
  }
});
afterAll(() => service.close());

const expected = chats
  .filter((chat) => chat.isMissed)
  .map((chat) => chat.id)
  .toSorted((a, b) => a - b);

describe("missed chats with bots", () => {
  it.each(["", "&sort=created"])(
    "[BOT-070] [API-020] [API-225] those in which an operator was wanted and none came%s",
    async (more) => {
      const { body } = await service.call("GET", `/chats?view=missed${more}`, {
        key: acme.keys.operator,
      });
      expect(
        (body.items as { id: number }[]).map((one) => one.id).toSorted((a, b) => a - b),
      ).toEqual(expected);
    },
  );
  it("[BOT-070] [API-029] they are counted", async () => {
    const { body } = await service.call("GET", "/chats/counters", { key: acme.keys.operator });
    expect(body.views).toMatchObject({ missed: expected.length, bot: 4, waiting: 1, all: 5 });
  });
});
