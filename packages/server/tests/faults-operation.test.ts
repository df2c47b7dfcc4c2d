import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  getDatabaseAddress,
  databaseUrlAtPort,
  startCpuStopwatch,
  createTestDatabase,
  startIntegrator,
  startServerProcess,
  startFaultProxy,
  startTestParlour,
  type ApiResponse,
  type FaultProxy,
  type TestDatabase,
  type TestChannel,
  type TestParlour,
} from "@parlour/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { minFreeMib } from "../src/health/disk.ts";
import { hello, Win } from "./widget-bed.ts";

/**
 * Mounts a small file system over `folder`. Returns the reason if that is impossible: only root can
 * mount, and not in every container.
 */
function mountSmall(folder: string, mib: number): string | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder], { stdio: "pipe" });
    return null;
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error);
  }
}
const unmount = (folder: string): void => void execFileSync("umount", ["-l", folder], { stdio: "pipe" });
const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "parlour-mount-"));
  const refused = mountSmall(folder, 1);
  if (refused === null) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return refused === null;
})();
/**
 * Fills the disk except for `leaveMib`. Removing the returned file frees the space. Others may
 * write meanwhile, so it repeats until nothing more fits.
 */
function fill(folder: string, leaveMib = 0): string {
  const path = join(folder, "filler");
  const isEnough = (): boolean => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize <= leaveMib * 1024 * 1024;
  };
  for (const bytes of [1024 * 1024, 4096]) {
    try {
      while (leaveMib === 0 || !isEnough()) appendFileSync(path, Buffer.alloc(bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  return path;
}
async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await new Promise((resolve) => setTimeout(resolve, 50));
}
/** Measures a request. Returns the response and its duration. */
async function timed(run: () => Promise<ApiResponse>): Promise<{ status: number; retryAfter: string | null; ms: number }> {
  const ms = startCpuStopwatch();
  const answer = await run();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ms: ms() };
}
const refused = { status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) as string };
// Twice the promised time, because a busy machine is late. A timeout of twice the length would
// still be noticed.
const withinMs = 3_900;

