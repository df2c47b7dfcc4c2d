import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eicar, startClamd, startIcap, type TestScanner } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock, createSystemClock } from "../src/clock.ts";
import { openSocket } from "../src/egress/socket.ts";
import { parseScannerAddress } from "../src/files/scan/address.ts";
import { createScannerClient } from "../src/files/scan/client.ts";
import type { ScannedFile, ScannerClient, ScanResult } from "../src/files/scan/scan-result.ts";

/** The wire protocol to a file scanner (CFG-050). */
let folder: string;
let fileCount = 0;
const scanners: TestScanner[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parlour-scan-"));
});
afterAll(async () => {
  await Promise.all(scanners.map((one) => one.stop()));
  await rm(folder, { recursive: true });
});

async function createFile(bytes: Buffer | string): Promise<ScannedFile> {
  const path = join(folder, `file-${++fileCount}`);
  await writeFile(path, bytes);
  return {
    path,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("base64url"),
  };
}
function createClient(
  { address }: Pick<TestScanner, "address">,
  clock: ManualClock | ReturnType<typeof createSystemClock> = createSystemClock(),
): ScannerClient {
  const parsed = parseScannerAddress(address);
  if (parsed === undefined) throw new Error(`${address} is no address`);
  return createScannerClient(parsed, {
    clock,
    connect: (to, signal) => openSocket({}, to, signal),
  });
}
const neverAborted = new AbortController().signal;
const closeAtEnd = async (starting: Promise<TestScanner>): Promise<TestScanner> => {
  const one = await starting;
  scanners.push(one);
  return one;
};
const scanBytes = async (client: ScannerClient, bytes: Buffer | string): Promise<ScanResult> =>
  client.scan(await createFile(bytes), neverAborted);

const scannerKinds = {
  "clamd over TCP": () => startClamd(),
  "clamd over a Unix socket": () => startClamd({ path: join(folder, `clamd-${++fileCount}.ctl`) }),
  "ICAP RESPMOD": () => startIcap(),
  "ICAP REQMOD": () => startIcap({ methods: "REQMOD" }),
};
for (const [name, start] of Object.entries(scannerKinds))
  describe(name, () => {
    it("[CFG-050] the whole file arrives, and the verdict comes back", async () => {
      const scanner = await closeAtEnd(start());
      const client = createClient(scanner);
      expect(client.address).toBe(scanner.address);
      const large = randomBytes(1_000_001);
      expect(await scanBytes(client, large)).toEqual({ threat: null });
      expect(scanner.files[0]?.equals(large)).toBe(true);
      expect(
        (await scanBytes(client, Buffer.concat([randomBytes(70_000), Buffer.from(eicar)]))).threat,
      ).toMatch(/eicar/i);
      await client.ping(neverAborted);
    });

    it("[CFG-050] [CORE-168] [CORE-226] what is no verdict is a fault", async () => {
      const scanner = await closeAtEnd(start());
      const client = createClient(scanner);
      for (const raw of [
        "",
        "stream: INSTREAM size limit exceeded. ERROR\0",
        "ICAP/1.0 500 Server error\r\n\r\n",
        "x".repeat(100_000),
      ]) {
        scanner.respondWith({ raw });
        await expect(scanBytes(client, "hello")).rejects.toThrow(/answer|service|head/);
      }
      scanner.respondWith("hang up");
      await expect(scanBytes(client, "hello")).rejects.toThrow(/the connection|without an answer/);
      await scanner.stop();
      await expect(scanBytes(client, "hello")).rejects.toThrow();
      await expect(client.ping(neverAborted)).rejects.toThrow();
      await scanner.start();
      scanner.respondWith(null);
      expect(await scanBytes(client, "hello")).toEqual({ threat: null });
    });

    it("[CORE-168] [CORE-226] a scanner that says nothing is given up after 60 s", async () => {
      const scanner = await closeAtEnd(start());
      const clock = new ManualClock();
      scanner.respondWith(null);
      const client = createClient(scanner, clock);
      await scanBytes(client, "first");
      scanner.respondWith("silent");
      const lateScan = expect(scanBytes(client, "second")).rejects.toThrow("no answer within 60 s");
      await scanner.waitForFiles(2);
      await clock.advance(60_000);
      await lateScan;
    });
  });

