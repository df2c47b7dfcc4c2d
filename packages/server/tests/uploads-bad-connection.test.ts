import { join } from "node:path";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listFileNames, openRawUpload, upload, type RawUpload } from "./files-fixture.ts";

/** Tests uploads over bad connections (F29): interrupted, silent or slow. */
let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const countFileRows = async (): Promise<number> =>
  Number((await parlour.sql<{ n: string }>("select count(*) as n from file"))[0]?.n);
const listIncomingFiles = (): Promise<readonly string[]> =>
  listFileNames(join(parlour.dataDir, "files", "incoming"));

const startRawUpload = (size: number): Promise<RawUpload> =>
  openRawUpload(parlour, parlour.owner.key, size);

describe("uploads over bad connections", () => {
  it("[API-071] [F29] one that is cut half-way leaves no row and no file", async () => {
    const before = await countFileRows();
    const wire = await startRawUpload(400_000);
    wire.write(wire.form.subarray(0, 200_000));
    await expect.poll(listIncomingFiles).toHaveLength(1);
    wire.cut();
    await expect.poll(listIncomingFiles).toHaveLength(0);
    expect(await countFileRows()).toBe(before);
    expect((await parlour.owner.call("GET", "me")).status).toBe(200);
  });

  it("[API-071] [API-244] a slow one that goes on is taken", async () => {
    const wire = await startRawUpload(300_000);
    for (let at = 0; at < wire.form.length; at += 100_000) {
      wire.write(wire.form.subarray(at, at + 100_000));
      // The last part completes the upload.
      if (at + 100_000 >= wire.form.length) break;
      await expect.poll(async () => (await listIncomingFiles()).length).toBe(1);
      await parlour.clock.advance(25_000);
    }
    expect(await wire.answer).toMatch(/^HTTP\/1\.1 201 /);
  });

  it("[API-071] [API-244] of one operator at most 12 are under way at once; another's passes meanwhile", async () => {
    const bob = await parlour.operator("operator", "Bob");
    const wires = await Promise.all(Array.from({ length: 12 }, () => startRawUpload(200_000)));
    for (const wire of wires) wire.write(wire.form.subarray(0, 100_000));
    await expect.poll(async () => (await listIncomingFiles()).length).toBe(12);
    const rejected = await upload(parlour.owner.call, { name: "a.txt", bytes: "x" });
    expect([
      rejected.status,
      rejected.body.error.code,
      rejected.headers.get("retry-after"),
    ]).toEqual([429, "rate_limited", "1"]);
    expect((await upload(bob.call, { name: "a.txt", bytes: "x" })).status).toBe(201);
    for (const wire of wires) wire.write(wire.form.subarray(100_000));
    for (const wire of wires) expect(await wire.answer).toMatch(/^HTTP\/1\.1 201 /);
    expect((await upload(parlour.owner.call, { name: "a.txt", bytes: "x" })).status).toBe(201);
  });

  it("[API-071] [API-244] one that falls silent is given up after 30 s, and nothing stays", async () => {
    const before = await countFileRows();
    const wire = await startRawUpload(400_000);
    wire.write(wire.form.subarray(0, 200_000));
    await expect.poll(listIncomingFiles).toHaveLength(1);
    // The first check finds new bytes, and the second one finds none.
    await parlour.clock.advance(30_000);
    await parlour.clock.advance(30_000);
    expect(await wire.answer).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
    await expect.poll(listIncomingFiles).toHaveLength(0);
    expect(await countFileRows()).toBe(before);
  });
});
