import { createAddressReader } from "../src/http/client-address.ts";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { failureCodes, fail, Refusal } from "../src/core/failure.ts";
import { buildHttp, statusByFailure, type HttpDeps } from "../src/http/index.ts";
import { maxStopMs } from "../src/http/graceful-stop.ts";
import { createMetrics } from "../src/metrics/metrics.ts";
import { sendRawBytes } from "./channel-inbound-fixture.ts";

interface HttpFixture {
  readonly base: string;
  readonly app: ReturnType<typeof buildHttp>;
  readonly clock: ManualClock;
  /** Number of requests that are being delayed. */
  delayed: number;
  readonly lines: { level: string; message: string; fields: Record<string, unknown> }[];
  ask(
    path: string,
    init?: RequestInit,
  ): Promise<{ status: number; headers: Headers; text: string; error: Record<string, unknown> }>;
}
let fixtures: HttpFixture[];
let folder: string;
beforeEach(() => {
  fixtures = [];
  folder = mkdtempSync(join(tmpdir(), "parlour app "));
});
afterEach(async () => {
  await Promise.all(fixtures.map((fixture) => fixture.app.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server with a few routes instead of an edge. */
async function openFixture(
  options: Partial<HttpDeps> & { blockUntil?: Promise<void> } = {},
): Promise<HttpFixture> {
  const clock = new ManualClock();
  const lines: HttpFixture["lines"] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields: fields as Record<string, unknown> });
  const app = buildHttp({
    clock,
    log: { info: at("info"), warn: at("warn"), error: at("error") },
    publicUrl: () => "http://localhost:3000",
    readClientAddress: createAddressReader([]),
    findings: () => [],
    supportContact: () => null,
    bodyLimit: () => 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics: { registry: createMetrics(), token: null },
    ...options,
  });
  app.get("/api/v1/boom", () => {
    throw new Error("select secret from place");
  });
  app.get<{ Params: { code: string } }>("/api/v1/fail/:code", ({ params }) => {
    throw new Refusal(
      fail(params.code as "not_found", "Because.", {
        field: "a.b",
        retryAfterMs: 1_500,
        by: { id: 3, name: "Ann" },
        chatId: 9,
      }),
    );
  });
  app.post("/api/v1/echo", (request) => ({ got: request.body }));
  app.patch(
    "/api/v1/checked/:id",
    {
      schema: {
        params: Type.Object({ id: Type.String() }),
        body: Type.Object(
          { name: Type.String(), sub: Type.Optional(Type.Object({ n: Type.Integer() })) },
          { additionalProperties: false },
        ),
      },
    },
    () => ({ ok: true }),
  );
  app.get("/api/v1/slow", async () => {
    fixture.delayed += 1;
    await options.blockUntil;
    return { ok: true };
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const base = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`;
  const fixture: HttpFixture = {
    base,
    app,
    clock,
    delayed: 0,
    lines,
    async ask(path, init) {
      const reply = await fetch(base + path, init);
      const text = await reply.text();
      return {
        status: reply.status,
        headers: reply.headers,
        text,
        error: text.startsWith('{"error"')
          ? (JSON.parse(text) as { error: Record<string, unknown> }).error
          : {},
      };
    },
  };
  fixtures.push(fixture);
  return fixture;
}
const jsonRequest = (body: string, method = "POST") => ({
  method,
  body,
  headers: { "content-type": "application/json" },
});

describe("errors", () => {
  test("[API-002] every failure has its status; 4xx and 503 as the list says", async () => {
    const fixture = await openFixture();
    for (const code of failureCodes) {
      const response = await fixture.ask(`/api/v1/fail/${code}`);
      expect(response.status, code).toBe(statusByFailure[code]);
      expect(response.error).toEqual({
        code,
        message: "Because.",
        field: "a.b",
        by: { id: 3, name: "Ann" },
        chat_id: 9,
        request_id: response.headers.get("x-request-id"),
      });
      expect(response.headers.get("retry-after")).toBe("2");
    }
    expect(new Set(Object.values(statusByFailure))).toEqual(
      new Set([400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 426, 429, 503]),
    );
  });

  test("[API-006] a bug answers 500 with the request id of its log line and shows nothing; support is named when set", async () => {
    const fixture = await openFixture({ supportContact: () => "help@chat.example" });
    const response = await fixture.ask("/api/v1/boom");
    expect([response.status, response.error["code"], response.error["request_id"]]).toEqual([
      500,
      "internal_error",
      response.headers.get("x-request-id"),
    ]);
    expect(response.text).not.toContain("secret");
    expect(response.error["message"]).toContain("help@chat.example");
    expect(fixture.lines.filter((l) => l.level === "error")).toHaveLength(1);
    expect(fixture.lines[0]?.fields["requestId"]).toBe(response.headers.get("x-request-id"));
  });

  test("[API-166] no answer of the API is kept or embedded elsewhere, also 404 and 405; files of the application are not embedded elsewhere", async () => {
    writeFileSync(join(folder, "index.html"), "<!doctype html>");
    writeFileSync(join(folder, "app-abc.js"), "let a;");
    const fixture = await openFixture({ appDir: folder });
    const headers = async (path: string, method = "GET"): Promise<readonly (string | null)[]> => {
      const { status, headers: response } = await fixture.ask(path, { method });
      return [
        String(status),
        response.get("cache-control"),
        response.get("cross-origin-resource-policy"),
      ];
    };
    expect(await headers("/api/v1/checked/5", "DELETE")).toEqual([
      "405",
      "no-store",
      "same-origin",
    ]);
    expect(await headers("/api/v1/nope")).toEqual(["404", "no-store", "same-origin"]);
    expect(await headers("/api/v1/fail/forbidden")).toEqual(["403", "no-store", "same-origin"]);
    for (const path of ["/", "/chats/12", "/app-abc.js"])
      expect((await headers(path))[2], path).toBe("same-origin");
  });

  test("[API-006] every answer carries its own request id: 404, 405, 400, parse errors", async () => {
    const fixture = await openFixture();
    const ids = new Set<string>();
    for (const path of ["/health", "/nope", "/api/v1/nope", "/api/v1/%zz", "/api/v1/echo"])
      ids.add((await fixture.ask(path)).headers.get("x-request-id") ?? "");
    for (const bytes of [
      "X\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n",
    ]) {
      const response = await sendRawBytes(fixture.base, bytes, { upTo: "\r\n\r\n" });
      expect(response.text).toMatch(/^HTTP\/1\.1 400 /);
      ids.add(/x-request-id: (\S+)/i.exec(response.text)?.[1] ?? "");
    }
    expect(ids.size).toBe(8);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("[API-002] unknown addresses answer 404, known ones with another method 405 with Allow", async () => {
    const fixture = await openFixture();
    expect((await fixture.ask("/api/v1/nope")).error).toMatchObject({
      code: "not_found",
      request_id: expect.any(String),
    });
    const other = await fixture.ask("/api/v1/checked/5", { method: "DELETE" });
    expect([other.status, other.error["code"], other.headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "PATCH",
    ]);
    expect((await fixture.ask("/api/v1/boom", { method: "POST" })).headers.get("allow")).toBe(
      "GET, HEAD",
    );
  });

  test("[API-002] faults of the schema name the field", async () => {
    const fixture = await openFixture();
    const patch = async (body: string) =>
      (await fixture.ask("/api/v1/checked/5", jsonRequest(body, "PATCH"))).error["field"];
    expect(await patch("{}")).toBe("name");
    expect(await patch('{"name":1}')).toBe("name");
    expect(await patch('{"name":"a","nick":"b"}')).toBe("nick");
    expect(await patch('{"name":"a","sub":{"n":1.5}}')).toBe("sub.n");
    expect((await fixture.ask("/api/v1/checked/5", jsonRequest("{}", "PATCH"))).error["code"]).toBe(
      "invalid_request",
    );
  });

  test("[API-003] [CORE-127] bodies are JSON by the one reader: type, size, repeated keys, depth, clean text", async () => {
    const fixture = await openFixture();
    const post = async (body: string, type = "application/json") =>
      fixture.ask("/api/v1/echo", { method: "POST", body, headers: { "content-type": type } });
    expect((await post('{"a":"x\\u0000","n":12}')).text).toBe('{"got":{"a":"x\uFFFD","n":12}}');
    expect((await post("{}", "text/plain")).error["code"]).toBe("unsupported_media_type");
    expect((await post("{}", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await post('{"a":1,"\\u0061":2}')).error["code"]).toBe("invalid_json");
    expect((await post("[".repeat(40) + "]".repeat(40))).error["code"]).toBe("invalid_json");
    const tooLarge = await post(`"${"a".repeat(1100)}"`);
    expect([tooLarge.status, tooLarge.error["code"]]).toEqual([413, "payload_too_large"]);
    expect((await fixture.ask("/api/v1/echo", { method: "POST" })).status).toBe(200);
  });

  test("[API-006] one log line per request, with the route in place of the path", async () => {
    const fixture = await openFixture();
    await fixture.ask("/api/v1/fail/not_found?token=geheim");
    await fixture.ask("/api/v1/nope/geheim");
    await fixture.ask("/health");
    const readLines = () =>
      fixture.lines.map((l) => [l.message, l.fields["route"], l.fields["status"]]);
    await expect.poll(readLines).toEqual([
      ["http.request", "/api/v1/fail/:code", 404],
      ["http.request", "(none)", 404],
    ]);
    expect(JSON.stringify(fixture.lines)).not.toContain("geheim");
  });
});

describe("wire", () => {
  test("[CH-030] broken framing is answered once and the connection closed (H-108 – H-112)", async () => {
    const fixture = await openFixture();
    const head = "POST /api/v1/echo HTTP/1.1\r\nHost: x\r\n";
    const broken: [string, RegExp][] = [
      [
        `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /ready HTTP/1.1\r\nHost: x\r\n\r\n`,
        /^HTTP\/1\.1 400 /,
      ],
      [`${head}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`, /^HTTP\/1\.1 400 /],
      [`${head}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, /^HTTP\/1\.1 (400|501) /],
      [
        `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`,
        /^HTTP\/1\.1 400 /,
      ],
      [`${head}X-Big: ${"b".repeat(100_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
      [`GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ];
    for (const [bytes, expected] of broken) {
      const response = await sendRawBytes(fixture.base, bytes);
      expect(response.text, bytes.slice(0, 120)).toMatch(expected);
      expect(response.closed).toBe(true);
      expect(response.text.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    }
    expect((await fixture.ask("/health")).status).toBe(200);
  });

  test("[CH-030] a client that offers h2c or expects 100 is served as a plain one", async () => {
    const fixture = await openFixture();
    fixture.app.server.on("upgrade", (_request, socket) => socket.destroy());
    const h2c = await sendRawBytes(
      fixture.base,
      'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
      { upTo: '{"got":{"a":1}}' },
    );
    expect(h2c.text).toContain('{"got":{"a":1}}');
    const expects = await sendRawBytes(
      fixture.base,
      'POST /api/v1/echo HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
    );
    expect(expects.text).toContain('{"got":{"a":1}}');
    expect(
      (
        await sendRawBytes(
          fixture.base,
          "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        )
      ).text,
    ).toBe("");
  });

  test("[CH-030] a target as a proxy writes it is understood", async () => {
    const fixture = await openFixture();
    for (const target of [
      "http://parlour.example/health",
      "HTTPS://parlour.example:3000/health?x",
    ]) {
      expect(
        (
          await sendRawBytes(
            fixture.base,
            `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
          )
        ).text,
      ).toMatch(/^HTTP\/1\.1 200 /);
    }
    for (const target of ["http://parlour.example", "*"])
      expect(
        (
          await sendRawBytes(
            fixture.base,
            `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
          )
        ).text,
      ).toMatch(/^HTTP\/1\.1 40[45] /);
  });

  test("[CORE-131] [P15] from the begin of a stop on /ready answers 503", async () => {
    const fixture = await openFixture();
    fixture.app.drain();
    const response = await fixture.ask("/ready");
    expect([response.status, response.headers.get("connection"), response.text]).toEqual([
      503,
      "close",
      '{"ready":false,"checks":{"database":"ok","process":"stopping"}}',
    ]);
  });

  test("[CORE-131] a stop lets running requests finish, closes idle connections and refuses new ones", async () => {
    let release = (): void => undefined;
    const fixture = await openFixture({
      blockUntil: new Promise((resolve) => {
        release = resolve;
      }),
    });
    await fixture.ask("/health");
    const connections = () =>
      new Promise((resolve) => fixture.app.server.getConnections((_, count) => resolve(count)));
    const waiting = sendRawBytes(fixture.base, "GET /api/v1/slow HTTP/1.1\r\n");
    await expect.poll(connections).toBeGreaterThanOrEqual(1);
    const running = sendRawBytes(fixture.base, "GET /api/v1/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => fixture.delayed).toBe(1);
    const stopped = fixture.app.close();
    expect((await waiting).closed).toBe(true);
    await expect(fixture.ask("/health")).rejects.toThrow();
    release();
    const response = await running;
    expect(response.text).toContain('{"ok":true}');
    expect(response.closed).toBe(true);
    await stopped;
  });

  test("[CORE-131] what does not end in 4 s is cut off", async () => {
    const fixture = await openFixture({ blockUntil: new Promise(() => undefined) });
    const running = sendRawBytes(fixture.base, "GET /api/v1/slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => fixture.delayed).toBe(1);
    const stopped = fixture.app.close();
    await fixture.clock.advance(0);
    while (fixture.clock.pending().length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    await fixture.clock.advance(maxStopMs);
    expect((await running).closed).toBe(true);
    await stopped;
  });
});

describe("health", () => {
  test("[CFG-016] ready when every check is ok, else 503 with the faults; health while the process lives", async () => {
    let database = "ok";
    const fixture = await openFixture({ checks: () => Promise.resolve({ database }) });
    expect((await fixture.ask("/ready")).text).toBe('{"ready":true,"checks":{"database":"ok"}}');
    database = "cannot be reached";
    const down = await fixture.ask("/ready");
    expect([down.status, down.text]).toEqual([
      503,
      '{"ready":false,"checks":{"database":"cannot be reached"}}',
    ]);
    expect((await fixture.ask("/health")).status).toBe(200);
  });

  test("[CFG-016] a connection that cannot be accepted is reported, and the process lives", async () => {
    const failed: unknown[] = [];
    const fixture = await openFixture({ onAcceptError: (error) => void failed.push(error.code) });
    fixture.app.server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
    expect(failed).toEqual(["EMFILE"]);
    expect((await fixture.ask("/health")).status).toBe(200);
  });

  test("[CFG-011] metrics: this machine only without a token, else the token only", async () => {
    const open1 = await openFixture();
    expect((await open1.ask("/metrics")).text).toContain("parlour_process_cpu_seconds_total");
    for (const header of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
      expect(
        (await open1.ask("/metrics", { headers: { [header]: "127.0.0.1" } })).status,
        header,
      ).toBe(403);
    const guarded = await openFixture({ metrics: { registry: createMetrics(), token: "t0ken" } });
    expect((await guarded.ask("/metrics")).status).toBe(401);
    expect(
      (await guarded.ask("/metrics", { headers: { authorization: "Bearer t0kem" } })).status,
    ).toBe(401);
    expect(
      (await guarded.ask("/metrics", { headers: { authorization: "Bearer t0ken" } })).status,
    ).toBe(200);
  });
});

describe("the operator application", () => {
  const page =
    '<!doctype html><head><meta property="csp-nonce" nonce="PLACE"><script type="module" src="/assets/app-abc.js" nonce="PLACE"></script></head>';
  beforeEach(() => {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), page);
    writeFileSync(join(folder, "assets/app-abc.js"), `console.log(${"1".repeat(5_000)})`);
    writeFileSync(join(folder, "assets/app-abc.js.map"), "{}");
    writeFileSync(join(folder, "manifest.webmanifest"), "{}");
  });

  test("[CFG-054] pictures, sound and film of the application may come from the visitors' origin, and the page names it", async () => {
    const fixture = await openFixture({
      appDir: folder,
      publicUrl: () => "https://chat.example",
      widgetUrl: "https://visit.example",
    });
    const response = await fixture.ask("/inbox");
    expect(response.text).toContain('<meta name="parlour-files" content="https://visit.example">');
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy.split("; ").filter((line) => line.includes("visit.example"))).toEqual([
      "img-src 'self' blob: https://visit.example",
      "media-src 'self' blob: https://visit.example",
    ]);
  });

  test("[CFG-012] [API-166] the application is served at / and at its own routes, with the headers of the security page", async () => {
    const fixture = await openFixture({ appDir: folder });
    for (const path of ["/", "/chats/12", "/settings/channels?x=1", "/index.html"]) {
      const response = await fixture.ask(path);
      expect([response.status, response.headers.get("content-type")], path).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      const nonce = /nonce="([^"]+)"/.exec(response.text)?.[1];
      expect(response.text.split(`nonce="${nonce}"`)).toHaveLength(3);
      expect(response.headers.get("content-security-policy")).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
      );
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
      expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(response.headers.get("permissions-policy")).toMatch(
        /camera=\(\), .*geolocation=\(\), .*microphone=\(self\)/,
      );
      expect(response.headers.get("strict-transport-security")).toBeNull();
      expect(response.headers.get("cache-control")).toBe("no-cache");
    }
    const nonces = await Promise.all(
      [1, 2].map(async () => (await fixture.ask("/")).headers.get("content-security-policy")),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("[CFG-012] paths of the interfaces, unknown files and odd paths are no application routes", async () => {
    const fixture = await openFixture({ appDir: folder });
    for (const path of [
      "/api",
      "/api/v1/nope",
      "/channel",
      "/channel/x/y",
      "/bot/x",
      "/widget/x",
      "/missing.js",
      "/assets/app-abc.js.map",
      "/..%2findex.html",
      "//evil.example/x",
      "/favicon.ico",
    ]) {
      const response = await fixture.ask(path);
      expect([response.status, response.headers.get("content-type")], path).toEqual([
        404,
        "application/json; charset=utf-8",
      ]);
    }
    expect((await fixture.ask("/chats/12", { method: "POST" })).status).toBe(404);
  });

  test("[CFG-012] hashed files are kept for ever, packed, and not sent again", async () => {
    const fixture = await openFixture({ appDir: folder });
    const response = await fixture.ask("/assets/app-abc.js");
    expect([
      response.status,
      response.headers.get("content-type"),
      response.headers.get("cache-control"),
      response.headers.get("content-encoding"),
    ]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
      "gzip",
    ]);
    expect(response.text).toHaveLength(5_013);
    const plain = await sendRawBytes(
      fixture.base,
      "GET /assets/app-abc.js HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(plain.text).toContain("content-length: 5013");
    expect(
      (
        await fixture.ask("/assets/app-abc.js", {
          headers: { "if-none-match": response.headers.get("etag") ?? "" },
        })
      ).status,
    ).toBe(304);
    expect((await fixture.ask("/assets/app-abc.js", { method: "HEAD" })).text).toBe("");
    expect((await fixture.ask("/manifest.webmanifest")).headers.get("cache-control")).toBe(
      "no-cache",
    );
  });

  test("[CFG-012] a Brotli copy of the build is sent to those who take it, and is no file of its own", async () => {
    const packed = brotliCompressSync("b".repeat(5_000));
    writeFileSync(join(folder, "assets/packed-abc.js"), "b".repeat(5_000));
    writeFileSync(join(folder, "assets/packed-abc.js.br"), packed);
    const fixture = await openFixture({ appDir: folder });
    const coding = async (accepted: string) => {
      const { text } = await sendRawBytes(
        fixture.base,
        `GET /assets/packed-abc.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`,
      );
      expect(text).toMatch(/^vary: accept-encoding/im);
      return /^content-encoding: (\w+)/im.exec(text)?.[1] ?? "plain";
    };
    expect([
      await coding("gzip, deflate, br, zstd"),
      await coding("gzip, br;q=0"),
      await coding("gzip"),
      await coding("identity"),
    ]).toEqual(["br", "gzip", "gzip", "plain"]);
    const response = await fixture.ask("/assets/packed-abc.js", {
      headers: { "accept-encoding": "br" },
    });
    expect(response.text).toBe("b".repeat(5_000));
    expect((await fixture.ask("/assets/packed-abc.js.br")).status).toBe(404);
  });

  test("[CFG-012] HSTS on https; a page without placeholder gets no nonce; no built application is no fault", async () => {
    writeFileSync(join(folder, "index.html"), "<!doctype html>");
    const fixture = await openFixture({ appDir: folder, publicUrl: () => "https://chat.example" });
    const response = await fixture.ask("/");
    expect(response.headers.get("strict-transport-security")).toBe(
      "max-age=31536000; includeSubDomains",
    );
    expect(response.headers.get("content-security-policy")).not.toContain("nonce");
    const bare = await openFixture({ appDir: join(folder, "none") });
    expect((await bare.ask("/")).status).toBe(404);
  });
});

test("[CORE-501] a start waits for the parts of the HTTP server as long as they take", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const app = buildHttp({
    clock: new ManualClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    publicUrl: () => "http://localhost:3000",
    readClientAddress: createAddressReader([]),
    findings: () => [],
    supportContact: () => null,
    bodyLimit: () => 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics: { registry: createMetrics(), token: null },
  });
  const begun = Promise.withResolvers<void>();
  const part = Promise.withResolvers<void>();
  app.register(async () => {
    begun.resolve();
    await part.promise;
  });
  const ready = app.ready();
  await begun.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  part.resolve();
  await ready;
  await app.close();
});
