import {
  eicar,
  startClamd,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
  type TestScanner,
} from "@parlour/testkit";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { fetchFile, listFileNames, encodeForm, toServerUrl, upload } from "./files-fixture.ts";

/** Files are scanned before they are stored (CORE-168). */
let scanner: TestScanner;
let parlour: TestParlour;
let host: FakeIntegrator;
const logLines: { msg: string; [field: string]: unknown }[] = [];
beforeAll(async () => {
  [scanner, host] = await Promise.all([startClamd(), startIntegrator()]);
  parlour = await startTestParlour({
    env: { FILE_SCANNER: scanner.address },
    logTo: (line) => void logLines.push(JSON.parse(line) as (typeof logLines)[number]),
  });
  await parlour.owner.call("POST", "instance/egress-allow", { add: [new URL(host.url).host] });
});
afterEach(async () => {
  scanner.respondWith(null);
  // The scanner responds again, so the next failure is a change and is logged.
  expect((await sendFile("the next one")).status).toBe(201);
  logLines.length = 0;
});
afterAll(async () => {
  await parlour.close();
  await Promise.all([scanner.stop(), host.close()]);
});

const sendFile = (bytes: string | Buffer, name = "note.txt") =>
  upload(parlour.owner.call, { name, bytes });
const findLogLines = (event: string) => logLines.filter(({ msg }) => msg === event);
const readMetric = async (outcome: string): Promise<number> =>
  Number(
    new RegExp(`parlour_file_scans_total\\{outcome="${outcome}"\\} (\\d+)`).exec(
      (await parlour.call("GET", "/metrics")).text,
    )?.[1] ?? 0,
  );
const createPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: "#0b6b5d" } })
    .png()
    .toBuffer();
const readHealth = async () =>
  (await parlour.owner.call("GET", "instance/health")).body.checks.find(
    (one: { check: string }) => one.check === "scanner",
  );

describe("a file", () => {
  it("[CORE-168] in which nothing is found is stored; the scanner got all of it", async () => {
    const created = await sendFile("hello");
    expect(created.status, created.text).toBe(201);
    expect(scanner.files.at(-1)?.toString()).toBe("hello");
    expect((await fetchFile(toServerUrl(parlour, created.body.url))).bytes.toString()).toBe(
      "hello",
    );
  });

  it("[CORE-168] [CORE-228] in which something is found is refused with its name, and nothing of it is kept", async () => {
    const before = await listFileNames(parlour.dataDir);
    const [found, cleaned] = [await readMetric("found"), await readMetric("clean")];
    const refused = await sendFile(`x${eicar}`);
    expect(refused.status).toBe(415);
    expect(refused.body.error).toMatchObject({
      code: "unsupported_media_type",
      message: "The virus scanner found Win.Test.EICAR_HDB-1 in this file, so it was not stored.",
      field: "file",
    });
    const photo = encodeForm({
      name: "me.png",
      bytes: Buffer.concat([await createPicture(), Buffer.from(eicar)]),
    });
    expect(
      (await parlour.owner.call("PUT", "me/photo", photo.bytes, { "content-type": photo.type }))
        .status,
    ).toBe(415);
    expect(await listFileNames(parlour.dataDir)).toEqual(before);
    expect(findLogLines("scanner.found")).toEqual([
      expect.objectContaining({
        virus: "Win.Test.EICAR_HDB-1",
        account: 1,
        author: "operator",
        author_id: parlour.owner.id,
      }),
      expect.objectContaining({ virus: "Win.Test.EICAR_HDB-1" }),
    ]);
    const clean = encodeForm({ name: "me.png", bytes: await createPicture() });
    expect(
      (await parlour.owner.call("PUT", "me/photo", clean.bytes, { "content-type": clean.type }))
        .status,
    ).toBe(200);
    expect([(await readMetric("found")) - found, (await readMetric("clean")) - cleaned]).toEqual([
      2, 1,
    ]);
  });

  it("[CORE-168] [CORE-063] of an integrator's address is shown only if nothing is found in it", async () => {
    const look = async (body: Buffer): Promise<number> => {
      host.respondWith({ status: 200, headers: { "content-type": "image/png" }, body });
      const url = encodeURIComponent(`${host.url}/${body.length}.png`);
      return (
        await fetchFile(`${parlour.url}/api/v1/media?url=${url}`, {
          authorization: `Bearer ${parlour.owner.key}`,
        })
      ).status;
    };
    expect(await look(await createPicture())).toBe(200);
    expect(await look(Buffer.concat([await createPicture(), Buffer.from(eicar)]))).toBe(404);
  });
});

describe("a scanner", () => {
  it("[CORE-168] [API-075] [CORE-226] [CORE-228] that is away: no file is stored, which is said once, until it is back", async () => {
    expect(await readHealth()).toMatchObject({
      state: "good",
      code: "scanner_good",
      message: `${scanner.address} is reachable`,
    });
    await scanner.stop();
    const before = await listFileNames(parlour.dataDir);
    const answers = [await sendFile("one"), await sendFile("two")];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [503, "temporarily_unavailable"],
      [503, "temporarily_unavailable"],
    ]);
    expect(answers[0]?.headers.get("retry-after")).toBe("10");
    expect(await listFileNames(parlour.dataDir)).toEqual(before);
    expect(await readHealth()).toMatchObject({
      state: "fault",
      code: "scanner_unreachable",
      values: { at: scanner.address },
    });
    await scanner.start();
    expect((await sendFile("three")).status).toBe(201);
    expect([findLogLines("scanner.away").length, findLogLines("scanner.back").length]).toEqual([
      1, 1,
    ]);
    expect(findLogLines("scanner.away")[0]).toMatchObject({
      level: "warn",
      scanner: scanner.address,
      reason: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("[CORE-168] [CORE-226] that says nothing for 60 s, or that fails: no file is stored", async () => {
    scanner.respondWith({ raw: "INSTREAM size limit exceeded. ERROR\0" });
    expect((await sendFile("too large for it")).status).toBe(503);
    scanner.respondWith("silent");
    const count = scanner.files.length;
    const answer = sendFile("slow");
    await scanner.waitForFiles(count + 1);
    await parlour.clock.advance(60_000);
    expect((await answer).status).toBe(503);
    expect(findLogLines("scanner.away").at(-1)).toMatchObject({
      reason: "the scanner answered: INSTREAM size limit exceeded. ERROR",
    });
  });

  it("[CORE-168] [CORE-227] gets eight files at once; 16 wait, more are refused at once", async () => {
    scanner.respondWith("silent");
    const count = scanner.files.length;
    // One author may have twelve uploads in progress (API-071).
    const people = await Promise.all(
      ["Ann", "Ben", "Cem"].map((name) => parlour.operator("operator", name)),
    );
    const answers = Array.from({ length: 26 }, (_, n) =>
      upload(people[n % 3]?.call ?? parlour.call, { name: "a.txt", bytes: `file ${n}` }),
    );
    const early = await Promise.race(answers);
    expect(early.status).toBe(503);
    await scanner.waitForFiles(count + 8);
    expect(scanner.files.length).toBe(count + 8);
    scanner.respondWith(null);
    await parlour.clock.advance(60_000);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(16);
    expect(statuses.filter((status) => status === 503)).toHaveLength(10);
  });
});