describe("the database goes away", () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let parlour: TestParlour;
  let channel: TestChannel;
  let direct: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startFaultProxy(getDatabaseAddress(database.url));
    direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    parlour = await startTestParlour({ databaseUrl: databaseUrlAtPort(database.url, proxy.port), clock: "system", logLevel: "silent" });
    channel = await parlour.channel((await startIntegrator()).url);
  });
  afterAll(async () => {
    proxy.setMode("pass");
    await parlour.close();
    await proxy.close();
    await direct.end();
    await database.drop();
  });
  const say = (text: string) => timed(() => parlour.sendCustomerMessage(channel, "ann", text));
  const stored = async (): Promise<readonly string[]> =>
    (
      await direct.query<{ text: string }>("select body::json ->> 'text' as text from journal where seq is not null order by position")
    ).rows.map((row) => row.text);

  it.each(["cut", "black-hole"] as const)(
    "[P17] [F05] [CFG-016] %s: 503 with Retry-After, nothing acknowledged, not ready, the pool does not grow; both come back by themselves",
    async (mode) => {
      expect((await say(`before ${mode}`)).status).toBe(200);
      expect((await parlour.call("GET", "/ready")).body).toEqual({ ready: true, checks: { database: "ok", disk: "ok", sockets: "ok" } });
      proxy.setMode(mode);
      const lost = await say(`lost ${mode}`);
      expect(lost).toMatchObject(refused);
      expect(lost.ms).toBeLessThan(withinMs);
      const asked = await timed(() => parlour.call("GET", "/ready"));
      expect([asked.status, asked.ms < withinMs]).toEqual([503, true]);
      expect((await parlour.call("GET", "/ready")).body).toMatchObject({
        ready: false,
        checks: { database: expect.stringMatching(/;.* PostgreSQL/) as string },
      });
      expect((await parlour.call("GET", "/health")).status).toBe(200);
      // Monitoring sees it during the outage, not afterwards (CFG-011).
      const figures = await timed(() => parlour.call("GET", "/metrics"));
      expect([figures.status, figures.ms < withinMs]).toEqual([200, true]);
      const { text } = await parlour.call("GET", "/metrics");
      expect(Number(/^parlour_journal_down_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
      expect([/^# TYPE parlour_deliveries_due gauge$/m.test(text), /^parlour_deliveries_due /m.test(text)]).toEqual([true, false]);
      proxy.setMode("cut");
      proxy.setMode("pass");
      await until(async () => (await parlour.call("GET", "/ready")).status === 200);
      await until(async () => (await say(`after ${mode}`)).status === 200);
      const texts = await stored();
      expect(texts).toEqual(expect.arrayContaining([`before ${mode}`, `after ${mode}`]));
      const { rows } = await direct.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database()",
      );
      expect(rows[0]?.n).toBeLessThan(30);
    },
  );

  it("[API-165] hellos of operators and visitors wait on their open sockets until the database is back", async () => {
    const made = await parlour.owner.call("POST", "channels", { kind: "widget", name: "Site", operators: [parlour.owner.id] });
    const address = parlour.url.replace("http", "ws");
    const newWindow = async () => {
      const window = new Win(new WebSocket(`${address}/widget/socket`));
      await window.opened;
      return window;
    };
    const greet = (window: Win) => window.send(hello(made.body.public_id as string));
    const [welcomed, late] = await Promise.all([newWindow(), newWindow()]);
    greet(welcomed);
    await welcomed.welcomed();
    const operator = new WebSocket(`${address}/api/v1/socket`, { headers: { authorization: `Bearer ${parlour.owner.key}` } });
    const heard: { readonly type: string }[] = [];
    operator.on("message", (data: Buffer) => heard.push(JSON.parse(data.toString("utf8")) as { type: string }));
    await once(operator, "open");

    proxy.setMode("cut");
    // The node has the head of the journal in memory. For a position beyond it, it must query the
    // database.
    const greetAsOperator = () => operator.send('{"type":"hello","after":{"epoch":"none","position":1000000}}');
    for (let tries = 1; tries <= 3; tries++) {
      greet(late);
      greetAsOperator();
      await until(() => Promise.resolve(late.of("wait").length === tries && heard.length === tries));
    }
    expect([...late.of("wait"), ...heard]).toEqual(Array.from({ length: 6 }, () => ({ type: "wait", retry_after_s: 5 })));
    proxy.setMode("pass");
    await until(async () => (await parlour.call("GET", "/ready")).status === 200);
    greet(late);
    await late.welcomed();
    greetAsOperator();
    await until(() => Promise.resolve(heard.some(({ type }) => type === "live")));
    // No socket was closed.
    for (const socket of [welcomed.ws, late.ws, operator]) {
      expect(socket.readyState).toBe(WebSocket.OPEN);
      socket.close();
    }
  });

  it("[P17] [CORE-042] [CFG-016] a database that answers slowly: everything is taken, once and in order, and the node stays ready", async () => {
    expect((await say("before slow")).status).toBe(200);
    const known = (await stored()).length;
    proxy.setMode("slow");
    const senders = ["bea", "cem", "dan", "eva"];
    const answers = await Promise.all(
      senders.map(async (who) => {
        const statuses: number[] = [];
        for (let n = 0; n < 4; n++) statuses.push((await parlour.sendCustomerMessage(channel, who, `${who} ${n}`)).status);
        return statuses;
      }),
    );
    expect(answers.flat()).toEqual(Array.from({ length: 16 }, () => 200));
    expect((await parlour.call("GET", "/ready")).body).toMatchObject({ ready: true });
    proxy.setMode("pass");
    const texts = (await stored()).slice(known);
    expect(texts).toHaveLength(16);
    for (const who of senders) expect(texts.filter((text) => text.startsWith(who))).toEqual([0, 1, 2, 3].map((n) => `${who} ${n}`));
  });
});

describe("a full disk", () => {
  it.skipIf(!canMount)(
    "[P18] [F08] [CFG-016] DATA_DIR full or read-only: uploads are refused and /ready says why, messages go on; all comes back with the space",
    async () => {
      const parlour = await startTestParlour({ logLevel: "silent" });
      const channel = await parlour.channel((await startIntegrator()).url);
      expect(mountSmall(parlour.dataDir, minFreeMib + 96)).toBe(null);
      try {
        const upload = async (): Promise<number> => {
          const form = new FormData();
          form.append("file", new Blob(["words ".repeat(10_000)], { type: "text/plain" }), "notes.txt");
          const headers = { authorization: `Bearer ${parlour.owner.key}` };
          return (await fetch(`${parlour.url}/api/v1/uploads`, { method: "POST", headers, body: form })).status;
        };
        const disk = async (): Promise<string> => (await parlour.call("GET", "/ready")).body.checks.disk as string;
        expect([await upload(), await disk()]).toEqual([201, "ok"]);
        // Uploads are refused before the disk is full, while the node is healthy: 64 MiB are
        // reserved for the database, and /ready needs half of them.
        const most = fill(parlour.dataDir, 48);
        expect([await upload(), await disk()]).toEqual([503, "ok"]);
        rmSync(most);
        expect(await upload()).toBe(201);
        const filler = fill(parlour.dataDir);
        expect(await disk()).toMatch(/^\d MiB free for DATA_DIR, at least \d+ are needed; free some space$/);
        expect([await upload(), (await parlour.sendCustomerMessage(channel, "ann", "still here")).status]).toEqual([503, 200]);
        rmSync(filler);
        expect([await upload(), await disk()]).toEqual([201, "ok"]);

        execFileSync("mount", ["-o", "remount,ro", parlour.dataDir]);
        expect(await disk()).toMatch(/^DATA_DIR cannot be written; /);
        expect(await upload()).toBe(503);
        execFileSync("mount", ["-o", "remount,rw", parlour.dataDir]);
        expect([await upload(), await disk()]).toEqual([201, "ok"]);
      } finally {
        unmount(parlour.dataDir);
        await parlour.close();
      }
    },
  );

  it.skipIf(!canMount)(
    "[P18] [F08] [CFG-016] [API-075] the database's disk is full: 503, /ready names it until there is space, nothing acknowledged is lost",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "parlour-small-"));
      const admin = new pg.Client({ connectionString: process.env["TEST_DATABASE_SERVER"] ?? "" });
      await admin.connect();
      const { rows } = await admin.query<{ folder: string; own: string }>(
        "select current_setting('data_directory') as folder, 'small_' || substr(md5(random()::text), 1, 8) as own",
      );
      const own = rows[0]?.own ?? "";
      const database = await createTestDatabase();
      expect(mountSmall(folder, 96)).toBe(null);
      // PostgreSQL never runs as root. Its user is the owner of its folder.
      const { uid, gid } = statSync(rows[0]?.folder ?? "");
      chownSync(folder, uid, gid);
      chmodSync(folder, 0o700);
      await admin.query(`create tablespace ${own} location '${folder}'`);
      await admin.query(`alter database ${database.name} set tablespace ${own}`);
      const parlour = await startTestParlour({ databaseUrl: database.url, logLevel: "silent" });
      try {
        const channel = await parlour.channel((await startIntegrator()).url);
        const say = (n: number) => timed(() => parlour.sendCustomerMessage(channel, `visitor ${n % 7}`, `${n} ${"w".repeat(900)}`));
        expect((await say(0)).status).toBe(200);
        const filler = fill(folder);
        const acknowledged = [0];
        let last = { status: 200, retryAfter: null as string | null, ms: 0 };
        let sent = 0;
        // The database first fills its existing pages.
        while (last.status === 200 && sent < 2_000) {
          last = await say(++sent);
          if (last.status === 200) acknowledged.push(sent);
        }
        expect(last).toMatchObject(refused);
        expect(last.ms).toBeLessThan(withinMs);
        const ready = await parlour.call("GET", "/ready");
        expect([ready.status, ready.body.checks]).toEqual([
          503,
          { database: expect.stringMatching(/^its disk is full, .*; free some space/) as string, disk: "ok", sockets: "ok" },
        ]);
        expect((await parlour.owner.call("GET", "instance/health")).body).toMatchObject({
          state: "fault",
          checks: expect.arrayContaining([expect.objectContaining({ code: "database_full", state: "fault" })]) as unknown,
        });
        rmSync(filler);
        // Nothing is written meanwhile, because a load balancer sends nothing to a node that is not
        // ready.
        await until(async () => (await parlour.call("GET", "/ready")).status === 200);
        await until(async () => (await say(++sent)).status === 200);
        const numbers = (
          await parlour.sql<{ n: number }>(
            "select split_part(body::json ->> 'text', ' ', 1)::int as n from journal where seq is not null order by position",
          )
        ).map((row) => row.n);
        expect(numbers).toEqual([...new Set(numbers)]);
        expect(numbers).toEqual(expect.arrayContaining(acknowledged));
      } finally {
        await parlour.close();
        await database.drop();
        await admin.query(`drop tablespace ${own}`);
        await admin.end();
        unmount(folder);
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});

describe("no descriptors left", () => {
  it.skipIf(process.platform !== "linux")(
    "[F09] [CFG-016] new sockets are refused, open ones live, /ready says why; all is well again when some are free",
    async () => {
      const database = await createTestDatabase();
      const product = await startServerProcess({ env: { DATABASE_URL: database.url } });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ready = () =>
        new Promise<{ status: number; text: string }>((resolve, reject) => {
          request({ agent, host: "127.0.0.1", port: product.port, path: "/ready" }, (response) => {
            let text = "";
            response.on("data", (part: Buffer) => (text += part.toString()));
            response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
          })
            .on("error", reject)
            .end();
        });
      const sockets: Socket[] = [];
      try {
        expect((await ready()).status).toBe(200);
        const used = readdirSync(`/proc/${product.pid}/fd`).length;
        execFileSync("prlimit", ["--pid", String(product.pid), `--nofile=${used + 8}`]);
        const ended = new Set<Socket>();
        // Opens more sockets on each poll: files that the start had open are closed meanwhile, and
        // idle sockets end after 10 s.
        await until(async () => {
          for (let n = 0; n < 10 && sockets.length < 2_000; n++) {
            const socket = connect(product.port, "127.0.0.1");
            // Reads, so that the end after a 408 is noticed. The first ten sockets may use up all
            // file descriptors without a refusal.
            socket
              .on("error", () => ended.add(socket))
              .on("close", () => ended.add(socket))
              .resume();
            sockets.push(socket);
          }
          const { status, text } = await ready();
          return status === 503 && text.includes('"sockets":"no descriptors left for new connections; raise the limit');
        });
        await until(() => Promise.resolve(ended.size > 0));
        for (const socket of sockets) socket.destroy();
        await until(async () => (await ready()).status === 200);
      } finally {
        for (const socket of sockets) socket.destroy();
        agent.destroy();
        await product.kill("server");
        await database.drop();
      }
    },
  );
});
