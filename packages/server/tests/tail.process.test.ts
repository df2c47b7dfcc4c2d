import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createEmptyDatabase,
  startIntegrator,
  startTestParlour,
  type TestChannel,
  type TestDatabase,
  type TestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tailCommand } from "../src/cli/commands/tail.ts";
import { UsageError } from "../src/cli/command.ts";
import { createSystemClock } from "../src/clock.ts";

let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let parlour: TestParlour;
let channel: TestChannel;
let database: TestDatabase;
let copy: pg.Client;
let folder: string;
let target: string;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
  channel = await parlour.channel(integrator.url);
  database = await createEmptyDatabase();
  copy = new pg.Client({ connectionString: database.url });
  await copy.connect();
  folder = await mkdtemp(join(tmpdir(), "parlour-tail-"));
});
beforeEach(({ task }) => {
  target = join(folder, `${task.id}.jsonl`);
});
afterAll(async () => {
  await copy.end();
  await database.drop();
  await rm(folder, { recursive: true });
  await parlour.close();
  await integrator.close();
});

/** Runs the command in this process. Returns its exit code and what it printed. */
async function tail(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const code = await tailCommand.run(args, {
    env: { PARLOUR_URL: parlour.url, PARLOUR_KEY: parlour.owner.key, ...env },
    clock: createSystemClock(),
    log: undefined as never,
    out: print,
    err: print,
  });
  return { code, text: printed.join("\n") };
}
/** Opens a proxy of the feed, whose pages have two events. `answer` is called for each of them. */
async function openProxy(
  answer: (page: {
    readonly send: () => void;
    readonly response: ServerResponse;
    readonly requests: number;
  }) => void,
) {
  let requests = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", parlour.url);
    url.searchParams.set("limit", "2");
    url.searchParams.delete("wait");
    void fetch(url, { headers: { authorization: request.headers.authorization ?? "" } }).then(
      async (page) => {
        requests += 1;
        const text = await page.text();
        answer({ send: () => response.writeHead(page.status).end(text), response, requests });
      },
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => (server.closeAllConnections(), server.close()),
  };
}
const mainPath = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
const write = (customer: string, text: string) =>
  parlour.sendCustomerMessage(channel, customer, text, { sender: { name: customer } });
const readLines = async (path: string): Promise<{ position: number; name: string }[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { position: number; name: string });
const query = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> =>
  (await copy.query<R>(text)).rows;

describe("a file", () => {
  it("[CLI-006] gets each event once, and a second run adds only later ones", async () => {
    await write("file", "one");
    expect((await tail(["--once", "--to", target])).code).toBe(0);
    const first = await readLines(target);
    expect(first.map(({ name }) => name)).toContain("message_created");
    await write("file", "two");
    await tail(["--once", "--to", target]);
    const second = await readLines(target);
    expect(second.slice(0, first.length)).toEqual(first);
    const positions = second.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
    expect(JSON.stringify(second.at(-1))).toContain("two");
  });

  it("[CLI-006] loses what was appended after its last cursor, and gets it again", async () => {
    await tail(["--once", "--to", target]);
    const before = await readLines(target);
    await appendFile(target, '{"type":"event","position":99');
    await write("crash", "after the crash");
    await tail(["--once", "--to", target]);
    const after = await readLines(target);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(JSON.stringify(after.slice(before.length))).toContain("after the crash");
  });

  it("[CLI-006] of another program is refused", async () => {
    await appendFile(target, "my notes\n");
    await expect(tail(["--once", "--to", target])).rejects.toThrow("exists, but");
    expect(await readFile(target, "utf8")).toBe("my notes\n");
  });

  it("[CLI-006] begins with later events, and with those of some names", async () => {
    await tail(["--once", "--from", "now", "--types", "message_created", "--to", target]);
    expect(await readLines(target)).toEqual([]);
    await write("later", "later one");
    await tail(["--once", "--types", "message_created", "--to", target]);
    const lines = await readLines(target);
    expect(new Set(lines.map(({ name }) => name))).toEqual(new Set(["message_created"]));
    expect(JSON.stringify(lines[0])).toContain("later one");
  });
});

