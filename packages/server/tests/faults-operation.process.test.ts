import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  getDatabaseAddress,
  withDatabasePort,
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
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { minFreeMib } from "../src/health/disk.ts";
import { createHello, TestWindow } from "./widget-fixture.ts";

/**
 * Mounts a small file system at `folder`. Returns the reason if this fails, because only root can
 * mount, and not in every container.
 */
function mountSmall(folder: string, mib: number): string | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", folder], {
      stdio: "pipe",
    });
    return null;
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr ?? error);
  }
}
const unmount = (folder: string): void =>
  void execFileSync("umount", ["-l", folder], { stdio: "pipe" });
const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "parlour-mount-"));
  const refused = mountSmall(folder, 1);
  if (refused === null) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return refused === null;
})();
/**
 * Fills the disk except for `leaveMib`. Removing the returned file frees the space. Other processes
 * may write too, so this repeats until nothing more fits.
 */
function fillDisk(folder: string, leaveMib = 0): string {
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
async function waitUntil(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 50));
}
/** Measures a request. Returns the response and its duration. */
async function measureResponse(
  run: () => Promise<ApiResponse>,
): Promise<{ status: number; retryAfter: string | null; ms: number }> {
  const ms = startCpuStopwatch();
  const answer = await run();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ms: ms() };
}
const refusedResponse = { status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) as string };
// Twice the promised time, because a busy machine is slow. The test would still detect a timeout of
// twice the length.
const maxResponseMs = 3_900;

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
    parlour = await startTestParlour({
      databaseUrl: withDatabasePort(database.url, proxy.port),
      clock: "system",
      logLevel: "silent",
    });
    channel = await parlour.channel((await startIntegrator()).url);
  });
  afterAll(async () => {
    proxy.setMode("pass");
    await parlour.close();
    await proxy.close();
    await direct.end();
    await database.drop();
  });
  afterEach(() => proxy.setMode("pass"));
  const sendMessage = (text: string) =>
    measureResponse(() => parlour.sendCustomerMessage(channel, "ann", text));
  const stored = async (): Promise<readonly string[]> =>
    (
      await direct.query<{ text: string }>(
        "select body::json ->> 'text' as text from journal where seq is not null order by position",
      )
    ).rows.map((row) => row.text);

  it.each(["cut", "black-hole"] as const)(
    "[P17] [F05] [CFG-016] %s: 503 with Retry-After, nothing acknowledged, not ready, the pool does not grow; both come back by themselves",
    async (mode) => {
      await waitUntil(async () => (await sendMessage(`before ${mode}`)).status === 200);
      expect((await parlour.call("GET", "/ready")).body).toEqual({
        ready: true,
        checks: { database: "ok", disk: "ok", sockets: "ok" },
      });
      // Monitoring of several services leaves idle connections in the pool. They break, too.
      await Promise.all(Array.from({ length: 8 }, () => parlour.call("GET", "/metrics")));
      proxy.setMode(mode);
      const lostMessage = await sendMessage(`lost ${mode}`);
      expect(lostMessage).toMatchObject(refusedResponse);
      expect(lostMessage.ms).toBeLessThan(maxResponseMs);
      const readyResponse = await measureResponse(() => parlour.call("GET", "/ready"));
      expect([readyResponse.status, readyResponse.ms < maxResponseMs]).toEqual([503, true]);
      expect((await parlour.call("GET", "/ready")).body).toMatchObject({
        ready: false,
        checks: { database: expect.stringMatching(/;.* PostgreSQL/) as string },
      });
      expect((await parlour.call("GET", "/health")).status).toBe(200);
      // Monitoring must receive the metrics during the outage (CFG-011).
      const figures = await measureResponse(() => parlour.call("GET", "/metrics"));
      expect([figures.status, figures.ms < maxResponseMs]).toEqual([200, true]);
      const { text } = await parlour.call("GET", "/metrics");
      expect(Number(/^parlour_journal_down_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
      expect([
        /^# TYPE parlour_deliveries_due gauge$/m.test(text),
        /^parlour_deliveries_due /m.test(text),
      ]).toEqual([true, false]);
      proxy.setMode("cut");
      proxy.setMode("pass");
      await waitUntil(async () => (await parlour.call("GET", "/ready")).status === 200);
      await waitUntil(async () => (await sendMessage(`after ${mode}`)).status === 200);
      const texts = await stored();
      expect(texts).toEqual(expect.arrayContaining([`before ${mode}`, `after ${mode}`]));
      const { rows } = await direct.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database()",
      );
      expect(rows[0]?.n).toBeLessThan(30);
    },
  );

  it("[API-165] hellos of operators and visitors wait on their open sockets until the database is back", async () => {
    const address = parlour.url.replace("http", "ws");
    const openOperatorSocket = async () => {
      const socket = new WebSocket(`${address}/api/v1/socket`, {
        headers: { authorization: `Bearer ${parlour.owner.key}` },
      });
      const frames: { readonly type: string; readonly name?: string }[] = [];
      socket.on("message", (data: Buffer) =>
        frames.push(JSON.parse(data.toString("utf8")) as { type: string; name?: string }),
      );
      await once(socket, "open");
      return { socket, frames };
    };
    const watcher = await openOperatorSocket();
    watcher.socket.send('{"type":"hello","after":null}');
    await waitUntil(() => Promise.resolve(watcher.frames.some(({ type }) => type === "live")));
    const created = await parlour.owner.call("POST", "channels", {
      kind: "widget",
      name: "Site",
      operators: [parlour.owner.id],
    });
    const newWindow = async () => {
      const window = new TestWindow(new WebSocket(`${address}/widget/socket`));
      await window.opened;
      return window;
    };
    const greet = (window: TestWindow) =>
      window.send(createHello(created.body.public_id as string));
    const [welcomed, lateWindow] = await Promise.all([newWindow(), newWindow()]);
    greet(welcomed);
    await welcomed.waitForWelcome();
    // Permissions are read after each change of settings: the new channel, and the site that loaded
    // its widget. If the database went away meanwhile, the server would close all sockets.
    await waitUntil(() =>
      Promise.resolve(
        watcher.frames.filter(({ name }) => name === "settings_changed").length === 2,
      ),
    );
    const { socket: operator, frames } = await openOperatorSocket();
    const closed: string[] = [];
    for (const [name, socket] of Object.entries({
      welcomed: welcomed.ws,
      late: lateWindow.ws,
      operator,
    }))
      socket.on("close", (code, reason) => closed.push(`${name}: ${code} ${reason.toString()}`));

    proxy.setMode("cut");
    // The node has the head of the journal in memory. It must query the database for a later
    // position.
    const greetAsOperator = () =>
      operator.send('{"type":"hello","after":{"epoch":"none","position":1000000}}');
    /** Waits for frames. A socket that the server closes would never receive them. */
    const waitOnOpenSockets = (isMet: () => boolean): Promise<void> =>
      waitUntil(() => {
        expect(closed).toEqual([]);
        return Promise.resolve(isMet());
      });
    for (let attempt = 1; attempt <= 3; attempt++) {
      greet(lateWindow);
      greetAsOperator();
      await waitOnOpenSockets(
        () => lateWindow.framesOfType("wait").length >= attempt && frames.length >= attempt,
      );
    }
    expect([...lateWindow.framesOfType("wait"), ...frames]).toEqual(
      Array.from({ length: 6 }, () => ({ type: "wait", retry_after_s: 5 })),
    );
    proxy.setMode("pass");
    await waitUntil(async () => (await parlour.call("GET", "/ready")).status === 200);
    greet(lateWindow);
    greetAsOperator();
    await waitOnOpenSockets(
      () =>
        lateWindow.framesOfType("welcome").length > 0 && frames.some(({ type }) => type === "live"),
    );
    for (const socket of [watcher.socket, welcomed.ws, lateWindow.ws, operator]) socket.close();
  });

  it("[P17] [CORE-042] [CFG-016] a database that answers slowly: everything is taken, once and in order, and the node stays ready", async () => {
    await waitUntil(async () => (await sendMessage("before slow")).status === 200);
    const knownCount = (await stored()).length;
    proxy.setMode("slow");
    const senders = ["bea", "cem", "dan", "eva"];
    const answers = await Promise.all(
      senders.map(async (sender) => {
        const statuses: number[] = [];
        for (let n = 0; n < 4; n++)
          statuses.push(
            (await parlour.sendCustomerMessage(channel, sender, `${sender} ${n}`)).status,
          );
        return statuses;
      }),
    );
    expect(answers.flat()).toEqual(Array.from({ length: 16 }, () => 200));
    // On a busy machine, the query of a check may be late.
    await waitUntil(async () => (await parlour.call("GET", "/ready")).status === 200);
    proxy.setMode("pass");
    const texts = (await stored()).slice(knownCount);
    expect(texts).toHaveLength(16);
    for (const sender of senders)
      expect(texts.filter((text) => text.startsWith(sender))).toEqual(
        [0, 1, 2, 3].map((n) => `${sender} ${n}`),
      );
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
          form.append(
            "file",
            new Blob(["words ".repeat(10_000)], { type: "text/plain" }),
            "notes.txt",
          );
          const headers = { authorization: `Bearer ${parlour.owner.key}` };
          return (
            await fetch(`${parlour.url}/api/v1/uploads`, { method: "POST", headers, body: form })
          ).status;
        };
        const disk = async (): Promise<string> =>
          (await parlour.call("GET", "/ready")).body.checks.disk as string;
        expect([await upload(), await disk()]).toEqual([201, "ok"]);
        // Uploads are refused before the disk is full, while the node is healthy: 64 MiB are
        // reserved for the database, and /ready needs half of them.
        const most = fillDisk(parlour.dataDir, 48);
        expect([await upload(), await disk()]).toEqual([503, "ok"]);
        rmSync(most);
        expect(await upload()).toBe(201);
        const filler = fillDisk(parlour.dataDir);
        expect(await disk()).toMatch(
          /^\d MiB free for DATA_DIR, at least \d+ MiB needed; free up disk space$/,
        );
        expect([
          await upload(),
          (await parlour.sendCustomerMessage(channel, "ann", "still here")).status,
        ]).toEqual([503, 200]);
        rmSync(filler);
        expect([await upload(), await disk()]).toEqual([201, "ok"]);

        execFileSync("mount", ["-o", "remount,ro", parlour.dataDir]);
        expect(await disk()).toMatch(/^DATA_DIR is not writable; /);
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
    "[P18] [F08] [CFG-016] [API-075] [CFG-101] the database's disk is full: 503, /ready names it until there is space, nothing acknowledged is lost",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "parlour-small-"));
      const admin = new pg.Client({ connectionString: process.env["TEST_DATABASE_SERVER"] ?? "" });
      await admin.connect();
      const { rows } = await admin.query<{ folder: string; own: string }>(
        "select current_setting('data_directory') as folder, 'small_' || substr(md5(random()::text), 1, 8) as own",
      );
      const uniqueName = rows[0]?.own ?? "";
      const database = await createTestDatabase();
      expect(mountSmall(folder, 96)).toBe(null);
      // PostgreSQL never runs as root. Its user is the owner of its folder.
      const { uid, gid } = statSync(rows[0]?.folder ?? "");
      chownSync(folder, uid, gid);
      chmodSync(folder, 0o700);
      await admin.query(`create tablespace ${uniqueName} location '${folder}'`);
      await admin.query(`alter database ${database.name} set tablespace ${uniqueName}`);
      const parlour = await startTestParlour({ databaseUrl: database.url, logLevel: "silent" });
      try {
        const channel = await parlour.channel((await startIntegrator()).url);
        const sendMessage = (n: number) =>
          measureResponse(() =>
            parlour.sendCustomerMessage(channel, `visitor ${n % 7}`, `${n} ${"w".repeat(900)}`),
          );
        expect((await sendMessage(0)).status).toBe(200);
        const filler = fillDisk(folder);
        const acknowledged = [0];
        let last = { status: 200, retryAfter: null as string | null, ms: 0 };
        let sent = 0;
        // The database first fills its existing pages.
        while (last.status === 200 && sent < 2_000) {
          last = await sendMessage(++sent);
          if (last.status === 200) acknowledged.push(sent);
        }
        expect(last).toMatchObject(refusedResponse);
        expect(last.ms).toBeLessThan(maxResponseMs);
        const ready = await parlour.call("GET", "/ready");
        expect([ready.status, ready.body.checks]).toEqual([
          503,
          {
            database: expect.stringMatching(/^its disk is full; .*; free up space/) as string,
            disk: "ok",
            sockets: "ok",
          },
        ]);
        expect((await parlour.owner.call("GET", "instance/health")).body).toMatchObject({
          state: "fault",
          checks: expect.arrayContaining([
            expect.objectContaining({ code: "database_full", state: "fault" }),
          ]) as unknown,
        });
        rmSync(filler);
        // No message is written, because a load balancer sends nothing to a node that is not ready.
        await waitUntil(async () => (await parlour.call("GET", "/ready")).status === 200);
        await waitUntil(async () => (await sendMessage(++sent)).status === 200);
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
        await admin.query(`drop tablespace ${uniqueName}`);
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
        const openFiles = readdirSync(`/proc/${product.pid}/fd`).length;
        execFileSync("prlimit", ["--pid", String(product.pid), `--nofile=${openFiles + 8}`]);
        const ended = new Set<Socket>();
        // Opens more sockets with each poll, because files from the start are closed and idle
        // sockets end after 10 s.
        await waitUntil(async () => {
          for (let n = 0; n < 10 && sockets.length < 2_000; n++) {
            const socket = connect(product.port, "127.0.0.1");
            // The socket is read, so that its end after a 408 is detected. The first ten sockets
            // may use all file descriptors without a refusal.
            socket
              .on("error", () => ended.add(socket))
              .on("close", () => ended.add(socket))
              .resume();
            sockets.push(socket);
          }
          const { status, text } = await ready();
          return (
            status === 503 &&
            text.includes(
              '"sockets":"no file descriptors left for new connections; raise the open file limit',
            )
          );
        });
        await waitUntil(() => Promise.resolve(ended.size > 0));
        for (const socket of sockets) socket.destroy();
        await waitUntil(async () => (await ready()).status === 200);
      } finally {
        for (const socket of sockets) socket.destroy();
        agent.destroy();
        await product.kill("server");
        await database.drop();
      }
    },
  );
});
