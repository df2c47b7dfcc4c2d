import { startCpuStopwatch } from "@parlour/testkit";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { message, openBed, type Bed, type Person } from "./realtime-bed.ts";
import { Client } from "./realtime-client.ts";

/**
 * Runs the `realtime` entries of tests/hostile-inputs.json against the operator socket.
 * widget-hostile.test.ts and widget-hostile-frames.test.ts cover the visitor socket.
 */
interface Wire {
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
  readonly input?: { ws?: Wire };
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
const all = JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as Entry[];
const due = all.filter((entry) => entry.interface === "realtime" && entry.input?.ws?.visitor === undefined);

let bed: Bed;
let owner: Person;
let cookie: string;
let channel: number;
beforeAll(async () => {
  bed = await openBed();
  owner = await bed.newAccount("Acme");
  await bed.newAccount("Other");
  channel = await bed.addChannel(owner.account, [owner.id]);
  bed.chats.set(1, { channelId: channel, assignee: null, participants: [] });
  cookie = await bed.signIn(owner);
});
afterAll(() => bed.close());

function fill(text: string): string {
  return text
    .replaceAll("{KEY}", owner.key)
    .replaceAll("{COOKIE}", cookie)
    .replaceAll("{ORIGIN}", bed.origin)
    .replaceAll("{EPOCH}", bed.journal.epoch)
    .replaceAll("{CHAT}", "1")
    .replaceAll("{VISITOR_TOKEN}", "vt_0123456789abcdef0123456789abcdef");
}
function headersOf(wire: Wire): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(wire.headers ?? {})) headers[name] = fill(value);
  if (wire.cookie !== undefined) headers["cookie"] = fill(wire.cookie);
  if (wire.origin !== undefined) headers["origin"] = fill(wire.origin);
  return headers;
}
/** The generators of the file, written out. Nothing is evaluated. */
const generated: Record<string, () => string> = {
  "JSON.stringify({type:'hello',after:{epoch:'e'.repeat(60000),position:1}})": () =>
    JSON.stringify({ type: "hello", after: { epoch: "e".repeat(60_000), position: 1 } }),
  "JSON.stringify({type:'hello',after:null,pad:'p'.repeat(70000)})": () =>
    JSON.stringify({ type: "hello", after: null, pad: "p".repeat(70_000) }),
  "'['.repeat(30000)": () => "[".repeat(30_000),
};
function frameOf(frame: string | { generate: string }): string {
  if (typeof frame === "string") return fill(frame);
  const make = generated[frame.generate];
  if (!make) throw new Error(`no generator for ${frame.generate}`);
  return make();
}

/** Returns status and headers of the handshake response. */
function handshake(headers: Record<string, string>): Promise<{ status: number; headers: Record<string, string> }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: bed.port });
    socket.on("error", reject);
    let text = "";
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      socket.destroy();
      const [first = "", ...lines] = (text.split("\r\n\r\n")[0] ?? "").split("\r\n");
      const found = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
      );
      resolve({ status: Number(first.split(" ")[1]), headers: found });
    });
    const all = {
      host: bed.host,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...headers,
    };
    socket.write(
      `GET /api/v1/socket HTTP/1.1\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`,
    );
  });
}

function masked(first: number, payload: Buffer): Buffer {
  const length =
    payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([Buffer.from([first]), length, Buffer.alloc(4), payload]);
}
const rawFrames: Record<string, () => Buffer[]> = {
  "text FIN=0, then 1,000 continuations of 1 KiB": () => [
    masked(0x01, Buffer.from("a")),
    ...Array.from({ length: 1_000 }, () => masked(0x00, Buffer.alloc(1024, 97))),
  ],
  "text c3 28": () => [masked(0x81, Buffer.from([0xc3, 0x28]))],
  "unmasked text {}": () => [Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  "ping length 126": () => [masked(0x89, Buffer.alloc(126))],
};
/** Sends raw frames and resolves with the code of the server's close frame. */
function closeCodeOf(headers: Record<string, string>, frames: readonly Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: bed.port });
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
    const all = {
      host: bed.host,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
      ...headers,
    };
    socket.write(
      `GET /api/v1/socket HTTP/1.1\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`,
    );
  });
}
function open(wire: Wire): Client {
  return new Client(`ws://${bed.host}/api/v1/socket`, { headers: headersOf(wire) });
}
/** Waits for the close. Advances the clock if the entry allows the server some time. */
async function closeOf(client: Client, maxMs: number): Promise<number> {
  if (maxMs > 5_000) await bed.clock.advance(maxMs);
  return (await client.closed).code;
}