describe("a database", () => {
  it("[CLI-006] gets each event, and tables with the latest state of each object", async () => {
    await write("table", "hello");
    const chat = await parlour.findChat("table");
    await parlour.owner.call("POST", `chats/${chat.id}/accept`);
    await parlour.owner.call("POST", `chats/${chat.id}/close`);
    expect((await tail(["--once", "--to", database.url])).code).toBe(0);
    expect(
      await query(
        `select state, closed_at is not null as closed, visitor ->> 'customer' as customer from parlour.chat where id = ${chat.id}`,
      ),
    ).toEqual([{ state: "closed", closed: true, customer: "table" }]);
    expect(
      await query(
        `select text, author ->> 'kind' as author from parlour.message where chat_id = ${chat.id} and text = 'hello'`,
      ),
    ).toEqual([{ text: "hello", author: "visitor" }]);
    const [events] = await query<{ n: number; last: number }>(
      "select count(*)::int as n, max(position)::int as last from parlour.event",
    );
    expect(events?.n).toBeGreaterThan(3);
    await tail(["--once", "--to", database.url]);
    expect(
      await query("select count(*)::int as n, max(position)::int as last from parlour.event"),
    ).toEqual([events]);
  });

  it("[CLI-006] [CORE-116] loses what it has of a visitor who is erased", async () => {
    await write("erased", "mauerbluemchen");
    const chat = await parlour.findChat("erased");
    await tail(["--once", "--to", database.url]);
    const count = async () => {
      const [found] = await query<{ n: number }>(
        `select (select count(*) from parlour.event where data::text like '%mauerbluemchen%')
           + (select count(*) from parlour.message where text like '%mauerbluemchen%')
           + (select count(*) from parlour.chat where visitor ->> 'customer' = 'erased') as n`,
      );
      return Number(found?.n);
    };
    expect(await count()).toBeGreaterThan(2);
    await parlour.owner.call("DELETE", `visitors/${chat.visitor.number}`);
    await tail(["--once", "--to", database.url]);
    expect(await count()).toBe(0);
    expect(await query(`select id from parlour.chat where id = ${chat.id}`)).toEqual([]);
    expect(await query("select text from parlour.message where text = 'hello'")).toHaveLength(1);
  });

  it("[CLI-006] contains each event once after the process was killed three times", async () => {
    const schema = "killed";
    for (let n = 0; n < 12; n++) await write(`kill-${n % 3}`, `message ${n}`);
    for (let n = 1; n <= 3; n++) {
      // Kills the process when it has got its nth page of two events.
      const proxy = await openProxy(({ send, requests }) => {
        send();
        if (requests === 2 * n) child.kill("SIGKILL");
      });
      const child = spawn(
        process.execPath,
        [mainPath, "tail", "--to", database.url, "--schema", schema, "--url", proxy.url],
        { env: { ...process.env, PARLOUR_KEY: parlour.owner.key }, stdio: "ignore" },
      );
      const [, signal] = (await once(child, "exit")) as [number | null, string | null];
      expect(signal).toBe("SIGKILL");
      proxy.close();
    }
    await tail(["--once", "--to", database.url, "--schema", schema]);
    await tail(["--once", "--to", database.url, "--schema", "whole"]);
    for (const table of ["event", "message", "chat"]) {
      const rows = (name: string) => query(`select * from ${name}.${table} order by "position"`);
      expect(await rows(schema), table).toEqual(await rows("whole"));
    }
    expect(
      await query("select count(*)::int as n from killed.message where text like 'message %'"),
    ).toEqual([{ n: 12 }]);
  });

  it("[CLI-006] refuses a second process that writes to the same tables", async () => {
    const { openPostgresTarget } = await import("../src/cli/tail/postgres-target.ts");
    const open = () => openPostgresTarget(database.url, "twice", createSystemClock());
    const [first, second] = [await open(), await open()];
    const page = { epoch: "e", events: [], cursor: "e:1", more: false };
    await first.write(page);
    await expect(second.write({ ...page, cursor: "e:2" })).rejects.toThrow("another process");
    await Promise.all([first.close(), second.close()]);
  });
});

describe("the installation", () => {
  it("[CLI-006] [API-388] was restored: the command says how to begin anew, and does so", async () => {
    await tail(["--once", "--to", target]);
    const path = `${target}.cursor`;
    const progress = JSON.parse(await readFile(path, "utf8")) as { cursor: string };
    await rm(path);
    await appendFile(path, JSON.stringify({ ...progress, cursor: "another-epoch:7" }));
    const { code, text } = await tail(["--once", "--to", target]);
    expect([code, text]).toEqual([1, expect.stringContaining("--reset")]);
    expect((await tail(["--once", "--reset", "--to", target])).code).toBe(0);
    expect((await readLines(target)).length).toBeGreaterThan(0);
  });

  it("[CLI-006] refuses a wrong key: nothing is written", async () => {
    const { code, text } = await tail(["--once", "--to", target], { PARLOUR_KEY: "pk_wrong" });
    expect([code, text]).toEqual([1, expect.stringContaining("refuses")]);
    expect(await readFile(target, "utf8")).toBe("");
  });

  it("[CLI-006] is away for a moment: the command waits and goes on", async () => {
    const proxy = await openProxy(({ send, response, requests }) => {
      if (requests > 2) send();
      else response.writeHead(503, { "retry-after": "0" }).end("<html>away</html>");
    });
    const { code, text } = await tail(["--once", "--url", proxy.url, "--to", target]);
    proxy.close();
    expect([code, text]).toEqual([0, expect.stringContaining("answered 503; trying again")]);
    expect((await readLines(target)).length).toBeGreaterThan(0);
  });

  it.each([
    [["--once"], {}, "--to"],
    [["--to", "x", "--from", "yesterday"], {}, "--from"],
    [["--to", "x", "--url", "shop"], {}, "--url"],
    [["--to", join(tmpdir(), "x.jsonl")], { PARLOUR_KEY: "" }, "PARLOUR_KEY"],
  ])("[CLI-006] is not asked with wrong arguments: %j", async (args, env, named) => {
    const failure = await tail(args, env).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(String(failure)).toContain(named);
  });
});
