import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import type { Chats, VisitorMatches, VisitorProfile } from "@parlour/protocol/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findTraces } from "./erasure-fixture.ts";
import { pollEvents } from "./feed-client.ts";
import { RealtimeClient } from "./realtime-client.ts";
import { unzip } from "./unzip.ts";

let integrator: FakeIntegrator;
let parlour: TestParlour;
let shop: TestChannel;
let messenger: TestChannel;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  shop = await parlour.channel(`${integrator.url}/shop`, { name: "Shop" });
  messenger = await parlour.channel(`${integrator.url}/messenger`, { name: "Messenger" });
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

interface Sender {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}
let customers = 0;
/** Sends the first message of a new customer. Resolves with their visitor and chat. */
async function createVisitor(
  channel: TestChannel,
  sender: Sender = {},
): Promise<{ number: number; chat: number; customer: string }> {
  const customer = `person-${++customers}`;
  const sent = await parlour.sendCustomerMessage(channel, customer, `Hello from ${customer}`, {
    sender,
  });
  expect(sent.status, sent.text).toBe(200);
  const chat = await parlour.findChat(customer);
  return { number: chat.visitor.number, chat: chat.id, customer };
}
/** Returns the chat of the customer that is not closed. */
async function findRunningChat(customer: string): Promise<number> {
  const [row] = await parlour.sql<{ id: string }>(
    `select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id
     where v.customer = $1 and c.state <> 'closed'`,
    [customer],
  );
  return Number(row?.id);
}
/** Creates visitors with the same, otherwise unused address. */
async function createVisitors(count: number): Promise<readonly { number: number; chat: number }[]> {
  const email = `same-${customers}@mail.example`;
  const visitors = [];
  for (let n = 0; n < count; n++)
    visitors.push(await createVisitor(n % 2 === 0 ? shop : messenger, { email }));
  await parlour.settle();
  return visitors;
}

const merge = (first: number, second: number, by: TestOperator = parlour.owner) =>
  by.call("PUT", `visitors/${first}/merges/${second}`);
const separate = (first: number, second: number) =>
  parlour.owner.call("DELETE", `visitors/${first}/merges/${second}`);
async function read<T>(path: string, by: TestOperator = parlour.owner): Promise<T> {
  const answer = await by.call("GET", path);
  expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  return answer.body as T;
}
const readProfile = (number: number, by?: TestOperator) =>
  read<VisitorProfile>(`visitors/${number}`, by);
const listMembers = async (number: number, by?: TestOperator): Promise<readonly number[]> =>
  (await readProfile(number, by)).person?.members.map((visitor) => visitor.number) ?? [number];
const listMatches = async (number: number, by?: TestOperator): Promise<readonly number[]> =>
  (await read<VisitorMatches>(`visitors/${number}/matches`, by)).items.map(
    ({ visitor }) => visitor.number,
  );
