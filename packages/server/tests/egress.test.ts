import { startCpuStopwatch } from "@parlour/testkit";
import { readFileSync } from "node:fs";
import net from "node:net";
import tls from "node:tls";
import zlib from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import type { Clock } from "../src/core/command.ts";
import {
  createEgress,
  type Dial,
  type Egress,
  type EgressOptions,
  type EgressReply,
  type EgressRequest,
  type Resolve,
} from "../src/egress/index.ts";

interface Peer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  bomb?: readonly string[];
  decoded_mib?: number;
  endless?: boolean;
  endless_headers?: boolean;
  informational?: number;
  accept?: boolean;
  tls?: readonly string[];
}
interface Case {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly input: {
    readonly egress?: {
      readonly urls: readonly string[];
      readonly dns?: Record<string, readonly string[]>;
      readonly dns_sequence?: Record<string, readonly (readonly string[])[]>;
      readonly dns_hang?: boolean;
      readonly connected_as?: string;
      readonly allow?: readonly string[];
      readonly env?: Record<string, string>;
      readonly peer?: Peer;
    };
  };
  readonly expect: {
    readonly dial?: boolean;
    readonly dial_only?: string | readonly string[];
    readonly outcome?: string;
    readonly max_ms?: number;
    readonly max_wire_kib?: number;
    readonly max_rss_growth_mib?: number;
    readonly behaviour?: string;
  };
}
const cases = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as readonly Case[]
).filter((one) => one.interface === "egress");
const readFixture = (name: string): string =>
  readFileSync(new URL(`fixtures/tls/${name}.pem`, import.meta.url), "utf8");

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  // Restores the variables. Replacing `process.env` itself would affect the other files of this
  // worker.
  vi.unstubAllEnvs();
});

describe("[CORE-123] [CORE-246] hostile targets and peers", () => {
  it.each(cases.flatMap((one) => listVariants(one).map((variant) => ({ ...variant, one }))))(
    "[CORE-123] $one.id $one.title: $name",
    async ({ one, url, peer }) => {
      const egressInput = one.input.egress ?? { urls: [] };
      const expectation = one.expect;
      const hangs = peer?.accept === false || egressInput.dns_hang === true;
      const clock = hangs ? new ManualClock() : createSystemClock();
      for (const [name, value] of Object.entries(egressInput.env ?? {})) vi.stubEnv(name, value);
      const rig = await startRig({
        clock,
        peer: peer ?? { status: 200, body: "{}" },
        given: egressInput,
      });
      const rss = process.memoryUsage().rss;
      const ms = startCpuStopwatch();
      const pending = rig.egress.post({ ...plainRequest, url });
      if (clock instanceof ManualClock) await clock.advance(3_000);
      const reply = await pending;

      expect(ms()).toBeLessThan(expectation.max_ms ?? 3_500);
      if (expectation.dial === false) expect(rig.dialled).toEqual([]);
      if (expectation.dial_only !== undefined)
        expect(new Set(rig.dialled)).toEqual(new Set([expectation.dial_only].flat()));
      if (expectation.outcome === "private_address" || expectation.outcome === "dns_failed")
        expect(toOutcome(reply)).toBe(expectation.outcome);
      if (expectation.outcome === "failed")
        expect(toOutcome(reply)).toMatch(
          /^(timeout|reply_too_large|bad_reply|connect_failed|tls_failed|dns_failed|http_error)$/,
        );
      if (expectation.outcome === "answered") expect(reply.kind).toBe("answered");
      if (expectation.max_rss_growth_mib !== undefined)
        expect((process.memoryUsage().rss - rss) / 2 ** 20).toBeLessThan(
          expectation.max_rss_growth_mib,
        );
      if (expectation.max_wire_kib !== undefined)
        expect(rig.bytesRead() / 1024).toBeLessThan(expectation.max_wire_kib);
      // H-338 is refused before the first byte. H-354 sends no request without a trusted
      // certificate.
      if (expectation.behaviour !== undefined && one.id !== "H-337")
        expect(rig.requestBytes()).toBe(0);
      if (one.id === "H-337") expect(rig.lookups()).toBe(1);
    },
  );
});

