import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseSeed, createSeededRandom } from "@parlour/testkit";
import { migrateDatabase } from "../src/store/migrate.ts";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
});
afterAll(() => service.close());

interface CompanyAccount extends TestAccount {
  readonly call: (
    method: string,
    path: string,
    body?: object,
    role?: "owner" | "operator",
  ) => Promise<any>;
  /** Sends a message of a customer to the channel of the operator, or of the administrator. */
  readonly write: (
    customer: string,
    company?: string,
    channel?: "own" | "foreign",
  ) => Promise<void>;
}

/** Creates an account with the field of companies. */
async function createCompanyAccount(name: string): Promise<CompanyAccount> {
  const account = await service.createAccount(name);
  const call: CompanyAccount["call"] = async (method, path, body, role = "owner") =>
    (await service.call(method, path, { key: account.keys[role], body })).body;
  await call("POST", "/fields", {
    object: "visitor",
    key: "company",
    kind: "text",
    name: "Company",
  });
  const addChannel = async (operator: number): Promise<string> => {
    const { inbound_url } = await call("POST", "/channels", {
      kind: "api",
      name: `Channel ${operator}`,
      endpoint_url: "https://shop.example/in",
      operators: [operator],
    });
    return service.origin + new URL(inbound_url as string).pathname;
  };
  const channels = {
    own: await addChannel(account.ids.operator),
    foreign: await addChannel(account.ids.admin),
  };
  return {
    ...account,
    call,
    async write(customer, company, channel = "own") {
      const sender = { id: customer, name: customer, ...(company && { fields: { company } }) };
      const response = await fetch(channels[channel], {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sender, message: { type: "text", text: "Hi" } }),
      });
      expect(response.status).toBe(200);
    },
  };
}