const listChats = async (number: number): Promise<readonly number[]> =>
  (await read<Chats>(`chats?visitor=${number}`)).items
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
const sortNumbers = (...numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

describe("suggestions", () => {
  test("[API-405] [CORE-290] an equal address or number of another channel is suggested with its sources, and merges nothing", async () => {
    const anna = await createVisitor(shop, {
      name: "Anna",
      email: "Anna@Mail.example",
      phone: "+49 30 901820",
    });
    const other = await createVisitor(messenger, { name: "A. K.", email: "anna@mail.example" });
    const byPhone = await createVisitor(messenger, { phone: "0049 30 90 18 20" });
    await createVisitor(messenger, { email: "hanna@mail.example", phone: "030 901820" });
    await parlour.settle();
    const { items } = await read<VisitorMatches>(`visitors/${anna.number}/matches`);
    expect(
      items.map(({ visitor, contacts }) => [visitor.number, visitor.channel, contacts]),
    ).toEqual([
      [
        byPhone.number,
        { id: messenger.id, kind: "api", name: "Messenger" },
        [
          {
            kind: "phone",
            value: "+49 30 901820",
            source: "channel",
            other_source: "channel",
          },
        ],
      ],
      [
        other.number,
        { id: messenger.id, kind: "api", name: "Messenger" },
        [
          {
            kind: "email",
            value: "Anna@Mail.example",
            source: "channel",
            other_source: "channel",
          },
        ],
      ],
    ]);
    expect(await listMatches(other.number)).toEqual([anna.number]);
    for (const { number } of [anna, other, byPhone])
      expect((await readProfile(number)).person).toBeNull();
  });

  test("[CORE-290] a value that an operator corrected keeps the match, and the search index can be built again", async () => {
    const [first, second] = await createVisitors(2);
    const path = `visitors/${first?.number}`;
    await parlour.owner.call("PATCH", path, { email: "corrected@mail.example" });
    await parlour.settle();
    const isClaimed = async () =>
      (await read<VisitorMatches>(`${path}/matches`)).items[0]?.contacts[0]?.source;
    expect(await isClaimed()).toBe("channel");
    expect(await listMatches(second?.number ?? 0)).toEqual([first?.number]);
    await parlour.sql("delete from search_visitor");
    expect(await listMatches(second?.number ?? 0)).toEqual([]);
    await parlour.sql("update cursor set position = 0 where reader like 'search-visitors-%'");
    await parlour.restart();
    await parlour.settle();
    expect(await listMatches(second?.number ?? 0)).toEqual([first?.number]);
  });

  test("[API-408] [CORE-290] two visitors marked as different are not suggested to anyone, until the mark is removed", async () => {
    const [first, second, third] = await createVisitors(3);
    const numbers = [first, second, third].map((visitor) => visitor?.number ?? 0);
    const [a = 0, b = 0, c = 0] = numbers;
    const path = `visitors/${b}/different/${a}`;
    const dismissed = await parlour.owner.call("PUT", path);
    expect([dismissed.status, dismissed.text]).toEqual([204, ""]);
    expect((await parlour.owner.call("PUT", path)).status).toBe(204);
    expect(await listMatches(a)).toEqual([c]);
    expect(await listMatches(b)).toEqual([c]);
    // The mark holds for the persons of both.
    expect((await merge(c, b)).status).toBe(200);
    expect(await listMatches(a)).toEqual([]);
    expect(await listMatches(c)).toEqual([]);
    // A merge by hand is possible, and its undo keeps the mark.
    expect((await merge(a, b)).status).toBe(200);
    expect((await separate(b, a)).status).toBe(200);
    expect(await listMatches(a)).toEqual([]);
    expect((await parlour.owner.call("DELETE", path)).status).toBe(204);
    // One suggestion for the person of b and c: their newest visitor.
    expect(await listMatches(a)).toEqual([c]);
    expect((await parlour.owner.call("DELETE", path)).status).toBe(404);
    const audit = await read<{ items: { action: string; target: string }[] }>("audit?limit=9");
    expect(audit.items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["visitor.differ", "visitor.differ_undo"]),
    );
  });
});