describe("[CORE-120] one request", () => {
  it("[CH-073] the switch decides between a length and chunks", async () => {
    const rig = await startRig({ peer: { status: 200, body: "{}" } });
    await rig.egress.post({ ...plainRequest, url: "http://ok.example/a?b=c" });
    await rig.egress.post({ ...plainRequest, url: "http://ok.example/a?b=c", chunked: true });
    const [whole, chunked] = rig.requests();
    expect(whole).toMatch(/^POST \/a\?b=c HTTP\/1\.1\r\n/);
    expect(whole?.toLowerCase()).toContain("content-length: 10");
    expect(whole?.toLowerCase()).not.toContain("transfer-encoding");
    expect(chunked?.toLowerCase()).toContain("transfer-encoding: chunked");
    expect(chunked?.toLowerCase()).not.toContain("content-length");
    expect(chunked).toContain('{"a":"é"}');
  });

  it("[CORE-120] a connection is used again, and checked again against the allow list", async () => {
    const allowed = ["127.0.0.1:9000"];
    const rig = await startRig({ peer: { status: 200, body: "{}" }, allowed: () => allowed });
    expect((await rig.egress.post({ ...plainRequest, url: "http://127.0.0.1:9000/" })).kind).toBe(
      "answered",
    );
    await new Promise((turned) => setImmediate(turned));
    expect((await rig.egress.post({ ...plainRequest, url: "http://127.0.0.1:9000/" })).kind).toBe(
      "answered",
    );
    expect(rig.dialled).toEqual(["127.0.0.1"]);
    allowed.length = 0;
    expect(
      toOutcome(await rig.egress.post({ ...plainRequest, url: "http://127.0.0.1:9000/" })),
    ).toBe("private_address");
  });

  it.each([
    ["http://127.0.0.1:9000/hook?key=secret", "127.0.0.1:9000"],
    ["https://[::1]/", "[::1]:443"],
  ])(
    "[CORE-123] [CORE-245] the refusal of %s names the entry to add, %s, which then lets it pass",
    async (url, entry) => {
      const allowed: string[] = [];
      const rig = await startRig({ peer: { status: 200, body: "{}" }, allowed: () => allowed });
      const refused = await rig.egress.check(url, { resolveNames: true });
      expect(refused).toMatchObject({
        ok: false,
        message: expect.stringContaining(`adds ${entry} to the outgoing addresses`) as string,
      });
      expect(JSON.stringify(refused)).not.toContain("secret");
      allowed.push(entry);
      expect(await rig.egress.check(url, { resolveNames: true })).toMatchObject({ ok: true });
    },
  );

  it("[CORE-120] a redirect is an answer like any other and is not followed", async () => {
    const rig = await startRig({
      peer: { status: 302, headers: { location: "http://ok.example/other" } },
    });
    const reply = await rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
    expect(reply).toMatchObject({ kind: "answered", status: 302 });
    expect(rig.requests()).toHaveLength(1);
  });

  it("[CORE-120] H-138 a cookie that was set is never sent back", async () => {
    const rig = await startRig({
      peer: { status: 200, headers: { "set-cookie": "track=1" }, body: "{}" },
    });
    await rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
    await rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
    expect(rig.requests()).toHaveLength(2);
    expect(rig.requests().join("").toLowerCase()).not.toContain("cookie");
  });

  it("[CORE-120] H-139 bytes after the announced length answer no other request", async () => {
    const body = '{"result":"ok"}HTTP/1.1 200 OK\r\ncontent-length: 16\r\n\r\n{"result":"bad"}';
    const rig = await startRig({
      peer: { status: 200, headers: { "content-length": "15" }, body },
    });
    for (let n = 1; n <= 3; n += 1) {
      const reply = await rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
      expect(reply.kind === "answered" ? reply.body.toString() : reply).toBe('{"result":"ok"}');
      expect(rig.requests()).toHaveLength(n);
    }
    expect(rig.dialled).toHaveLength(3);
  });

  it.each(["gzip", "deflate", "zstd"])("[CORE-120] one coding is undone: %s", async (coding) => {
    const rig = await startRig({
      peer: {
        status: 200,
        headers: { "content-encoding": coding },
        body: compress(coding, Buffer.from('{"result":"ok"}')).toString("latin1"),
      },
    });
    const reply = await rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
    expect(reply.kind === "answered" ? reply.body.toString() : reply).toBe('{"result":"ok"}');
  });

  it("[CORE-120] [F27] a good certificate is accepted", async () => {
    const rig = await startRig({ peer: { status: 200, body: "{}", tls: ["good"] } });
    expect((await rig.egress.post({ ...plainRequest, url: "https://ok.example/" })).kind).toBe(
      "answered",
    );
  });

  it("[CORE-120] [F15] a drip of bytes ends at the total time, and the next request gets its own connection", async () => {
    const clock = new ManualClock();
    const rig = await startRig({
      clock,
      peer: { status: 200, headers: { "content-length": "15" }, body: "{" },
    });
    const pending = rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
    await rig.answered(1);
    await clock.advance(3_000);
    expect(await pending).toMatchObject({ kind: "failed", outcome: "timeout", durationMs: 3_000 });
    const next = rig.egress.post({ ...plainRequest, url: "http://ok.example/" });
    await rig.answered(2);
    expect(rig.dialled).toHaveLength(2);
    await clock.advance(3_000);
    await next;
  });

  it("[CORE-123] [CORE-247] for the owner a check refuses private targets and lets a name pass that cannot be found", async () => {
    const rig = await startRig({ peer: {}, dns: { "inside.example": ["10.0.0.5"] } });
    const check = (url: string) => rig.egress.check(url, { resolveNames: true });
    expect(await check("http://inside.example/")).toMatchObject({ ok: false });
    expect(await check("http://127.0.0.1:9000/")).toMatchObject({ ok: false });
    expect(await check("ftp://ok.example/")).toMatchObject({ ok: false });
    expect(await check("http://nowhere.example/")).toEqual({ ok: true });
    expect(await check("http://ok.example/")).toEqual({ ok: true });
  });
});