describe("ICAP", () => {
  const chunked = (body: string): string =>
    `${body.length.toString(16)}; ext=1\r\n${body}\r\n0\r\n\r\n`;
  const web = (status: string): string => `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\n\r\n`;
  const same = (body: string, status = "200 OK", more = ""): string =>
    `ICAP/1.0 200 OK\r\n${more}Encapsulated: res-hdr=0, res-body=${web(status).length}\r\n\r\n${web(status)}${chunked(body)}`;

  it("[CFG-050] 200 with the file as it was is clean; any change, another page or a header that names something is not", async () => {
    const scanner = await closeAtEnd(startIcap());
    const client = createClient(scanner);
    const scanRawReply = async (raw: string): Promise<string | null> => {
      scanner.respondWith({ raw });
      return (await scanBytes(client, "hello")).threat;
    };
    expect(await scanRawReply(same("hello"))).toBeNull();
    expect(await scanRawReply(`ICAP/1.0 100 Continue\r\n\r\n${same("hello")}`)).toBeNull();
    expect(
      await scanRawReply("ICAP/1.0 204 No Content\r\nX-Violations-Found: 0\r\n\r\n"),
    ).toBeNull();
    expect(await scanRawReply(same("hellO"))).toBe("");
    expect(await scanRawReply(same("hello, and more"))).toBe("");
    expect(await scanRawReply(same("hell"))).toBe("");
    expect(await scanRawReply(same("hello", "403 Forbidden"))).toBe("");
    expect(
      await scanRawReply(
        "ICAP/1.0 200 OK\r\nEncapsulated: res-hdr=0, null-body=19\r\n\r\nHTTP/1.1 403 No\r\n\r\n",
      ),
    ).toBe("");
    expect(await scanRawReply(same("hello", "200 OK", "X-Virus-ID: Test.Virus\r\n"))).toBe(
      "Test.Virus",
    );
    expect(
      await scanRawReply(
        "ICAP/1.0 204 No Content\r\nX-Violations-Found: 1\r\n\tfile\r\n\tTest.Virus\r\n\r\n",
      ),
    ).toBe("");
    await expect(scanRawReply(same("hello").replace("5; ext", "zz"))).rejects.toThrow(
      "not chunked",
    );
    await expect(scanRawReply(same("hello").slice(0, -10))).rejects.toThrow("cut short");
  });

  it("[CFG-050] both methods: RESPMOD; neither: a fault", async () => {
    const both = await closeAtEnd(startIcap({ methods: "REQMOD, RESPMOD" }));
    expect(await scanBytes(createClient(both), "hello")).toEqual({ threat: null });
    const neither = await closeAtEnd(startIcap({ methods: "LOG" }));
    await expect(scanBytes(createClient(neither), "hello")).rejects.toThrow("neither");
  });
});

describe("addresses", () => {
  it("[CFG-050] hosts, ports and paths are read; everything else is none", () => {
    const to = (text: string) => parseScannerAddress(text)?.to;
    expect(to("clamd://127.0.0.1")).toEqual({ host: "127.0.0.1", port: 3310 });
    expect(to("clamd://[::1]:3311")).toEqual({ host: "::1", port: 3311 });
    expect(to("clamd:///run/clam%20av/clamd.ctl")).toEqual({ path: "/run/clam av/clamd.ctl" });
    expect(parseScannerAddress("icap://av.internal/avscan")).toEqual({
      kind: "icap",
      to: { host: "av.internal", port: 1344 },
      url: "icap://av.internal:1344/avscan",
    });
    for (const wrong of [
      "clamd",
      "clamd://",
      "clamd:///",
      "clamd://host:0",
      "clamd://host:70000",
      "clamd://host/path",
      "clamd://user:word@host",
      "clamd://ho st",
      `clamd:///${"x".repeat(200)}`,
      "clamd:///%zz",
      "icap://host",
      "icap://host/",
      "icap://host/a?b",
      "icap:///avscan",
      "icap://ho\r\nst/x",
      "https://host/avscan",
      "host:3310",
    ])
      expect([wrong, parseScannerAddress(wrong)]).toEqual([wrong, undefined]);
  });
});