describe("merges", () => {
  test("[API-406] [API-409] [API-410] [CORE-291] both visitors show the channels, values and chats of both, and each channel keeps its messages", async () => {
    const first = await createVisitor(shop, { name: "Anna", email: "anna.b@mail.example" });
    const second = await createVisitor(messenger, { name: "Ännchen", phone: "+49 30 5551000" });
    const answer = await merge(first.number, second.number);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual(await readProfile(first.number));
    const { person, name, email } = await readProfile(second.number);
    expect([name?.value, email]).toEqual(["Ännchen", null]);
    expect(person?.members.map(({ number, channel }) => [number, channel.name])).toEqual([
      [second.number, "Messenger"],
      [first.number, "Shop"],
    ]);
    expect(person?.names.map(({ value, visitor }) => [value, visitor])).toEqual([
      ["Ännchen", second.number],
      ["Anna", first.number],
    ]);
    expect(person?.emails).toMatchObject([{ value: "anna.b@mail.example", visitor: first.number }]);
    expect(person?.phones).toMatchObject([{ value: "+49 30 5551000", source: "channel" }]);
    expect(person?.merges).toEqual([
      {
        visitor: first.number,
        other: second.number,
        by: { id: parlour.owner.id, name: "Ann" },
        at: new Date(parlour.clock.now()).toISOString(),
      },
    ]);
    const audit = await read<{ items: unknown[] }>("audit?action=visitor.merge");
    expect(audit.items[0]).toMatchObject({
      target: `visitors ${first.number} and ${second.number}`,
    });

    // A later chat of either channel belongs to the person.
    await parlour.owner.call("POST", `chats/${second.chat}/accept`);
    await parlour.owner.call("POST", `chats/${second.chat}/close`);
    await parlour.sendCustomerMessage(messenger, second.customer, "Me again");
    const later = await findRunningChat(second.customer);
    const chats = sortNumbers(first.chat, second.chat, later);
    expect(await listChats(first.number)).toEqual(chats);
    expect(await listChats(second.number)).toEqual(chats);
    expect((await readProfile(first.number)).chats, "chats of the visitor alone").toBe(1);

    const sentBefore = integrator.received.length;
    for (const { chat, text } of [
      { chat: first.chat, text: "to the shop" },
      { chat: later, text: "to the messenger" },
    ]) {
      await parlour.owner.call("POST", `chats/${chat}/accept`);
      const sent = await parlour.owner.call("POST", `chats/${chat}/messages`, {
        kind: "text",
        text,
        client_id: `to-${chat}`,
      });
      expect(sent.status, sent.text).toBe(201);
    }
    const calls = await parlour.owner.call("PATCH", "call-settings", { enabled: true });
    expect(calls.status, calls.text).toBe(200);
    const called = await parlour.owner.call("POST", "calls", {
      chat_id: first.chat,
      phone: "+4930111222",
    });
    expect(called.status, called.text).toBe(201);
    for (const { number } of [first, second]) {
      const { items } = await read<{ items: { id: number }[] }>(`calls?visitor=${number}`);
      expect(items.map(({ id }) => id)).toEqual([called.body.id]);
    }
    await parlour.settle();
    const answers = integrator.received
      .slice(sentBefore)
      .filter(({ body }) => body.includes('"to the '))
      .map(({ path, body }) => `${path.split("/")[1]} got: ${/"(to the \w+)"/.exec(body)?.[1]}`);
    expect(answers).toHaveLength(2);
    expect(answers).toEqual(
      expect.arrayContaining(["messenger got: to the messenger", "shop got: to the shop"]),
    );
  });

  test("[API-407] [CORE-292] an undo restores exactly what was there, and keeps what happened since", async () => {
    const [first, second] = await createVisitors(2);
    const [a, b] = [first?.number ?? 0, second?.number ?? 0];
    const readAll = async () => ({
      profiles: [await readProfile(a), await readProfile(b)],
      chats: [await listChats(a), await listChats(b)],
      matches: [await listMatches(a), await listMatches(b)],
    });
    const before = await readAll();
    await merge(a, b);
    expect(await listMatches(a)).toEqual([]);
    const separated = await separate(b, a);
    expect(separated.status, separated.text).toBe(200);
    expect(separated.body).toEqual(before.profiles[1]);
    expect(await readAll()).toEqual(before);
    expect((await separate(a, b)).status).toBe(404);

    // A chat and an edit while they are merged stay with their visitor.
    await merge(a, b);
    await parlour.owner.call("PATCH", `visitors/${b}`, { name: "Edited" });
    const [row] = await parlour.sql<{ customer: string }>(
      "select customer from visitor where number = $1",
      [b],
    );
    await parlour.owner.call("POST", `chats/${second?.chat}/accept`);
    await parlour.owner.call("POST", `chats/${second?.chat}/close`);
    await parlour.sendCustomerMessage(messenger, row?.customer ?? "", "Meanwhile");
    const later = await findRunningChat(row?.customer ?? "");
    expect(await listChats(a)).toContain(later);
    await separate(a, b);
    expect(await listChats(a)).toEqual(before.chats[0]);
    expect(await listChats(b)).toEqual(sortNumbers(second?.chat ?? 0, later));
    expect((await readProfile(b)).name?.value).toBe("Edited");
    expect((await readProfile(a)).name).toBeNull();
  });

  test("[CORE-291] [CORE-292] a chain of three is one person, a cycle adds nothing, and each merge is undone by itself", async () => {
    const [a = 0, b = 0, c = 0] = (await createVisitors(3)).map(({ number }) => number);
    await merge(a, b);
    expect((await listMatches(a)).toString()).toBe(String(c));
    await merge(b, c);
    expect(await listMatches(a)).toEqual([]);
    for (const number of [a, b, c])
      expect(sortNumbers(...(await listMembers(number)))).toEqual([a, b, c]);
    const { headers: _, ...repeated } = await merge(c, a);
    expect(repeated.status).toBe(200);
    const profile = await readProfile(c);
    expect(repeated.body).toEqual(profile);
    expect(profile.person?.merges.map(({ visitor, other }) => [visitor, other])).toEqual([
      [a, b],
      [b, c],
    ]);
    expect((await separate(a, c)).status, "they were not merged with each other").toBe(404);
    await separate(a, b);
    expect(await listMembers(a)).toEqual([a]);
    expect(sortNumbers(...(await listMembers(c)))).toEqual([b, c]);
  });

  test("[API-411] [API-410] the search finds the chats of the whole person", async () => {
    const first = await createVisitor(shop, { name: "Wolfram Quendel" });
    const second = await createVisitor(messenger, { name: "Somebody" });
    await parlour.settle();
    const search = async () =>
      (
        await read<{ chats: { items: { chat: { id: number } }[] } }>("search?q=quendel&scope=all")
      ).chats.items
        .map(({ chat }) => chat.id)
        .toSorted((a, b) => a - b);
    expect(await search()).toEqual([first.chat]);
    await merge(first.number, second.number);
    expect(await search()).toEqual(sortNumbers(first.chat, second.chat));
    await separate(first.number, second.number);
    expect(await search()).toEqual([first.chat]);
  });

  test("[API-414] every client learns whose person changed, from sockets and from the event feed", async () => {
    const [a = 0, b = 0, c = 0] = (await createVisitors(3)).map(({ number }) => number);
    await merge(a, b);
    const client = new RealtimeClient(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
      headers: { authorization: `Bearer ${parlour.owner.key}` },
    });
    await client.opened;
    client.send({ type: "hello", after: null });
    await client.next(({ type }) => type === "live");
    const feed = { origin: parlour.url, key: parlour.owner.key };
    const { cursor: after } = (await pollEvents(feed)).body;
    await merge(c, a);
    await merge(c, b);
    await separate(b, a);
    const changes: unknown[] = [];
    for (let from = 0; changes.length < 6;) {
      const frame = await client.next(({ name }) => name === "settings_changed", from);
      from = client.frames.indexOf(frame) + 1;
      changes.push(frame["data"]);
    }
    const expected = [c, a, b, a, b, c].map((id) => ({ kind: "person", id }));
    expect(changes).toEqual(expect.arrayContaining(expected));
    const { events } = (
      await pollEvents(feed, `after=${encodeURIComponent(after)}&types=settings_changed`)
    ).body as { events: { data: object }[] };
    expect(events.map(({ data }) => data)).toEqual(changes);
    client.ws.close();
  });
});