describe("[CORE-123] what a name leads to inside is told to nobody but the owner of the installation", () => {
  const dns = { "inside.example": ["10.0.0.5"] };

  it("[CORE-123] [CORE-247] a check without a lookup answers the same for every name, and asks no name server", async () => {
    const rig = await startRig({ peer: {}, dns });
    const check = (url: string, secure?: "https") =>
      rig.egress.check(url, { resolveNames: false, ...(secure && { secure }) });
    for (const name of ["inside.example", "nowhere.example", "ok.example"]) {
      expect(await check(`http://${name}/`)).toEqual({ ok: true });
      expect(await check(`https://${name}/`, "https")).toEqual({ ok: true });
      expect(await check(`http://${name}/`, "https")).toMatchObject({ ok: false });
    }
    expect(rig.lookups()).toBe(0);
  });

  it.each([
    "http://127.0.0.1:9000/",
    "http://[::1]/",
    "http://10.0.0.5/",
    "ftp://ok.example/",
    "http://ok.example:22/",
    "http://localhost/",
    "http://localhost./",
    "http://a.localhost/",
    "http://db/",
    "http://printer.local/",
    "http://db.internal:8080/",
    "http://nas.home.arpa/",
  ])(
    "[CORE-123] [CORE-245] %s is refused by its form alone, when saved and when connected",
    async (url) => {
      const rig = await startRig({ peer: {} });
      expect(await rig.egress.check(url, { resolveNames: false })).toMatchObject({ ok: false });
      expect(toOutcome(await rig.egress.post({ ...plainRequest, url }))).toBe("private_address");
      expect(rig.lookups()).toBe(0);
    },
  );

  it.each([["db.internal:9000"], ["10.0.0.0/8"], ["10.0.0.5"], ["10.0.0.5:9000"]])(
    "[CORE-123] [CORE-245] [CORE-246] with %s on the allow list http://db.internal:9000 is saved and called",
    async (entry) => {
      const rig = await startRig({
        peer: { status: 200, body: "{}" },
        dns: { "db.internal": ["10.0.0.5"] },
        allowed: () => [entry],
      });
      const url = "http://db.internal:9000/";
      expect(await rig.egress.check(url, { resolveNames: false })).toEqual({ ok: true });
      expect(rig.lookups()).toBe(0);
      expect((await rig.egress.post({ ...plainRequest, url })).kind).toBe("answered");
    },
  );

  it("[CORE-123] [CORE-248] a name that leads inside and one that leads nowhere fail alike; the log has the reason", async () => {
    const hidden: object[] = [];
    const rig = await startRig({ peer: {}, dns, onHidden: (one) => hidden.push(one) });
    const [inside, nowhere] = [
      await rig.egress.post({ ...plainRequest, url: "http://inside.example/" }),
      await rig.egress.post({ ...plainRequest, url: "http://nowhere.example/" }),
    ];
    const alike = {
      kind: "failed",
      status: null,
      outcome: "dns_failed",
      message:
        "The name could not be reached: it does not resolve, or it resolves to an address that is not allowed. The owner of the installation sees which in the server's log.",
    };
    expect([inside, nowhere]).toMatchObject([alike, alike]);
    expect(await rig.egress.open({ ...streamRequest, url: "http://inside.example/" })).toEqual(
      await rig.egress.open({ ...streamRequest, url: "http://nowhere.example/" }),
    );
    expect(hidden.slice(0, 2)).toEqual([
      {
        host: "inside.example",
        outcome: "private_address",
        reason: expect.stringContaining("adds inside.example:80") as string,
      },
      {
        host: "nowhere.example",
        outcome: "dns_failed",
        reason: "nowhere.example could not be found.",
      },
    ]);
  });

  it("[CORE-123] targets that only the owner names fail with the exact reason", async () => {
    const rig = await startRig({ peer: {}, dns, isForOwner: true });
    expect(
      toOutcome(await rig.egress.post({ ...plainRequest, url: "http://inside.example/" })),
    ).toBe("private_address");
    expect(
      await rig.egress.post({ ...plainRequest, url: "http://nowhere.example/" }),
    ).toMatchObject({
      message: "nowhere.example could not be found.",
    });
  });
});

