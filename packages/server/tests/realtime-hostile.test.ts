import { startCpuStopwatch } from "@parlour/testkit";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createMessageEvent,
  openRealtimeFixture,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";
import { RealtimeClient } from "./realtime-client.ts";

/**
 * Runs the `realtime` entries of tests/hostile-inputs.json against the operator socket.
 * widget-hostile.test.ts and widget-hostile-frames.test.ts cover the visitor socket.
 */
interface WireInput {
  readonly path: string;
  readonly cookie?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
  readonly send?: readonly (string | { generate: string })[];
  readonly send_base64?: readonly string[];
  readonly raw_frames?: string;
  readonly flood?: { frame: string; count: number };
  readonly stop_reading?: boolean;
  readonly then?: string;
  readonly visitor?: string;
}
interface Entry {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly input?: { ws?: WireInput };
  readonly request?: { path: string; headers: Record<string, string> };
  readonly expect: {
    ws?: "refused" | "closed";
    status?: number | number[];
    ws_code?: number[];
    ws_frames?: string[];
    max_ms?: number;
    behaviour?: string;
    header?: Record<string, string | null>;
  };
}
const allEntries = JSON.parse(
  readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
) as Entry[];
const dueEntries = allEntries.filter(
  (entry) => entry.interface === "realtime" && entry.input?.ws?.visitor === undefined,
);

let fixture: RealtimeFixture;
let owner: RealtimeOperator;
let cookie: string;
let channel: number;
beforeAll(async () => {
  fixture = await openRealtimeFixture();
  owner = await fixture.createAccount("Acme");
  await fixture.createAccount("Other");
  channel = await fixture.addChannel(owner.account, [owner.id]);
  fixture.chats.set(1, { channelId: channel, assignee: null, participants: [] });
  cookie = await fixture.signIn(owner);
});
afterAll(() => fixture.close());

function fillPlaceholders(text: string): string {
  return text
    .replaceAll("{KEY}", owner.key)
    .replaceAll("{COOKIE}", cookie)
    .replaceAll("{ORIGIN}", fixture.origin)
    .replaceAll("{EPOCH}", fixture.journal.epoch)
    .replaceAll("{CHAT}", "1")
    .replaceAll("{VISITOR_TOKEN}", "vt_0123456789abcdef0123456789abcdef");
}
function buildHeaders(wire: WireInput): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wire.headers ?? {}))
    headers[name] = fillPlaceholders(value);
  if (wire.cookie !== undefined) headers["cookie"] = fillPlaceholders(wire.cookie);
  if (wire.origin !== undefined) headers["origin"] = fillPlaceholders(wire.origin);
  return headers;
}
/** The generators of the file, written as functions, so that nothing is evaluated. */
const generators: Record<string, () => string> = {
  "JSON.stringify({type:'hello',after:{epoch:'e'.repeat(60000),position:1}})": () =>
    JSON.stringify({ type: "hello", after: { epoch: "e".repeat(60_000), position: 1 } }),
  "JSON.stringify({type:'hello',after:null,pad:'p'.repeat(70000)})": () =>
    JSON.stringify({ type: "hello", after: null, pad: "p".repeat(70_000) }),
  "'['.repeat(30000)": () => "[".repeat(30_000),
};
function buildFrame(frame: string | { generate: string }): string {
  if (typeof frame === "string") return fillPlaceholders(frame);
  const make = generators[frame.generate];
  if (!make) throw new Error(`no generator for ${frame.generate}`);
  return make();
}

/** Returns status and headers of the handshake response. */
function requestHandshake(
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: fixture.port });
    socket.on("error", reject);
    let text = "";
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      socket.destroy();
      const [first = "", ...lines] = (text.split("\r\n\r\n")[0] ?? "").split("\r\n");
      const found = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(":")).toLowerCase(),
          line.slice(line.indexOf(":") + 1).trim(),
        ]),
      );
      resolve({ status: Number(first.split(" ")[1]), headers: found });
    });
    const allHeaders = {
      host: fixture.host,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...headers,
    };
    socket.write(
      `GET /api/v1/socket HTTP/1.1\r\n${Object.entries(allHeaders)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`,
    );
  });
}