describe("rights and bad requests", () => {
  test("[API-406] [API-407] [API-408] [CORE-001] who may edit a visitor may merge; visitors out of sight do not exist", async () => {
    const hidden = await parlour.channel(`${integrator.url}/hidden`, { name: "Hidden" });
    const ben = await parlour.operator("operator", "Ben");
    const patch = { operators: [parlour.owner.id, ben.id] };
    for (const channel of [shop, messenger])
      expect((await parlour.owner.call("PATCH", `channels/${channel.id}`, patch)).status).toBe(200);
    const email = "sight@mail.example";
    const { number: a } = await createVisitor(shop, { email });
    const { number: b } = await createVisitor(messenger, { email });
    const { number: c } = await createVisitor(hidden, { email });
    await parlour.settle();
    expect(await listMatches(a, ben)).toEqual([b]);
    for (const [first, second] of [
      [a, c],
      [c, a],
    ])
      for (const path of ["merges", "different"])
        for (const method of ["PUT", "DELETE"])
          expect(
            (await ben.call(method, `visitors/${first}/${path}/${second}`)).status,
            `${method} ${path}`,
          ).toBe(404);
    expect((await merge(a, b, ben)).status).toBe(200);
    await merge(b, c);
    expect(await listMembers(a)).toEqual([a, b, c]);
    const { person } = await readProfile(a, ben);
    expect(person?.members.map(({ number }) => number)).toEqual([a, b]);
    expect(person?.merges).toHaveLength(1);
    expect(JSON.stringify(person)).not.toContain("Hidden");
    for (const role of ["viewer", "developer"] as const) {
      const operator = await parlour.operator(role, role);
      expect((await merge(a, b, operator)).status, role).toBe(403);
      expect((await operator.call("PUT", `visitors/${a}/different/${b}`)).status, role).toBe(403);
    }
    await separate(a, b);
    await separate(b, c);
  });

  test("[API-406] [API-408] the same visitor, unknown numbers, numbers that are none and visitors of another account are refused", async () => {
    const { number } = await createVisitor(shop);
    for (const path of ["merges", "different"]) {
      const self = await parlour.owner.call("PUT", `visitors/${number}/${path}/${number}`);
      expect([self.status, self.body.error.field], path).toEqual([400, "other"]);
      for (const unknown of ["999999", "9007199254740993"]) {
        expect(
          (await parlour.owner.call("PUT", `visitors/${number}/${path}/${unknown}`)).status,
        ).toBe(404);
        expect(
          (await parlour.owner.call("PUT", `visitors/${unknown}/${path}/${number}`)).status,
        ).toBe(404);
      }
      for (const text of ["-1", "1e3", "0x10", "null", "1%27", "%F0%9F%98%80"])
        expect(
          (await parlour.owner.call("PUT", `visitors/${number}/${path}/${text}`)).status,
          text,
        ).toBe(400);
    }
    const password = "violet tractor umbrella";
    const email = "olga@persons.test";
    await parlour.owner.call("POST", "accounts", {
      name: "Other",
      owner: { name: "Olga", email, password },
    });
    const origin = new URL(parlour.url).origin;
    const session = await parlour.call("POST", "sessions", { email, password }, { origin });
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const callAsOther = (method: string, path: string) =>
      parlour.call(method, path, undefined, { cookie, origin });
    expect((await callAsOther("GET", "me")).status).toBe(200);
    const { number: second } = await createVisitor(messenger);
    for (const path of [
      `visitors/${number}/merges/${second}`,
      `visitors/${number}/different/${second}`,
    ])
      for (const method of ["PUT", "DELETE"])
        expect((await callAsOther(method, path)).status, `${method} ${path}`).toBe(404);
    expect((await callAsOther("GET", `visitors/${number}/matches`)).status).toBe(404);
    expect((await readProfile(number)).person).toBeNull();
  });

  test("[CORE-290] look-alike addresses and values that no address or number has are not suggested", async () => {
    const { number } = await createVisitor(shop, {
      email: "kate.look@mail.example",
      phone: "+49 30 7770001",
    });
    for (const sender of [
      { email: "\u212Aate.look@mail.example" },
      { email: "k\u0430te.look@mail.example" },
      { email: "kate.look@mail.example\u200B" },
      { email: "kate.look@mail.example@evil.example" },
      { email: "'kate.look@mail.example' | '~" },
      { phone: "+49 30 777000\uFF11" },
      { phone: "030 7770001" },
      { phone: "+49 30 7770001 or 1=1" },
    ])
      await createVisitor(messenger, sender);
    await parlour.settle();
    expect(await listMatches(number)).toEqual([]);
  });

  test("[CORE-294] the 21st visitor of a person is refused", async () => {
    const visitors = await createVisitors(21);
    const [first, ...others] = visitors.map(({ number }) => number);
    for (const number of others.slice(0, 19))
      expect((await merge(first ?? 0, number)).status).toBe(200);
    const refused = await merge(others[19] ?? 0, first ?? 0);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({ code: "at_limit", limit: "visitors" });
    expect(await listMembers(first ?? 0)).toHaveLength(20);
    expect((await separate(first ?? 0, others[0] ?? 0)).status).toBe(200);
    expect((await merge(others[19] ?? 0, first ?? 0)).status).toBe(200);
  });
});