const plainRequest: EgressRequest = {
  url: "",
  headers: { "content-type": "application/json" },
  body: '{"a":"é"}',
  chunked: false,
  timeoutMs: 3_000,
  maxReplyBytes: 256 * 1024,
};

const streamRequest = {
  method: "GET",
  headers: {},
  headTimeoutMs: 3_000,
  timeoutMs: 3_000,
  maxReplyBytes: 1_024,
} as const;

function toOutcome(reply: EgressReply): string {
  if (reply.kind === "failed") return reply.outcome;
  return reply.status >= 300 ? "http_error" : "answered";
}

/** Returns the cases of one entry: one for each URL, bomb and bad certificate. */
function listVariants(one: Case): readonly { name: string; url: string; peer: Peer | undefined }[] {
  const egressInput = one.input.egress ?? { urls: [] };
  return egressInput.urls.flatMap(
    (url): { name: string; url: string; peer: Peer | undefined }[] => {
      const { peer } = egressInput;
      if (peer?.bomb !== undefined) {
        return peer.bomb.map((coding) => ({
          name: coding,
          url,
          peer: {
            status: 200,
            headers: { "content-encoding": coding },
            body: compress(coding, Buffer.alloc((peer.decoded_mib ?? 1) * 2 ** 20, 32)).toString(
              "latin1",
            ),
          },
        }));
      }
      if (peer?.tls !== undefined)
        return peer.tls.map((kind) => ({ name: kind, url, peer: { ...peer, tls: [kind] } }));
      return [{ name: url, url, peer }];
    },
  );
}

function compress(coding: string, body: Buffer): Buffer {
  if (coding === "gzip") return zlib.gzipSync(body);
  if (coding === "br")
    return zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });
  return coding === "zstd" ? zlib.zstdCompressSync(body) : zlib.deflateSync(body);
}

interface EgressRig {
  readonly egress: Egress;
  readonly dialled: string[];
  requests(): readonly string[];
  requestBytes(): number;
  bytesRead(): number;
  lookups(): number;
  /** Resolves when the peer has sent `n` responses. */
  answered(n: number): Promise<void>;
}

/**
 * Starts egress with a test resolver and dialler. Every public address connects to one local peer
 * with the given behaviour.
 */