const special: Record<string, (entry: Entry, wire: Wire) => Promise<void>> = {
  // "Or a reset frame; never events from a guessed place."
  async "H-306"(entry, wire) {
    const client = open(wire);
    await client.opened;
    client.send(frameOf(wire.send?.[0] ?? ""));
    expect((await client.closed).code).toBe(4003);
    expect(client.frames).toEqual([]);
    expect(entry.expect.ws).toBe("closed");
  },
  // "reset with the real head."
  async "H-307"(_entry, wire) {
    const client = open(wire);
    await client.opened;
    client.send(frameOf(wire.send?.[0] ?? ""));
    const { epoch, position } = await bed.journal.head(owner.account);
    expect(await client.next((frame) => frame["type"] === "reset")).toEqual({ type: "reset", epoch, position });
    client.ws.close();
  },
  async "H-309"(entry, wire) {
    const client = open(wire);
    await client.opened;
    const ms = startCpuStopwatch();
    client.send(frameOf(wire.send?.[0] ?? ""));
    expect(await client.next((frame) => frame["type"] === "reset")).toMatchObject({ epoch: bed.journal.epoch });
    expect(ms()).toBeLessThan(entry.expect.max_ms ?? 0);
    client.ws.close();
  },
  // The first frame ends its socket, so the second frame needs another socket.
  async "H-316"(entry, wire) {
    for (const frame of wire.send ?? []) {
      const client = open(wire);
      await client.opened;
      const ms = startCpuStopwatch();
      client.send(frameOf(frame));
      expect((await client.closed).code).not.toBe(1006);
      expect(ms()).toBeLessThan(entry.expect.max_ms ?? 0);
    }
  },
  async "H-319"(_entry, wire) {
    const good = await bed.connect({ key: owner.key });
    const client = open(wire);
    await client.opened;
    client.send(frameOf(wire.send?.[0] ?? ""));
    await client.next((frame) => frame["type"] === "live");
    client.ws.pause();
    const before = bed.realtime.stats().closedSlow;
    const { position } = await bed.journal.head(owner.account);
    for (let i = 0; i < 2_000; i++) {
      bed.journal.publish(owner.account, message(channel, 1, i + 1, "x".repeat(4_000)));
      if (i % 50 === 0) await good.settled();
    }
    await good.settled();
    expect(bed.realtime.stats().closedSlow).toBe(before + 1);
    expect(good.positions()).toEqual(Array.from({ length: 2_000 }, (_, i) => position + 1 + i));
    client.ws.terminate();
  },
  // "Only events of the own account, or close."
  async "H-320"(_entry, wire) {
    const client = open(wire);
    await client.opened;
    client.send(frameOf(wire.send?.[0] ?? ""));
    await client.next((frame) => frame["type"] === "live");
    bed.journal.publish(2, { name: "settings_changed", data: { kind: "account", id: null } });
    const mine = bed.journal.publish(owner.account, message(channel, 1, 1));
    await client.next((frame) => frame["position"] === mine);
    expect(client.positions()).toEqual([mine]);
  },
  async "H-321"(entry, wire) {
    const mine = await bed.signIn(owner);
    const client = await bed.connect({ cookie: mine });
    const ms = startCpuStopwatch();
    expect((await bed.request("DELETE", "/sessions/current", { cookie: mine })).status).toBe(204);
    expect(entry.expect.ws_code).toContain((await client.closed).code);
    expect(ms()).toBeLessThan(entry.expect.max_ms ?? 0);
    expect(wire.then).toBe("DELETE /sessions/current".replace("/sessions", "/api/v1/sessions"));
  },
};

for (const entry of due) {
  test(`[API-100] ${entry.id}: ${entry.title}`, async () => {
    const wire = entry.input?.ws;
    if (!wire) {
      const answer = await handshake(
        Object.fromEntries(Object.entries(entry.request?.headers ?? {}).map(([name, value]) => [name, fill(value)])),
      );
      expect([entry.expect.status].flat()).toContain(answer.status);
    } else if (special[entry.id]) await special[entry.id]?.(entry, wire);
    else if (entry.expect.ws === "refused") expect((await handshake(headersOf(wire))).status).toBe(entry.expect.status);
    else if (entry.expect.header) {
      const answer = await handshake(headersOf(wire));
      expect(answer.status).toBe(101);
      for (const name of Object.keys(entry.expect.header)) expect(answer.headers[name]).toBeUndefined();
    } else if (wire.raw_frames !== undefined) {
      expect(entry.expect.ws_code).toContain(await closeCodeOf(headersOf(wire), rawFrames[wire.raw_frames]?.() ?? []));
    } else {
      const client = open(wire);
      await client.opened;
      const ms = startCpuStopwatch();
      for (const frame of wire.send ?? []) client.send(frameOf(frame));
      for (const frame of wire.send_base64 ?? []) client.ws.send(Buffer.from(frame, "base64"));
      for (let i = 0; i < (wire.flood?.count ?? 0); i++) client.send(fill(wire.flood?.frame ?? ""));
      for (const type of entry.expect.ws_frames ?? []) await client.next((frame) => frame["type"] === type);
      if (entry.expect.ws === "closed") {
        const code = await closeOf(client, entry.expect.max_ms ?? 2_000);
        if (entry.expect.ws_code) expect(entry.expect.ws_code).toContain(code);
        else expect(code).not.toBe(1006);
        // Longer limits use the manual clock, so they are not measured.
        const { max_ms: most = 0 } = entry.expect;
        if (most > 0 && most <= 5_000) expect(ms()).toBeLessThan(most);
      }
      client.ws.terminate();
    }
    // After each entry, a normal socket must still work.
    const next = await bed.connect({ key: owner.key });
    next.ws.terminate();
  });
}

test("[API-100] every due entry of the file has a check", () => {
  const checked = due.filter(
    (entry) =>
      entry.input?.ws === undefined ||
      special[entry.id] !== undefined ||
      Object.keys(entry.expect).some((key) => key !== "behaviour" && key !== "max_ms"),
  );
  expect(checked.map((entry) => entry.id)).toEqual(due.map((entry) => entry.id));
  // Each entry with a `behaviour` sentence needs its own check.
  const sentences = due.filter((entry) => entry.expect.behaviour !== undefined).map((entry) => entry.id);
  expect(sentences.filter((id) => special[id] === undefined)).toEqual([]);
  expect(due).toHaveLength(25);
});
