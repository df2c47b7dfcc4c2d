import { fileURLToPath } from "node:url";
import { computeDiskImage, createSeededRandom } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noFindings } from "./crash-fixture.ts";
import {
  dataPath,
  findLostBackupFiles,
  recordRun,
  startAfterPowerLoss,
  findUnrecordedPaths,
  type PowerLoss,
  type PowerLossResult,
  type Recording,
} from "./power-loss-fixture.ts";

/**
 * Number of disk images after a power loss, built from the system calls of one run (reliability.md
 * 4.2). Requires Linux with a C compiler.
 */
const imageCount = 20;
/** The disk loses all unsynced writes. */
const loseUnsynced = (): number => 0;
const secretKey = Buffer.alloc(32, 7).toString("base64");
const crashMain = fileURLToPath(new URL("../../testkit/src/crashing-server.ts", import.meta.url));

describe.runIf(process.platform === "linux")("a lost power", () => {
  let recording: Recording;
  /**
   * Positions between the first and the last acknowledgement. They are distributed evenly over the
   * system calls, so most are in a checkpoint.
   */
  let moments: readonly number[];
  beforeAll(async () => {
    recording = await recordRun({ messages: 1_800, checkpointEvery: 120 });
    const random = createSeededRandom(20_261_121);
    const [first = 0, last = 0] = [
      recording.acknowledgements[20]?.at,
      recording.acknowledgements.at(-1)?.at,
    ];
    moments = Array.from({ length: imageCount }, () =>
      Math.floor(first + random() * (last - first)),
    );
  }, 240_000);
  afterAll(() => recording.close());

  test("[P2] the recorder saw every change: by its calls the disk holds what it was left with", () => {
    expect(findUnrecordedPaths(recording)).toEqual([]);
  });

  test(`[P2] [P3] [F03] the power is lost at ${imageCount} moments: nothing acknowledged is lost, all is stored once, in order, without gaps, no table or index is damaged`, async () => {
    const outcomes: PowerLossResult[] = [];
    for (const [n, at] of moments.entries()) {
      const outcome = await startAfterPowerLoss(recording, {
        at,
        random: createSeededRandom(n),
        checksOperation: true,
      });
      expect([outcome.findings, outcome.lostFiles], `image ${n} at ${at}`).toEqual([
        noFindings,
        [],
      ]);
      outcomes.push(outcome);
    }
    // The test is only valid if unsynced writes are missing in the images.
    const countMissing = (part: string): number =>
      countUnsynced(outcomes, part, "lost") + countUnsynced(outcomes, part, "torn");
    expect(countMissing("/pg_wal/")).toBeGreaterThan(0);
    expect(countMissing("/base/")).toBeGreaterThan(0);
    printReport("power lost", outcomes);
  }, 900_000);

  test("[P2] [F03] what was ready, or acknowledged last, is there when the disk has nothing that was not synced", async () => {
    for (const at of [recording.readyAt, recording.acknowledgements.at(-1)?.at ?? 0]) {
      const { findings, lostFiles, image } = await startAfterPowerLoss(recording, {
        at,
        random: loseUnsynced,
        checksOperation: true,
      });
      expect([findings, lostFiles]).toEqual([noFindings, []]);
      expect([...image.files.keys()]).toContain(`${dataPath}/secret.key`);
    }
  }, 300_000);

  test("[P2] [CLI-001] a backup that has ended is whole on the disk", () => {
    expect(findLostBackupFiles(recording)).toEqual([]);
  });

  test("[P2] [CORE-130] the power is lost during the first start: the next one is a first start, or goes on", async () => {
    const random = createSeededRandom(7);
    const { clusterCreatedAt, readyAt } = recording;
    // Most system calls create the cluster. The others create a key, the schema and the provisioned
    // objects.
    const cutPositions = Array.from({ length: 6 }, (_, n) =>
      Math.floor(
        n % 3 === 0
          ? random() * clusterCreatedAt
          : clusterCreatedAt + random() * (readyAt - clusterCreatedAt),
      ),
    );
    for (const [n, at] of cutPositions.entries()) {
      const { findings } = await startAfterPowerLoss(recording, {
        at,
        random: createSeededRandom(n),
        checksOperation: true,
      });
      expect(findings, `at ${at} of ${readyAt}`).toEqual(noFindings);
    }
  }, 300_000);

  test("[P2] the checker sees it: of a disk that lies about its syncs acknowledged messages are missing, or it does not start", async () => {
    const outcomes: PowerLossResult[] = [];
    let failedStarts = 0;
    for (const [n, at] of moments.entries()) {
      const before = recording.acknowledgements.filter((one) => one.at <= at);
      const powerLoss: PowerLoss = {
        at,
        random: createSeededRandom(n),
        ignoreSyncsFrom: before.at(-40)?.at ?? recording.readyAt,
        checksOperation: false,
      };
      const outcome = await startAfterPowerLoss(recording, powerLoss).catch(() => null);
      if (outcome === null) failedStarts += 1;
      else outcomes.push(outcome);
    }
    expect(
      outcomes.reduce(
        (sum, { findings, lostFiles }) => sum + findings.lost.length + lostFiles.length,
        0,
      ),
    ).toBeGreaterThan(0);
    printReport(
      `a disk that lies (${failedStarts} more did not start, or did not answer)`,
      outcomes,
    );
  }, 900_000);

  describe("a build that answers before the commit", () => {
    let earlyRecording: Recording;
    beforeAll(async () => {
      earlyRecording = await recordRun({
        messages: 200,
        checkpointEvery: 100,
        build: { entry: crashMain, env: { ANSWER_EARLY: "1" } },
        env: { SECRET_KEY: secretKey },
      });
    }, 240_000);
    afterAll(() => earlyRecording.close());

    test("[P2] [CORE-042] the checker sees it: what it answered is missing", async () => {
      const texts = earlyRecording.acknowledgements.filter((one) => "text" in one);
      const lost: string[] = [];
      for (let n = 1; n <= 5 && lost.length === 0; n++) {
        const at = texts[n * 30]?.at ?? 0;
        const { findings } = await startAfterPowerLoss(earlyRecording, {
          at,
          random: loseUnsynced,
          checksOperation: false,
        });
        // In this build, responses to operator replies contain no id.
        lost.push(...findings.lost.filter((text) => !text.startsWith("reply ")));
      }
      expect(lost.length).toBeGreaterThan(0);
    }, 300_000);

    test("[P2] [CORE-130] where no key had to be made, the name of a new database is on the disk too when it is ready", () => {
      expect([
        ...computeDiskImage(earlyRecording.history, {
          at: earlyRecording.readyAt,
          random: loseUnsynced,
        }).files.keys(),
      ]).toContain(`${dataPath}/pg/PG_VERSION`);
    });
  });
});

