import { fileURLToPath } from "node:url";
import { diskImageAt, createSeededRandom } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nothing } from "./crash-bed.ts";
import { data, lostOfBackup, record, startAfter, unseen, type Cut, type Outcome, type Recording } from "./power-bed.ts";

/**
 * Number of disk images after a power loss, built from the disk calls of one run (reliability.md
 * 4.2). Needs Linux with a C compiler.
 */
const images = 20;
/** The disk has none of the unsynced writes. */
const least = (): number => 0;
const secretKey = Buffer.alloc(32, 7).toString("base64");
const crashMain = fileURLToPath(new URL("../../testkit/src/crashing-server.ts", import.meta.url));

describe.runIf(process.platform === "linux")("a lost power", () => {
  let recording: Recording;
  /**
   * Positions between the first and the last acknowledgements. They are spread evenly over the
   * calls, so most lie in a checkpoint.
   */
  let moments: readonly number[];
  beforeAll(async () => {
    recording = await record({ messages: 1_800, checkpointEvery: 120 });
    const dice = createSeededRandom(20_261_121);
    const [first = 0, last = 0] = [recording.noted[20]?.at, recording.noted.at(-1)?.at];
    moments = Array.from({ length: images }, () => Math.floor(first + dice() * (last - first)));
  }, 240_000);
  afterAll(() => recording.close());

  test("[P2] the recorder saw every change: by its calls the disk holds what it was left with", () => {
    expect(unseen(recording)).toEqual([]);
  });

  test(`[P2] [P3] [F03] the power is lost at ${images} moments: nothing acknowledged is lost, all is stored once, in order, without gaps, no table or index is damaged`, async () => {
    const outcomes: Outcome[] = [];
    for (const [n, at] of moments.entries()) {
      const outcome = await startAfter(recording, { at, random: createSeededRandom(n), isWhole: true });
      expect([outcome.findings, outcome.lostFiles], `image ${n} at ${at}`).toEqual([nothing, []]);
      outcomes.push(outcome);
    }
    // The test proves something only if unsynced writes are missing in the images.
    const missing = (part: string): number => count(outcomes, part, "lost") + count(outcomes, part, "torn");
    expect(missing("/pg_wal/")).toBeGreaterThan(0);
    expect(missing("/base/")).toBeGreaterThan(0);
    report("power lost", outcomes);
  }, 900_000);

  test("[P2] [F03] what was ready, or acknowledged last, is there when the disk has nothing that was not synced", async () => {
    for (const at of [recording.ready, recording.noted.at(-1)?.at ?? 0]) {
      const { findings, lostFiles, image } = await startAfter(recording, { at, random: least, isWhole: true });
      expect([findings, lostFiles]).toEqual([nothing, []]);
      expect([...image.files.keys()]).toContain(`${data}/secret.key`);
    }
  }, 300_000);

  test("[P2] [CLI-001] a backup that has ended is whole on the disk", () => {
    expect(lostOfBackup(recording)).toEqual([]);
  });

  test("[P2] [CORE-130] the power is lost during the first start: the next one is a first start, or goes on", async () => {
    const dice = createSeededRandom(7);
    const { made, ready } = recording;
    // Most calls create the cluster. The rest create a key, the schema and the provisioned
    // objects.
    const cuts = Array.from({ length: 6 }, (_, n) => Math.floor(n % 3 === 0 ? dice() * made : made + dice() * (ready - made)));
    for (const [n, at] of cuts.entries()) {
      const { findings } = await startAfter(recording, { at, random: createSeededRandom(n), isWhole: true });
      expect(findings, `at ${at} of ${ready}`).toEqual(nothing);
    }
  }, 300_000);

  test("[P2] the checker sees it: of a disk that lies about its syncs acknowledged messages are missing, or it does not start", async () => {
    const outcomes: Outcome[] = [];
    let dead = 0;
    for (const [n, at] of moments.entries()) {
      const before = recording.noted.filter((one) => one.at <= at);
      const cut: Cut = { at, random: createSeededRandom(n), liesFrom: before.at(-40)?.at ?? recording.ready, isWhole: false };
      const outcome = await startAfter(recording, cut).catch(() => null);
      if (outcome === null) dead += 1;
      else outcomes.push(outcome);
    }
    expect(outcomes.reduce((sum, { findings, lostFiles }) => sum + findings.lost.length + lostFiles.length, 0)).toBeGreaterThan(0);
    report(`a disk that lies (${dead} more did not start, or did not answer)`, outcomes);
  }, 900_000);

  describe("a build that answers before the commit", () => {
    let early: Recording;
    beforeAll(async () => {
      early = await record({
        messages: 200,
        checkpointEvery: 100,
        build: { entry: crashMain, env: { ANSWER_EARLY: "1" } },
        env: { SECRET_KEY: secretKey },
      });
    }, 240_000);
    afterAll(() => early.close());

    test("[P2] [CORE-042] the checker sees it: what it answered is missing", async () => {
      const texts = early.noted.filter((one) => "text" in one);
      const lost: string[] = [];
      for (let n = 1; n <= 5 && lost.length === 0; n++) {
        const at = texts[n * 30]?.at ?? 0;
        const { findings } = await startAfter(early, { at, random: least, isWhole: false });
        // In this build, responses to replies contain no id.
        lost.push(...findings.lost.filter((text) => !text.startsWith("reply ")));
      }
      expect(lost.length).toBeGreaterThan(0);
    }, 300_000);

    test("[P2] [CORE-130] where no key had to be made, the name of a new database is on the disk too when it is ready", () => {
      expect([...diskImageAt(early.history, { at: early.ready, random: least }).files.keys()]).toContain(`${data}/pg/PG_VERSION`);
    });
  });
});

function count(outcomes: readonly Outcome[], part: string, fate: "kept" | "lost" | "torn"): number {
  const of = ({ image }: Outcome): number =>
    [...image.unsynced].reduce((sum, [path, fates]) => sum + (path.includes(part) ? fates[fate] : 0), 0);
  return outcomes.reduce((sum, outcome) => sum + of(outcome), 0);
}
function report(title: string, outcomes: readonly Outcome[]): void {
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, outcome) => all + of(outcome), 0);
  const bytes = sum(({ image }) => [...image.files.values()].reduce((all, file) => all + file.length, 0));
  const fates = (["kept", "lost", "torn"] as const).map((fate) => `${count(outcomes, "/", fate)} ${fate}`).join(", ");
  console.log(
    `${title}: ${outcomes.length} images, ${Math.round(bytes / 2 ** 20)} MiB, unsynced writes ${fates}, ${sum((one) => one.image.namesLost)} names lost; ` +
      `${sum((one) => one.acknowledged)} acknowledgements, ${sum((one) => one.findings.lost.length)} lost, files lost ${sum((one) => one.lostFiles.length)}`,
  );
}