function maskFrame(firstByte: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([firstByte]), length, Buffer.alloc(4), payload]);
}
const rawFrames: Record<string, () => Buffer[]> = {
  "text FIN=0, then 1,000 continuations of 1 KiB": () => [
    maskFrame(0x01, Buffer.from("a")),
    ...Array.from({ length: 1_000 }, () => maskFrame(0x00, Buffer.alloc(1024, 97))),
  ],
  "text c3 28": () => [maskFrame(0x81, Buffer.from([0xc3, 0x28]))],
  "unmasked text {}": () => [Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  "ping length 126": () => [maskFrame(0x89, Buffer.alloc(126))],
};
/** Sends raw frames and resolves with the code of the server's close frame. */
function sendRawFrames(
  headers: Record<string, string>,
  frames: readonly Buffer[],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: fixture.port });
    const received: Buffer[] = [];
    let upgraded = false;
    socket.on("error", () => undefined);
    socket.on("close", () => {
      const bytes = Buffer.concat(received);
      const at = bytes.lastIndexOf(Buffer.from([0x88]));
      if (at < 0) reject(new Error("closed without a close frame"));
      else resolve(bytes.readUInt16BE(at + 2));
    });
    socket.on("data", (data: Buffer) => {
      if (upgraded) received.push(data);
      else {
        upgraded = true;
        for (const frame of frames) if (socket.writable) socket.write(frame);
      }
    });
    const allHeaders = {
      host: fixture.host,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...headers,
    };
    socket.write(
      `GET /api/v1/socket HTTP/1.1\r\n${Object.entries(allHeaders)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`,
    );
  });
}
function openClient(wire: WireInput): RealtimeClient {
  return new RealtimeClient(`ws://${fixture.host}/api/v1/socket`, { headers: buildHeaders(wire) });
}
/** Waits until the socket closes. Advances the clock if the entry allows the server some time. */
async function waitForCloseCode(client: RealtimeClient, maxMs: number): Promise<number> {
  if (maxMs > 5_000) await fixture.clock.advance(maxMs);
  return (await client.closed).code;
}

const specialChecks: Record<string, (entry: Entry, wire: WireInput) => Promise<void>> = {
  // Expectation: "Or a reset frame; never events from a guessed place."
  async "H-306"(entry, wire) {
    const client = openClient(wire);
    await client.opened;
    client.send(buildFrame(wire.send?.[0] ?? ""));
    expect((await client.closed).code).toBe(4003);
    expect(client.frames).toEqual([]);
    expect(entry.expect.ws).toBe("closed");
  },
  // Expectation: "reset with the real head."
  async "H-307"(_entry, wire) {
    const client = openClient(wire);
    await client.opened;
    client.send(buildFrame(wire.send?.[0] ?? ""));
    const { epoch, position } = await fixture.journal.head(owner.account);
    expect(await client.next((frame) => frame["type"] === "reset")).toEqual({
      type: "reset",
      epoch,
      position,
    });
    client.ws.close();
  },
  async "H-309"(entry, wire) {
    const client = openClient(wire);
    await client.opened;
    const ms = startCpuStopwatch();
    client.send(buildFrame(wire.send?.[0] ?? ""));
    expect(await client.next((frame) => frame["type"] === "reset")).toMatchObject({
      epoch: fixture.journal.epoch,
    });
    expect(ms()).toBeLessThan(entry.expect.max_ms ?? 0);
    client.ws.close();
  },
  // The first frame ends its socket, so the second frame needs another socket.
  async "H-316"(entry, wire) {
    for (const frame of wire.send ?? []) {
      const client = openClient(wire);
      await client.opened;
      const ms = startCpuStopwatch();
      client.send(buildFrame(frame));
      expect((await client.closed).code).not.toBe(1006);
      expect(ms()).toBeLessThan(entry.expect.max_ms ?? 0);
    }
  },
  async "H-319"(_entry, wire) {
    const healthyClient = await fixture.connect({ key: owner.key });
    const client = openClient(wire);
    await client.opened;
    client.send(buildFrame(wire.send?.[0] ?? ""));
    await client.next((frame) => frame["type"] === "live");
    client.ws.pause();
    const before = fixture.realtime.stats().closedSlow;
    const { position } = await fixture.journal.head(owner.account);
    for (let i = 0; i < 2_000; i++) {
      fixture.journal.publish(
        owner.account,
        createMessageEvent(channel, 1, i + 1, "x".repeat(4_000)),
      );
      if (i % 50 === 0) await healthyClient.settle();
    }
    await healthyClient.settle();
    expect(fixture.realtime.stats().closedSlow).toBe(before + 1);
    expect(healthyClient.getPositions()).toEqual(
      Array.from({ length: 2_000 }, (_, i) => position + 1 + i),
    );
    client.ws.terminate();
  },
  // Expectation: "Only events of the own account, or close."
  async "H-320"(_entry, wire) {
    const client = openClient(wire);
    await client.opened;
    client.send(buildFrame(wire.send?.[0] ?? ""));
    await client.next((frame) => frame["type"] === "live");
    fixture.journal.publish(2, { name: "settings_changed", data: { kind: "account", id: null } });
    const mine = fixture.journal.publish(owner.account, createMessageEvent(channel, 1, 1));
    await client.next((frame) => frame["position"] === mine);
    expect(client.getPositions()).toEqual([mine]);
  },
  async "H-321"(entry, wire) {
    const mine = await fixture.signIn(owner);
    const client = await fixture.connect({ cookie: mine });
    const ms = startCpuStopwatch();
    expect((await fixture.request("DELETE", "/sessions/current", { cookie: mine })).status).toBe(
      204,
    );
    expect(entry.expect.ws_code).toContain((await client.closed).code);
    expect(ms()).toBeLessThan(entry.expect.max_ms ?? 0);
    expect(wire.then).toBe("DELETE /sessions/current".replace("/sessions", "/api/v1/sessions"));
  },
};