describe("simultaneous changes", () => {
  test("[CORE-294] merges of three in all directions at once give one person without a cycle", async () => {
    for (let round = 0; round < 3; round++) {
      const [a = 0, b = 0, c = 0] = (await createVisitors(3)).map(({ number }) => number);
      const answers = await Promise.all([
        merge(a, b),
        merge(b, a),
        merge(b, c),
        merge(c, b),
        merge(c, a),
        merge(a, c),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const { person } = await readProfile(a);
      expect(person?.members).toHaveLength(3);
      expect(person?.merges).toHaveLength(2);
    }
  });

  test("[CORE-291] messages that arrive on both channels during merges are neither lost nor moved", async () => {
    const first = await createVisitor(shop);
    const second = await createVisitor(messenger);
    let merges = 0;
    /** Sends 30 to 90 messages, until there were two merges among them. Returns how many. */
    const send = async (channel: TestChannel, customer: string): Promise<number> => {
      let count = 0;
      for (; count < 30 || (merges < 2 && count < 90); count++) {
        const sent = await parlour.sendCustomerMessage(
          channel,
          customer,
          `${channel.id}: ${count}`,
        );
        expect(sent.status, sent.text).toBe(200);
      }
      return count;
    };
    let isSending = true;
    const toggle = async (): Promise<void> => {
      while (isSending) {
        expect((await merge(first.number, second.number)).status).toBe(200);
        merges++;
        expect((await separate(second.number, first.number)).status).toBe(200);
      }
    };
    const toggling = toggle();
    const counts = await Promise.all([
      send(shop, first.customer),
      send(messenger, second.customer),
    ]).finally(() => (isSending = false));
    await toggling;
    expect(merges).toBeGreaterThan(1);
    for (const [channel, { chat }, count] of [
      [shop, first, counts[0]],
      [messenger, second, counts[1]],
    ] as const) {
      const texts = (await parlour.messages(chat))
        .filter(({ author }) => author.kind === "visitor")
        .map(({ text }) => text);
      expect(texts.slice(1)).toEqual(
        Array.from({ length: count }, (_, n) => `${channel.id}: ${n}`),
      );
    }
  });

  test("[CORE-293] [CORE-294] a merge that races with an erasure is refused or erased as a whole", async () => {
    for (let round = 0; round < 3; round++) {
      const [a = 0, b = 0] = (await createVisitors(2)).map(({ number }) => number);
      const [erased, merged] = await Promise.all([
        parlour.owner.call("DELETE", `visitors/${a}`),
        merge(b, a),
      ]);
      expect(erased.status, erased.text).toBe(200);
      expect((await readProfile(a)).erased).toBe(true);
      // Read after the erasure: the other visitor is erased if and only if they were merged before.
      const isErased = (await readProfile(b)).erased === true;
      if (isErased) expect([200, 404]).toContain(merged.status);
      else expect(merged.body.error.code).toBe("not_available");
      expect(await listMembers(b)).toEqual([b]);
    }
  });

  test("[CORE-132] [CORE-294] a second node merges and separates the same persons, and its clients learn it", async () => {
    const node = await startTestParlour({ databaseUrl: parlour.databaseUrl });
    try {
      const [a = 0, b = 0, c = 0] = (await createVisitors(3)).map(({ number }) => number);
      const client = new RealtimeClient(`${node.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { authorization: `Bearer ${node.owner.key}` },
      });
      await client.opened;
      client.send({ type: "hello", after: null });
      await client.next(({ type }) => type === "live");
      const answers = await Promise.all([
        merge(a, b),
        node.owner.call("PUT", `visitors/${b}/merges/${c}`),
        node.owner.call("PUT", `visitors/${b}/merges/${a}`),
        merge(c, a),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [here, there] = [await readProfile(a), await node.owner.call("GET", `visitors/${a}`)];
      expect(there.body).toEqual(here);
      expect(here.person?.members).toHaveLength(3);
      expect(here.person?.merges).toHaveLength(2);
      for (const id of [a, b, c])
        await client.next(
          ({ name, data }) =>
            name === "settings_changed" &&
            JSON.stringify(data) === JSON.stringify({ kind: "person", id }),
        );
      client.ws.close();
    } finally {
      await node.close();
    }
  });
});

/** The second test finds the traces of all visitors who have the word in their data. */
describe("export and erasure", { shuffle: false }, () => {
  const word = "holunderbusch";

  test("[API-412] [CORE-293] the export of one visitor contains the whole person", async () => {
    const first = await createVisitor(shop, { name: "Exported", email: "export@mail.example" });
    const second = await createVisitor(messenger, { email: "export@mail.example" });
    await merge(first.number, second.number);
    const answer = await fetch(`${parlour.url}/api/v1/visitors/${second.number}/export`, {
      headers: { authorization: `Bearer ${parlour.owner.key}` },
    });
    const entries = await unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...entries.keys()].toSorted()).toEqual(
      ["files.json", "visitor.json", `visitor-${first.number}.json`].toSorted(),
    );
    for (const [name, { number, chat, customer }] of [
      ["visitor.json", second],
      [`visitor-${first.number}.json`, first],
    ] as const) {
      const data = JSON.parse(entries.get(name) ?? "");
      expect(data.visitor.number).toBe(number);
      expect(data.chats.map((item: { chat: { id: number } }) => item.chat.id)).toEqual([chat]);
      expect(data.chats[0].messages[0].text).toBe(`Hello from ${customer}`);
      expect(data.merges).toMatchObject([{ visitor: first.number, other: second.number }]);
    }
  });

  test("[API-413] [CORE-293] an erasure removes every visitor of the person with its block list values, and no merge brings one back", async () => {
    const email = `${word}@mail.example`;
    const first = await createVisitor(shop, { name: word, email });
    const second = await createVisitor(messenger, { name: word, phone: "+49 30 5557788" });
    const third = await createVisitor(shop, { name: "Bystander", email: "by@mail.example" });
    for (const value of [
      { kind: "email", value: email },
      { kind: "phone", value: "+49 30 5557788" },
    ])
      expect((await parlour.owner.call("POST", "blacklist", value)).status).toBe(201);
    await merge(first.number, second.number);
    await parlour.owner.call("PUT", `visitors/${first.number}/different/${third.number}`);
    await parlour.settle();
    const erased = await parlour.owner.call("DELETE", `visitors/${second.number}`);
    expect(erased.status, erased.text).toBe(200);
    expect(erased.body).toMatchObject({ number: second.number });
    await parlour.settle();
    expect(await findTraces(parlour, [word, "5557788"])).toEqual([]);
    expect(
      await parlour.sql(
        "select from person_link where visitor_id in (select id from visitor where number = any($1)) or other_id in (select id from visitor where number = any($1))",
        [[first.number, second.number]],
      ),
    ).toEqual([]);
    const { items } = await read<{ items: { number: number; counts: object }[] }>("erasures");
    expect(items.slice(0, 2).map(({ number }) => number)).toEqual(
      expect.arrayContaining([first.number, second.number]),
    );
    expect(items.slice(0, 2).map(({ counts }) => counts)).toEqual(
      expect.arrayContaining([expect.objectContaining({ merges: 1, blacklist: 1 })]),
    );
    const audit = await read<{ items: unknown[] }>("audit?action=visitor.erase");
    expect(audit.items[0]).toMatchObject({
      target: `visitors ${second.number}, ${first.number}`,
    });
    for (const number of [first.number, second.number]) {
      const refused = await merge(third.number, number);
      expect([refused.status, refused.body.error.code]).toEqual([409, "not_available"]);
    }
    expect((await readProfile(third.number)).name?.value).toBe("Bystander");
  });
});