function countUnsynced(
  outcomes: readonly PowerLossResult[],
  part: string,
  fate: "kept" | "lost" | "torn",
): number {
  const countIn = ({ image }: PowerLossResult): number =>
    [...image.unsynced].reduce(
      (sum, [path, fates]) => sum + (path.includes(part) ? fates[fate] : 0),
      0,
    );
  return outcomes.reduce((sum, outcome) => sum + countIn(outcome), 0);
}
function printReport(title: string, outcomes: readonly PowerLossResult[]): void {
  const sum = (getValue: (outcome: PowerLossResult) => number): number =>
    outcomes.reduce((total, outcome) => total + getValue(outcome), 0);
  const bytes = sum(({ image }) =>
    [...image.files.values()].reduce((total, file) => total + file.length, 0),
  );
  const fates = (["kept", "lost", "torn"] as const)
    .map((fate) => `${countUnsynced(outcomes, "/", fate)} ${fate}`)
    .join(", ");
  console.log(
    `${title}: ${outcomes.length} images, ${Math.round(bytes / 2 ** 20)} MiB, unsynced writes ${fates}, ${sum((one) => one.image.namesLost)} names lost; ` +
      `${sum((one) => one.acknowledged)} acknowledgements, ${sum((one) => one.findings.lost.length)} lost, files lost ${sum((one) => one.lostFiles.length)}`,
  );
}