async function startRig(options: {
  readonly peer: Peer;
  readonly clock?: Clock;
  readonly given?: NonNullable<Case["input"]["egress"]>;
  readonly dns?: Record<string, readonly string[]>;
  readonly allowed?: () => readonly string[];
  readonly isForOwner?: true;
  readonly onHidden?: EgressOptions["onHidden"];
}): Promise<EgressRig> {
  const { peer, given: egressInput } = options;
  const requests: string[] = [];
  let requestBytes = 0;
  let answers = 0;
  const waiting = new Map<number, () => void>();
  const serve = (socket: net.Socket): void => {
    socket.on("error", () => undefined);
    let text = "";
    socket.on("data", (data) => {
      requestBytes += data.length;
      text += data.toString("utf8");
      const isWhole = /content-length/i.test(text)
        ? text.endsWith('{"a":"é"}')
        : text.endsWith("\r\n0\r\n\r\n");
      if (!isWhole) return;
      requests.push(text);
      text = "";
      sendAnswer(socket, peer);
      answers += 1;
      waiting.get(answers)?.();
    });
  };
  const kind = peer.tls?.[0];
  const server =
    kind === undefined
      ? net.createServer(serve)
      : tls.createServer(
          {
            cert: readFixture(kind),
            key: readFileSync(new URL("fixtures/tls/peer.key", import.meta.url)),
          },
          serve,
        );
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const sockets: net.Socket[] = [];
  const dialled: string[] = [];
  let lookups = 0;
  const dns: Record<string, readonly string[]> = {
    "ok.example": ["93.184.215.14"],
    ...egressInput?.dns,
    ...options.dns,
  };
  const resolve: Resolve = (host) => {
    lookups += 1;
    if (egressInput?.dns_hang === true) return new Promise(() => undefined);
    const dnsAnswer = egressInput?.dns_sequence?.[host]?.[lookups - 1] ?? dns[host];
    if (dnsAnswer === undefined && /(^|\.)localhost\.?$/.test(host))
      return Promise.resolve(["127.0.0.1"]);
    return dnsAnswer === undefined
      ? Promise.reject(new Error("ENOTFOUND"))
      : Promise.resolve(dnsAnswer);
  };
  const dial: Dial = (to, signal) =>
    new Promise((done, fail) => {
      dialled.push(to.addresses[0] ?? "");
      if (peer.accept === false)
        return signal.addEventListener("abort", () => fail(new Error("aborted")));
      const socket = net.connect({ host: "127.0.0.1", port });
      sockets.push(socket);
      socket.once("error", fail);
      socket.once("connect", () =>
        done({ socket, remoteAddress: egressInput?.connected_as ?? to.addresses[0] ?? "" }),
      );
    });
  const egress = createEgress({
    clock: options.clock ?? createSystemClock(),
    allowed: options.allowed ?? (() => egressInput?.allow ?? []),
    resolve,
    dial,
    ...(kind === undefined ? {} : { ca: readFixture("ca") }),
    ...(options.isForOwner && { isForOwner: true }),
    ...(options.onHidden && { onHidden: options.onHidden }),
  });
  closers.push(async () => {
    egress.close();
    sockets.forEach((socket) => socket.destroy());
    await new Promise((closed) => void server.close(closed));
  });
  return {
    egress,
    dialled,
    requests: () => requests,
    requestBytes: () => requestBytes,
    lookups: () => lookups,
    bytesRead: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0),
    answered: (n) =>
      answers >= n ? Promise.resolve() : new Promise((resolved) => void waiting.set(n, resolved)),
  };
}

function sendAnswer(socket: net.Socket, peer: Peer): void {
  for (let n = 0; n < (peer.informational ?? 0); n += 1)
    socket.write("HTTP/1.1 102 Processing\r\n\r\n");
  if (peer.endless_headers === true) {
    socket.write("HTTP/1.1 200 OK\r\n");
    return writeRepeatedly(socket, `x-a: ${"a".repeat(1_000)}\r\n`);
  }
  const body = peer.body ?? "";
  const headers: Record<string, string> = { ...peer.headers };
  if (peer.endless === true) headers["transfer-encoding"] = "chunked";
  else headers["content-length"] ??= String(body.length);
  socket.write(
    `HTTP/1.1 ${peer.status ?? 200} X\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("")}\r\n`,
  );
  if (peer.endless === true)
    return writeRepeatedly(socket, `${(16_384).toString(16)}\r\n${"a".repeat(16_384)}\r\n`);
  socket.write(Buffer.from(body, "latin1"));
}

/**
 * Writes `text` repeatedly, as fast as the peer reads. Yields to the event loop, because otherwise
 * the end of the socket would not be detected.
 */
function writeRepeatedly(socket: net.Socket, text: string): void {
  const more = (): void => {
    if (socket.destroyed) return;
    if (socket.write(text)) setImmediate(more);
    else socket.once("drain", more);
  };
  more();
}