describe("companies", () => {
  it("[CO-002] [CO-010] [CO-011] are values that differ in case and spaces, listed by name and by latest chat on all pages", async () => {
    const { call, write, keys } = await createCompanyAccount("listed");
    const start = service.clock.now();
    for (const [n, company] of ["Zeta", " ACME", "acme ", "beta", "Änne"].entries()) {
      service.clock.set(start + n * 1000);
      await write(`c${n}`, company);
    }
    const at = (n: number): string => new Date(start + n * 1000).toISOString();
    const acme = { name: "acme", visitors: 2, open_chats: 2, last_chat_at: at(2) };
    const one = (name: string, n: number) => ({
      name,
      visitors: 1,
      open_chats: 1,
      last_chat_at: at(n),
    });
    const byName = [acme, one("beta", 3), one("Zeta", 0), one("Änne", 4)];
    expect((await call("GET", "/companies")).items).toEqual(byName);
    for (const [sort, expected] of [
      ["name", ["acme", "beta", "Zeta", "Änne"]],
      ["last_chat", ["Änne", "beta", "acme", "Zeta"]],
    ] as const) {
      const names: string[] = [];
      let cursor = "";
      do {
        const page = await call("GET", `/companies?sort=${sort}&limit=1${cursor}`);
        names.push(...page.items.map(({ name }: { name: string }) => name));
        cursor = page.next_cursor === null ? "" : `&cursor=${encodeURIComponent(page.next_cursor)}`;
      } while (cursor !== "");
      expect(names).toEqual(expected);
    }
    expect((await call("GET", "/companies?q=ÄN")).items).toEqual([one("Änne", 4)]);
    expect((await call("GET", "/companies?name=AcmE%20")).items).toEqual([acme]);
    expect((await call("GET", "/companies?name=ac")).items).toEqual([]);
    const visitors = await call("GET", "/visitors?company=Acme");
    expect(visitors.items.map(({ name }: { name: { value: string } }) => name.value)).toEqual([
      "c2",
      "c1",
    ]);
    const refused = async (path: string) =>
      (await service.call("GET", path, { key: keys.owner })).body.error.field;
    expect(await refused("/visitors?company=a&sort=seen")).toBe("sort");
    expect(await refused("/visitors?company=a&segment=1")).toBe("company");
    const [cursor, other] = [
      ["companies_name", 1],
      ["companies_last_chat", 1, "a"],
    ].map((parts) => Buffer.from(JSON.stringify(parts)).toString("base64url"));
    expect(await refused(`/companies?cursor=${cursor}`)).toBe("cursor");
    expect(await refused(`/companies?cursor=${other}`)).toBe("cursor");
  });

  it("[CO-010] are paged past names of the greatest length", async () => {
    const { call, write } = await createCompanyAccount("long");
    const names = ["\u{10400}", "\u{20000}"].map((letter) => letter.repeat(200));
    for (const [n, name] of names.entries()) await write(`c${n}`, `${name}z`);
    const first = await call("GET", "/companies?limit=1");
    const second = await call("GET", `/companies?limit=1&cursor=${first.next_cursor}`);
    expect([first.items.length, second.items[0]?.name]).toEqual([1, names[1]]);
  });

  it("[CO-012] [CORE-001] show an operator only the visitors and chats in sight", async () => {
    const { call, write, keys } = await createCompanyAccount("insight");
    const at = new Date(service.clock.now()).toISOString();
    await write("seen", "Acme");
    await write("unseen", "ACME", "foreign");
    await write("hidden", "Secret", "foreign");
    const read = (query: string) => call("GET", `/companies${query}`, undefined, "operator");
    const acme = { name: "Acme", visitors: 1, open_chats: 1, last_chat_at: at };
    expect(await read("")).toEqual({ items: [acme], next_cursor: null });
    expect((await read("?name=secret")).items).toEqual([]);
    expect((await call("GET", "/companies?q=acme")).items).toEqual([
      { ...acme, name: "ACME", visitors: 2, open_chats: 2 },
    ]);
    expect((await call("GET", "/visitors?company=secret", undefined, "operator")).items).toEqual(
      [],
    );
    const sorted = await service.call("GET", "/companies?sort=last_chat", { key: keys.operator });
    expect([sorted.status, sorted.body.error.field]).toEqual([400, "sort"]);
    const other = await createCompanyAccount("without");
    expect((await other.call("GET", "/companies")).items).toEqual([]);
  });

  it("[CO-001] are gone with the field, and with another kind of field", async () => {
    const { id, call, write, keys } = await createCompanyAccount("removed");
    await write("c1", "Acme");
    const [field] = (await call("GET", "/fields")).items;
    await service.call("DELETE", `/fields/${field.id}`, { key: keys.owner });
    expect((await call("GET", "/companies")).items).toEqual([]);
    await write("c1", "Acme");
    expect(await readStored(id)).toEqual([]);
    const flags = await service.createAccount("flag");
    const body = { object: "visitor", key: "company", kind: "one_of", name: "C", options: ["a"] };
    await service.call("POST", "/fields", { key: flags.keys.owner, body });
    const { body: page } = await service.call("GET", "/companies", { key: flags.keys.owner });
    expect(page).toEqual({ items: [], next_cursor: null });
  });

  it("[API-252] [API-261] the search finds the chats of companies, with words and visitors too", async () => {
    const { call, write, keys } = await createCompanyAccount("searched");
    await write("c1", 'Potters "Clay"');
    await write("c2", "potters clay ");
    await write("c3", "Other", "foreign");
    await service.settle();
    const search = async (q: string, role: "owner" | "operator" = "owner") => {
      const path = `/search?scope=all&q=${encodeURIComponent(q)}`;
      const { items, people } = await call("GET", path, undefined, role);
      return [
        items.map(({ chat }: any) => chat.visitor.name.value).toSorted(),
        people.items.map(({ visitor }: any) => visitor.name.value).toSorted(),
      ];
    };
    expect(await search('company:"Potters Clay"')).toEqual([["c1", "c2"], []]);
    expect(await search("company:other company:nobody")).toEqual([["c3"], []]);
    expect(await search("company:other hi")).toEqual([["c3"], []]);
    expect(await search("company:other c1")).toEqual([[], []]);
    expect(await search("company:other c3")).toEqual([[], ["c3"]]);
    expect(await search("company:other", "operator")).toEqual([[], []]);
    const { number } = (await call("GET", "/visitors?company=other")).items[0];
    expect((await search(`company:other visitor:${number}`))[0]).toEqual(["c3"]);
    expect((await search(`company:"potters clay" visitor:${number}`))[0]).toEqual([]);
    for (const q of ["-company:other", "company:"]) {
      const { status, body } = await service.call("GET", `/search?q=${q}`, { key: keys.owner });
      expect([status, body.error.field]).toEqual([400, "q"]);
    }
  });

  it("[CO-003] after random changes of values, chats and erasures, the stored numbers equal a count", async () => {
    const random = createSeededRandom(chooseSeed());
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const { id, call, write } = await createCompanyAccount("random");
    const names = [
      "Acme",
      "ACME ",
      "acme",
      "Beta",
      "beta",
      `${"x".repeat(199)}yz`,
      `${"X".repeat(199)}Yw`,
      "  ",
    ];
    let erased = 0;
    for (let n = 0; n < 80; n++) {
      service.clock.set(service.clock.now() + 1000);
      const chance = random();
      const visitors = (await call("GET", "/visitors?limit=200")).items;
      const visitor: any = visitors.length === 0 ? null : pick(visitors);
      if (visitor === null || chance < 0.45)
        await write(`c${Math.floor(random() * 25)}`, pick([...names, undefined]));
      else if (chance < 0.7)
        await call("PUT", `/visitors/${visitor.number}/fields`, {
          fields: { company: pick([...names.slice(0, 7), null]) },
        });
      else if (chance < 0.95) {
        if (visitor.chat?.state === "waiting")
          await call("POST", `/chats/${visitor.chat.id}/close`, {});
      } else if (visitor.erased !== true) {
        await call("DELETE", `/visitors/${visitor.number}`);
        await service.settle();
        erased += 1;
      }
      if (n % 10 === 9) expect(await readStored(id), `step ${n}`).toEqual(await countStored(id));
    }
    expect(await readStored(id)).toEqual(await countStored(id));
    expect(erased).toBeGreaterThan(0);
    expect((await readStored(id)).length).toBeGreaterThan(1);
  });

  it("[CO-003] an upgrade counts the values that visitors had before, and no value twice", async () => {
    const { id, call, write } = await createCompanyAccount("upgraded");
    const other = await createCompanyAccount("upgraded2");
    for (const [customer, company] of [
      ["c1", "Acme"],
      ["c2", "acme"],
      ["c3", "Beta"],
      ["c4", undefined],
    ] as const)
      await write(customer, company);
    await other.write("c1", "Acme");
    const [chat] = (await call("GET", "/chats?limit=1")).items;
    await call("POST", `/chats/${chat.id}/close`, {});
    await service.db.query("delete from company_visitor where account_id = any($1)", [
      [id, other.id],
    ]);
    expect(await readStored(id)).toEqual([]);
    // A visitor of the time after the upgrade has a row already.
    await write("c2", "Acme Inc.");
    for (let n = 0; n < 2; n++) {
      await repeatStep("0098_company_visitors");
      expect(await readStored(id)).toEqual(await countStored(id));
      expect(await readStored(other.id)).toEqual(await countStored(other.id));
    }
    expect((await call("GET", "/companies")).items).toMatchObject([
      { name: "Acme", visitors: 1 },
      { name: "Acme Inc.", visitors: 1 },
      { name: "Beta", visitors: 1 },
    ]);
  });
});

/** Runs a step of the schema again. */
async function repeatStep(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query("delete from kysely_migration where name = $1", [name]);
  await client.end();
  expect(await migrateDatabase(service.databaseUrl)).toEqual([name]);
}

const readStored = (account: number): Promise<readonly unknown[]> =>
  service.db.query(
    "select key, visitors, open_chats, last_chat_at from company where account_id = $1 order by key",
    [account],
  );
/** Counts the companies of the stored visitors and chats. */
const countStored = (account: number): Promise<readonly unknown[]> =>
  service.db.query(
    `select v.key, count(*)::int as visitors, sum(c.open)::int as open_chats, max(c.last) as last_chat_at from (
       select id, lower(left(btrim(body::jsonb #>> '{fields,company,value}'), 200)) collate "C" as key from visitor where account_id = $1) v
     cross join lateral (select count(*) filter (where state <> 'closed') as open, max(created_at) as last
       from chat where account_id = $1 and visitor_id = v.id) c
     where v.key <> '' group by v.key order by v.key`,
    [account],
  );
