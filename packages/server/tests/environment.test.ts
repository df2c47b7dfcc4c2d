import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createSystemClock } from "../src/clock.ts";
import { inspectEnvironment } from "../src/cli/doctor/environment.ts";
import { parseConfig } from "../src/config/read-config.ts";
import { createLog } from "../src/log.ts";
import { startTestParlour, type TestParlour, type TestParlourOptions } from "@parlour/testkit";

/** What the installation notices about its surroundings, and what it tells of them (CFG-166). */

let parlour: TestParlour;
let lines: string[];
afterEach(() => parlour.close());

const start = async (options: TestParlourOptions = {}): Promise<void> => {
  lines = [];
  parlour = await startTestParlour({ ...options, logTo: (line) => void lines.push(line) });
};
const readLogged = (code: string): readonly string[] =>
  lines.filter((line) => (JSON.parse(line) as { code?: string }).code === code);

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: any;
}
/** Sends a request as a browser does that has opened the installation at `opened`. */
function send(
  method: string,
  path: string,
  opened: string,
  { body, headers = {} }: { body?: object; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(opened);
    const sent = request(
      {
        host: "127.0.0.1",
        port: parlour.port,
        method,
        path,
        headers: {
          host,
          ...(method === "GET" ? {} : { origin: opened }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.on("data", (data: Buffer) => (text += String(data)));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text === "" ? null : JSON.parse(text),
          }),
        );
      },
    );
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: null });
    });
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}
const signIn = (opened: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send("POST", "/api/v1/sessions", opened, {
    body: { email: "nobody@example.test", password: "wrong wrong wrong" },
    headers,
  });
const openSocket = (opened: string, cookie: string): Promise<Answer> =>
  send("GET", "/api/v1/socket", opened, {
    headers: {
      origin: opened,
      cookie,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    },
  });
const setUp = (opened: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send("POST", "/api/v1/setup", opened, {
    body: {
      token: (parlour.server.setupLink ?? "").split(/[#/]/u).at(-1),
      name: "Olga Owner",
      email: "olga@example.test",
      password: "correct horse battery staple",
      account: "Shop",
    },
    headers,
  });
const toCookie = ({ headers }: Answer): string =>
  String(headers["set-cookie"]).split(";", 1)[0] ?? "";
const listFindings = async (): Promise<
  readonly { code: string; values: Record<string, unknown> }[]
> => (await parlour.owner.call("GET", "instance/health")).body.checks;

const configured = "http://chat.example";
const opened = "http://192.0.2.5:3000";
const sentence =
  "This installation is set up for http://chat.example, you opened http://192.0.2.5:3000. Open http://chat.example, or set PUBLIC_URL=http://192.0.2.5:3000 and restart Parlour.";

describe("an address that PUBLIC_URL does not name", () => {
  test("[CFG-166] sign-in, set-up and sockets refuse with wrong_address, the log has one line, and the report one finding", async () => {
    await start({ env: { PUBLIC_URL: configured } });
    const refusal = { code: "wrong_address", message: sentence, location: configured };
    for (let n = 0; n < 3; n++) {
      const answer = await signIn(opened);
      expect([answer.status, answer.body.error]).toMatchObject([403, refusal]);
    }
    expect((await setUp(opened)).body.error).toMatchObject(refusal);
    expect((await openSocket(opened, "parlour=any")).body.error).toMatchObject({
      code: "wrong_address",
      message: sentence,
    });
    const { code, values } = {
      code: "origins_wrong_address",
      values: { url: configured, opened },
    };
    expect(readLogged(code)).toHaveLength(1);
    expect((await listFindings()).filter((item) => item.code === code)).toMatchObject([{ values }]);
    await parlour.clock.advance(25 * 3_600_000);
    expect((await listFindings()).map((item) => item.code)).not.toContain(code);
  });

  test("[CFG-166] anyone can send any origin: the log and the report have at most 20", async () => {
    await start({ env: { PUBLIC_URL: configured } });
    for (let n = 0; n < 30; n++) await signIn(`http://192.0.2.${n}`);
    expect(readLogged("origins_wrong_address")).toHaveLength(20);
    expect(
      (await listFindings()).filter(({ code }) => code === "origins_wrong_address"),
    ).toHaveLength(20);
  });

  test("[CFG-166] [API-201] a page of another site stays forbidden and is no finding", async () => {
    await start({ env: { PUBLIC_URL: configured } });
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: configured, "sec-fetch-site": "same-site" },
      // The request went to the right address, so its page is another one.
      { origin: "https://evil.example", host: "chat.example" },
      { origin: "null" },
      { origin: "file://" },
      { origin: "http://192.0.2.5:3000/path" },
    ];
    for (const headers of foreign) {
      const answer = await signIn(opened, headers);
      expect([answer.status, answer.body.error.code], JSON.stringify(headers)).toEqual([
        403,
        "forbidden",
      ]);
    }
    expect(readLogged("origins_wrong_address")).toEqual([]);
  });

  test("[CFG-166] a browser that proves that the page is ours goes on, and the finding is there", async () => {
    await start({ env: { PUBLIC_URL: configured } });
    const answer = await signIn("https://chat.example", { "sec-fetch-site": "same-origin" });
    expect([answer.status, answer.body.error.code]).toEqual([401, "invalid_credentials"]);
    expect(readLogged("origins_wrong_address")).toHaveLength(1);
  });
});

describe("an installation without PUBLIC_URL", () => {
  test("[CFG-167] the set-up takes the address at which it was opened, for links, sign-in and sockets", async () => {
    await start({ setUp: false });
    const answer = await setUp(opened);
    expect(answer.status).toBe(201);
    expect(answer.body.operator.public_url).toBe(opened);
    const cookie = toCookie(answer);
    expect((await openSocket(opened, cookie)).status).toBe(101);
    // This machine stays an address of its own.
    for (const name of ["localhost", "127.0.0.1", "[::1]"])
      expect((await openSocket(`http://${name}:${parlour.port}`, cookie)).status).toBe(101);
    expect((await openSocket("http://192.0.2.6:3000", cookie)).body.error.message).toContain(
      `set up for ${opened}, you opened http://192.0.2.6:3000`,
    );
    await parlour.restart();
    expect(parlour.server.publicUrl()).toBe(opened);
    expect((await openSocket(opened, cookie)).status).toBe(101);
  });

  test("[CFG-167] an https address behind a proxy gives a secure cookie", async () => {
    await start({ setUp: false });
    const answer = await setUp("https://chat.example", { host: "127.0.0.1:3000" });
    expect(String(answer.headers["set-cookie"])).toMatch(/^__Host-parlour=.*; Secure$/);
    expect((await openSocket("https://chat.example", toCookie(answer))).status).toBe(101);
  });

  test("[CFG-167] without the token of the link, and after the set-up, no address is taken", async () => {
    await start({ setUp: false });
    const refused = await send("POST", "/api/v1/setup", opened, {
      body: {
        token: "x".repeat(43),
        name: "Eve",
        email: "eve@example.test",
        password: "correct horse battery staple",
        account: "Shop",
      },
    });
    expect(refused.body.error.code).toBe("invalid_token");
    expect(parlour.server.publicUrl()).toBe(`http://localhost:${parlour.port}`);
    expect((await setUp(`http://localhost:${parlour.port}`)).status).toBe(201);
    expect((await setUp(opened)).body.error.code).toBe("already_set_up");
    expect(await parlour.sql("select public_url from instance")).toEqual([{ public_url: null }]);
    expect((await signIn(opened)).body.error.code).toBe("wrong_address");
  });

  test("[CFG-167] a page of another site never sets the address", async () => {
    await start({ setUp: false });
    const answer = await setUp("https://evil.example", {
      host: `127.0.0.1:${parlour.port}`,
      "sec-fetch-site": "cross-site",
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, "forbidden"]);
  });
});

describe("addresses in headers", () => {
  test("[CFG-165] [CFG-030] wrong sign-ins from changing ports behind a proxy meet the limit of their address", async () => {
    await start({ env: { TRUST_PROXY: "127.0.0.1" } });
    const statuses: number[] = [];
    for (let port = 1; port <= 90; port++) {
      const answer = await parlour.call(
        "POST",
        "sessions",
        { email: `person${port}@example.test`, password: "wrong wrong wrong" },
        { "x-forwarded-for": `198.51.100.7:${10_000 + port}` },
      );
      statuses.push(answer.status);
    }
    const isTried = (status: number): boolean => status === 401;
    expect(statuses.findIndex((status) => !isTried(status))).toBe(50);
    expect(new Set(statuses.slice(50))).toEqual(new Set([429]));
    expect(readLogged("proxy_untrusted")).toEqual([]);
  });

  test("[CFG-168] forwarded headers of a peer that TRUST_PROXY does not name are a finding, logged once", async () => {
    await start({ env: { TRUST_PROXY: "10.0.0.1" } });
    for (const headers of [
      { "x-forwarded-for": "198.51.100.7" },
      { forwarded: "for=198.51.100.7" },
    ])
      await parlour.call("GET", "setup", undefined, headers);
    expect(readLogged("proxy_untrusted")).toHaveLength(1);
    const findings = await listFindings();
    expect(findings.filter(({ code }) => code.startsWith("proxy_"))).toMatchObject([
      { code: "proxy_untrusted", values: { peer: "127.0.0.1" } },
    ]);
  });
});

describe("a proxy that does not pass the upgrade on", () => {
  const exchange = (
    id: string | null,
    frames: readonly object[],
    mode: string,
    path = "/api/v1/socket",
    headers = {},
  ) =>
    parlour.call(
      "POST",
      path,
      { id, frames: frames.map((frame) => JSON.stringify(frame)), mode },
      headers,
    );

  test("[CFG-169] a handshake without the upgrade gets 426, one line in the log and a finding; other requests only 426", async () => {
    await start();
    for (const path of ["/api/v1/socket", "/widget/socket"]) {
      const answer = await parlour.call("GET", path);
      expect([answer.status, answer.body.error.code]).toEqual([426, "websocket_needed"]);
    }
    expect(readLogged("proxy_no_websockets")).toEqual([]);
    for (let n = 0; n < 2; n++)
      expect(
        (
          await parlour.call("GET", "/widget/socket", undefined, {
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
            "sec-websocket-version": "13",
          })
        ).status,
      ).toBe(426);
    expect(readLogged("proxy_no_websockets")).toHaveLength(1);
    expect((await listFindings()).map(({ code }) => code)).toContain("proxy_no_websockets");
  });

  test("[CORE-490] an operator's socket by requests gets the frames of every other socket, in order", async () => {
    await start();
    const channel = await parlour.channel("http://127.0.0.1:4799/");
    const { key } = parlour.owner;
    const bearer = { authorization: `Bearer ${key}` };
    const opening = await exchange(
      null,
      [{ type: "hello", after: null }],
      "answer",
      undefined,
      bearer,
    );
    expect([opening.status, opening.body]).toMatchObject([200, { frames: [], closed: null }]);
    const { id } = opening.body;
    const received: { type: string }[] = [];
    const readUntil = async (type: string): Promise<void> => {
      while (!received.some((frame) => frame.type === type)) {
        const { frames, closed } = (await exchange(id, [], "wait")).body;
        expect(closed).toBeNull();
        for (const text of frames) received.push(JSON.parse(text));
      }
    };
    await readUntil("ready");
    await parlour.sendCustomerMessage(channel, 7, "hello");
    await readUntil("event");
    expect(received.find(({ type }) => type === "event")).toMatchObject({
      name: "visitor_created",
    });
    expect((await exchange(id, [], "close")).status).toBe(200);
    expect((await exchange(id, [], "wait")).body.closed).not.toBeNull();
    expect(readLogged("proxy_no_websockets")).toHaveLength(1);
  });

  test("[CORE-490] a socket by requests is refused as any other, ends with its page, and is unknown after a restart", async () => {
    await start({ env: { PUBLIC_URL: configured } });
    const hello = [{ type: "hello", after: null }];
    const unsigned = await exchange(null, hello, "answer");
    expect([unsigned.status, unsigned.body.error.code]).toEqual([401, "unauthorized"]);
    const elsewhere = await send("POST", "/api/v1/socket", opened, {
      body: { id: null, frames: [], mode: "answer" },
      headers: { cookie: "parlour=any" },
    });
    expect([elsewhere.status, elsewhere.body.error]).toMatchObject([
      403,
      { code: "wrong_address", message: sentence, location: configured },
    ]);
    expect((await exchange("unknown", [], "wait")).body).toMatchObject({ closed: 1012 });
    expect((await parlour.call("POST", "socket", { id: null })).status).toBe(400);
    const bearer = { authorization: `Bearer ${parlour.owner.key}` };
    const { id } = (await exchange(null, hello, "answer", undefined, bearer)).body;
    await parlour.clock.advance(46_000);
    await parlour.clock.advance(46_000);
    expect((await exchange(id, [], "wait")).body).toMatchObject({ frames: [], closed: 1012 });
  });
});

describe("parlour doctor", () => {
  /** A proxy that hides the upgrade, as those do that are not set up for it. */
  const startProxy = async (): Promise<{ url: string; close: () => Promise<void> }> => {
    const server = createServer((incoming, outgoing) => {
      const { connection: _connection, upgrade: _upgrade, ...headers } = incoming.headers;
      const { method, url } = incoming;
      const passed = request({ host: "127.0.0.1", port: parlour.port, method, path: url, headers });
      passed.on("response", (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(outgoing);
      });
      incoming.pipe(passed);
    });
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      close: () => new Promise((done) => void server.close(() => done())),
    };
  };
  const runDoctor = async (env: Readonly<Record<string, string>>) => {
    const config = parseConfig({
      HOST: "127.0.0.1",
      PORT: String(parlour.port),
      DATABASE_URL: parlour.databaseUrl,
      ...env,
    });
    const deps = {
      config,
      clock: createSystemClock(),
      log: createLog({ level: "silent", format: "json" }),
    };
    return inspectEnvironment(deps);
  };

  test("[CFG-170] [CLI-003] the doctor opens sockets through the public address, and shows what the server has seen", async () => {
    await start();
    expect(await runDoctor({})).toMatchObject([
      { state: "good", message: `WebSockets open through http://localhost:${parlour.port}` },
    ]);
    await signIn("http://192.0.2.5");
    const proxy = await startProxy();
    const findings = await runDoctor({ PUBLIC_URL: proxy.url });
    expect(findings).toMatchObject([
      { check: "origins", state: "warning", advice: expect.stringContaining("PUBLIC_URL") },
      { check: "proxy", state: "warning", message: expect.stringContaining(proxy.url) },
    ]);
    expect(findings[1]?.message).toContain("does not pass WebSockets on");
    await proxy.close();
    expect(await runDoctor({ PUBLIC_URL: proxy.url })).toContainEqual(
      expect.objectContaining({
        state: "warning",
        message: `no WebSocket opens through ${proxy.url} (ECONNREFUSED)`,
      }),
    );
  });

  test("[CFG-170] what the server has seen is for this machine alone, and without a server there is nothing", async () => {
    await start();
    const forwarded = { "x-forwarded-for": "198.51.100.7" };
    expect((await parlour.call("GET", "/findings", undefined, forwarded)).status).toBe(403);
    expect((await parlour.call("GET", "/findings")).body).toEqual({ findings: expect.any(Array) });
    const proxy = await startProxy();
    await proxy.close();
    expect(await runDoctor({ PORT: new URL(proxy.url).port })).toEqual([]);
  });
});