for (const entry of dueEntries) {
  test(`[API-100] ${entry.id}: ${entry.title}`, async () => {
    const wire = entry.input?.ws;
    if (!wire) {
      const answer = await requestHandshake(
        Object.fromEntries(
          Object.entries(entry.request?.headers ?? {}).map(([name, value]) => [
            name,
            fillPlaceholders(value),
          ]),
        ),
      );
      expect([entry.expect.status].flat()).toContain(answer.status);
    } else if (specialChecks[entry.id]) await specialChecks[entry.id]?.(entry, wire);
    else if (entry.expect.ws === "refused")
      expect((await requestHandshake(buildHeaders(wire))).status).toBe(entry.expect.status);
    else if (entry.expect.header) {
      const answer = await requestHandshake(buildHeaders(wire));
      expect(answer.status).toBe(101);
      for (const name of Object.keys(entry.expect.header))
        expect(answer.headers[name]).toBeUndefined();
    } else if (wire.raw_frames !== undefined) {
      expect(entry.expect.ws_code).toContain(
        await sendRawFrames(buildHeaders(wire), rawFrames[wire.raw_frames]?.() ?? []),
      );
    } else {
      const client = openClient(wire);
      await client.opened;
      const ms = startCpuStopwatch();
      for (const frame of wire.send ?? []) client.send(buildFrame(frame));
      for (const frame of wire.send_base64 ?? []) client.ws.send(Buffer.from(frame, "base64"));
      for (let i = 0; i < (wire.flood?.count ?? 0); i++)
        client.send(fillPlaceholders(wire.flood?.frame ?? ""));
      for (const type of entry.expect.ws_frames ?? [])
        await client.next((frame) => frame["type"] === type);
      if (entry.expect.ws === "closed") {
        const code = await waitForCloseCode(client, entry.expect.max_ms ?? 2_000);
        if (entry.expect.ws_code) expect(entry.expect.ws_code).toContain(code);
        else expect(code).not.toBe(1006);
        // Longer limits are checked with the manual clock, so their time is not measured.
        const { max_ms: maxMs = 0 } = entry.expect;
        if (maxMs > 0 && maxMs <= 5_000) expect(ms()).toBeLessThan(maxMs);
      }
      client.ws.terminate();
    }
    // After each entry, a normal socket must still work.
    const next = await fixture.connect({ key: owner.key });
    next.ws.terminate();
  });
}

test("[API-100] every due entry of the file has a check", () => {
  const checked = dueEntries.filter(
    (entry) =>
      entry.input?.ws === undefined ||
      specialChecks[entry.id] !== undefined ||
      Object.keys(entry.expect).some((key) => key !== "behaviour" && key !== "max_ms"),
  );
  expect(checked.map((entry) => entry.id)).toEqual(dueEntries.map((entry) => entry.id));
  // Each entry with a `behaviour` sentence needs its own check.
  const sentences = dueEntries
    .filter((entry) => entry.expect.behaviour !== undefined)
    .map((entry) => entry.id);
  expect(sentences.filter((id) => specialChecks[id] === undefined)).toEqual([]);
  expect(dueEntries).toHaveLength(25);
});
