import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
let sales: number;
let empty: number;
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
  const department = async (name: string, operators: number[]): Promise<number> =>
    (
      await service.call("POST", "/departments", {
        key: acme.keys.owner,
        body: { name, operators },
      })
    ).body.id as number;
  sales = await department("Sales", [acme.ids.operator]);
  empty = await department("Empty", []);
});
afterAll(() => service.close());
/** Every test starts without replies, because the tests compare whole lists. */
beforeEach(() => service.db.query("delete from canned_reply"));

const addReply = (body: object, key = acme.keys.owner) =>
  service.call("POST", "/canned-replies", {
    key,
    body: { scope: "account", shortcut: "hi", text: "Hello", ...body },
  });
const listShortcuts = async (key: string): Promise<string[]> =>
  (await service.call("GET", "/canned-replies?limit=200", { key })).body.items.map(
    (reply: { shortcut: string }) => reply.shortcut,
  );
const exportReplies = async (
  format: string,
  key: string,
): Promise<{ type: string | null; location: string | null; text: string }> => {
  const answer = await fetch(`${service.origin}/api/v1/canned-replies/export?format=${format}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return {
    type: answer.headers.get("content-type"),
    location: answer.headers.get("content-disposition"),
    text: await answer.text(),
  };
};
const importReplies = (body: object, key = acme.keys.owner) =>
  service.call("POST", "/canned-replies/import", { key, body });

describe("quick replies", () => {
  it("[API-048] own, department's and account's: each is seen by its people alone", async () => {
    const text = "Hello {visitor.name|there}, {operator.name} here";
    const created = await addReply({
      shortcut: "hello",
      folder: " Greetings / First ",
      language: "en",
      text,
    });
    const now = new Date(service.clock.now()).toISOString();
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        scope: "account",
        department_id: null,
        for_agents: false,
        folder: "Greetings/First",
        shortcut: "hello",
        language: "en",
        text,
        uses: 0,
        created_at: now,
        updated_at: now,
        managed: false,
      },
    ]);
    expect(
      (await addReply({ scope: "department", department_id: sales, shortcut: "price" })).status,
    ).toBe(201);
    expect(
      (await addReply({ scope: "department", department_id: empty, shortcut: "nobody" })).status,
    ).toBe(201);
    const ownReply = await addReply({ scope: "own", shortcut: "mine" }, acme.keys.operator);
    expect(ownReply.status).toBe(201);
    expect(await listShortcuts(acme.keys.operator)).toEqual(["hello", "price", "mine"]);
    expect(await listShortcuts(acme.keys.admin)).toEqual(["hello", "price", "nobody"]);
    expect(await listShortcuts(acme.keys.viewer)).toEqual(["hello"]);
    for (const key of [acme.keys.admin, other.keys.owner]) {
      expect(
        (await service.call("GET", `/canned-replies/${ownReply.body.id}`, { key })).status,
      ).toBe(404);
      expect(
        (
          await service.call("PATCH", `/canned-replies/${ownReply.body.id}`, {
            key,
            body: { text: "x" },
          })
        ).status,
      ).toBe(404);
      expect(
        (await service.call("DELETE", `/canned-replies/${ownReply.body.id}`, { key })).status,
      ).toBe(404);
    }
  });

  it("[API-048] [CORE-001] operators change their own, administrators the shared ones; viewers and developers none", async () => {
    const shared = (await addReply({ shortcut: "shared" })).body.id as number;
    expect((await addReply({ shortcut: "forbidden" }, acme.keys.operator)).status).toBe(403);
    expect(
      (
        await service.call("PATCH", `/canned-replies/${shared}`, {
          key: acme.keys.operator,
          body: { text: "x" },
        })
      ).status,
    ).toBe(403);
    expect(
      (await service.call("DELETE", `/canned-replies/${shared}`, { key: acme.keys.operator }))
        .status,
    ).toBe(403);
    const ownReply = (await addReply({ scope: "own", shortcut: "upwards" }, acme.keys.operator))
      .body.id as number;
    expect(
      (
        await service.call("PATCH", `/canned-replies/${ownReply}`, {
          key: acme.keys.operator,
          body: { scope: "account" },
        })
      ).status,
    ).toBe(403);
    for (const role of ["viewer", "developer"] as const)
      expect((await addReply({ scope: "own" }, acme.keys[role])).status, role).toBe(403);
    const changed = await service.call("PATCH", `/canned-replies/${shared}`, {
      key: acme.keys.admin,
      body: { scope: "department", department_id: sales, folder: "A//B" },
    });
    expect([
      changed.status,
      changed.body.scope,
      changed.body.department_id,
      changed.body.folder,
    ]).toEqual([200, "department", sales, "A/B"]);
    const back = await service.call("PATCH", `/canned-replies/${shared}`, {
      key: acme.keys.admin,
      body: { scope: "account" },
    });
    expect([back.status, back.body.department_id]).toEqual([200, null]);
    expect(
      (await service.call("DELETE", `/canned-replies/${shared}`, { key: acme.keys.admin })).status,
    ).toBe(204);
  });

  it("[API-048] [API-317] a shortcut stands once for the same people and language; what cannot be filled is refused", async () => {
    const first = (await addReply({ shortcut: "bye", language: "en" })).body.id as number;
    const twice = await addReply({ shortcut: "BYE", language: "en" });
    expect([twice.status, twice.body.error.code, twice.body.error.field]).toEqual([
      409,
      "name_taken",
      "shortcut",
    ]);
    expect((await addReply({ shortcut: "bye", language: "ru" })).status).toBe(201);
    expect((await addReply({ shortcut: "bye", language: "en", scope: "own" })).status).toBe(201);
    expect(
      (
        await service.call("PATCH", `/canned-replies/${first}`, {
          key: acme.keys.owner,
          body: { language: "ru" },
        })
      ).status,
    ).toBe(409);
    for (const [body, field] of [
      [{ shortcut: "two words" }, "shortcut"],
      [{ shortcut: "/slash" }, "shortcut"],
      [{ shortcut: "" }, "shortcut"],
      [{ shortcut: "x", text: "  " }, "text"],
      [{ shortcut: "x", text: "Hi {visitor.surname}" }, "text"],
      [{ shortcut: "x", text: "y".repeat(4001) }, "text"],
      [{ shortcut: "x", language: "English" }, "language"],
      [{ shortcut: "x", folder: "f".repeat(101) }, "folder"],
      [{ shortcut: "x", scope: "department" }, "department_id"],
      [{ shortcut: "x", scope: "department", department_id: 999_999 }, "department_id"],
      [{ shortcut: "x", department_id: sales }, "department_id"],
      [{ shortcut: "x", colour: "red" }, "colour"],
    ] as const) {
      const answer = await addReply(body);
      expect([answer.status, answer.body.error.field], JSON.stringify(body).slice(0, 80)).toEqual([
        400,
        field,
      ]);
    }
    // Braces that contain more than a word are text.
    expect((await addReply({ shortcut: "json", text: '{"a": 1} {} {see below}' })).status).toBe(
      201,
    );
  });

  it("[API-442] a word in braces that is not filled in is refused, because customers would read it", async () => {
    for (const text of ["Hi {name}", "Hi {Name|there}", "Hi { visitor.name }", "Привет {имя}"]) {
      const answer = await addReply({ shortcut: "hi", text });
      expect([answer.status, answer.body.error?.field], text).toEqual([400, "text"]);
    }
    const [{ n } = { n: -1 }] = await service.db.query<{ n: number }>(
      "select count(*)::int as n from canned_reply where shortcut = 'hi'",
    );
    expect(n).toBe(0);
  });

  it("[API-048] [API-318] what an operator takes is counted for him alone", async () => {
    const id = (await addReply({ shortcut: "often" })).body.id as number;
    for (let n = 0; n < 3; n += 1)
      expect(
        (
          await service.call("POST", `/canned-replies/${id}/use`, {
            key: acme.keys.operator,
            body: {},
          })
        ).status,
      ).toBe(204);
    const uses = async (key: string) =>
      (await service.call("GET", `/canned-replies/${id}`, { key })).body.uses as number;
    expect([await uses(acme.keys.operator), await uses(acme.keys.owner)]).toEqual([3, 0]);
    expect(
      (await service.call("POST", `/canned-replies/${id}/use`, { key: other.keys.owner, body: {} }))
        .status,
    ).toBe(404);
  });
});

describe("quick replies as a file", () => {
  it("[API-048] [API-319] what is exported is imported again without a change, as CSV and as JSON; no cell begins a formula", async () => {
    await addReply({
      shortcut: "formula",
      folder: "=cmd|' /C calc'!A0",
      text: '=1+1, "quoted"\nsecond line',
    });
    await addReply({ shortcut: "'=kept", text: "@here" });
    await addReply({ scope: "department", department_id: sales, shortcut: "price" });
    for (const format of ["csv", "json"]) {
      const created = await exportReplies(format, acme.keys.owner);
      expect([created.type, created.location]).toEqual([
        format === "csv" ? "text/csv; charset=utf-8" : "application/json; charset=utf-8",
        `attachment; filename="quick-replies.${format}"`,
      ]);
      if (format === "csv") expect(created.text).not.toMatch(/(^|,|")[=@+-]/mu);
      const read = await importReplies({ format, content: created.text });
      expect([read.status, read.body.added, read.body.changed, read.body.faults]).toEqual([
        200,
        0,
        0,
        [],
      ]);
      expect(read.body.same).toBe(3);
    }
    expect((await exportReplies("xml", acme.keys.owner)).text).toContain("invalid_request");
  });

  it("[API-048] [API-320] an import adds and changes, all of it or nothing; a dry run names every fault with its line", async () => {
    await addReply({ shortcut: "hello", language: "en" });
    const before = await listShortcuts(acme.keys.owner);
    const content =
      'shortcut,text,folder,scope,department,language\nnew1,"Line one\nline two",New,,,en\nnew2,Ours,,department,sales,\nhello,Changed,,account,,en\n';
    const dry = await importReplies({ format: "csv", content, dry_run: true });
    expect([dry.status, dry.body]).toEqual([200, { added: 2, changed: 1, same: 0, faults: [] }]);
    expect(await listShortcuts(acme.keys.owner)).toEqual(before);
    const bad = `${content}new1,again,,,,en\nbad one,x,,,,\nx,Hi {who.knows},,,,\ny,z,,,Nowhere,\nshort,row\nz,text,,everybody,,\n`;
    const faulty = await importReplies({ format: "csv", content: bad, dry_run: true });
    const lines = (
      faulty.body.faults as { line: number; field: string | null; code: string }[]
    ).map(({ line, field, code }) => [line, field, code]);
    expect(lines.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [6, "shortcut", "repeated"],
      [7, "shortcut", "form"],
      [8, "text", "variable"],
      [9, "department", "department"],
      [10, null, "cells"],
      [11, "scope", "form"],
    ]);
    const refused = await importReplies({ format: "csv", content: bad });
    expect([refused.status, refused.body.error.field]).toEqual([400, "content"]);
    expect(refused.body.error.message).toMatch(/^Line \d+: .*Nothing was changed\.$/u);
    expect(await listShortcuts(acme.keys.owner)).toEqual(before);
    expect((await importReplies({ format: "csv", content })).body).toEqual({
      added: 2,
      changed: 1,
      same: 0,
      faults: [],
    });
    expect(await listShortcuts(acme.keys.owner)).toEqual([...before, "new1", "new2"]);
    expect((await importReplies({ format: "csv", content })).body).toEqual({
      added: 0,
      changed: 0,
      same: 3,
      faults: [],
    });
  });

  it("[AGENT-027] an import keeps the mark for agents", async () => {
    const created = await addReply({ shortcut: "marked", for_agents: true });
    const content = "shortcut,text,scope\nmarked,Changed,account\n";
    expect((await importReplies({ format: "csv", content })).body).toMatchObject({ changed: 1 });
    const key = acme.keys.owner;
    const after = await service.call("GET", `/canned-replies/${created.body.id}`, { key });
    expect(after.body).toMatchObject({ text: "Changed", for_agents: true });
  });

  it("[API-048] [CORE-001] operators import for themselves only; broken and hostile files change nothing", async () => {
    const shared = await importReplies(
      { format: "json", content: '[{"shortcut":"a","text":"b","scope":"account"}]' },
      acme.keys.operator,
    );
    expect(shared.status).toBe(400);
    const ownReply = await importReplies(
      { format: "json", content: '[{"shortcut":"imported","text":"b"}]' },
      acme.keys.operator,
    );
    expect(ownReply.body).toMatchObject({ added: 1, changed: 0 });
    expect(await listShortcuts(acme.keys.owner)).not.toContain("imported");
    const before = await listShortcuts(acme.keys.owner);
    for (const [format, content] of [
      ["json", "{"],
      ["json", "{}"],
      ["json", "[1]"],
      ["json", '[{"shortcut":"a","text":"b","evil":1}]'],
      ["json", '[{"shortcut":["a"],"text":"b"}]'],
      ["json", '[{"__proto__":{"shortcut":"a","text":"b"}}]'],
      ["csv", "shortcut,text,evil\na,b,c"],
      ["csv", "shortcut\na"],
      ["csv", 'shortcut,text\na,"b'],
      ["csv", "shortcut,text,text\na,b,c"],
      ["xml", "<a/>"],
      ["csv", ""],
    ] as const) {
      const answer = await importReplies({ format, content });
      expect(answer.status, content).toBe(400);
    }
    expect(
      (await importReplies({ format: "csv", content: `shortcut,text\n${"x".repeat(199_000)},y` }))
        .status,
    ).toBe(400);
    expect((await importReplies({ format: "csv", content: "x".repeat(200_001) })).status).toBe(400);
    expect(await listShortcuts(acme.keys.owner)).toEqual(before);
  });
});
