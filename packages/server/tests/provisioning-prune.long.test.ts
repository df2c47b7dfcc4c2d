import { createHash } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@parlour/testkit";
import { parse, stringify } from "yaml";
import { afterAll, beforeAll, expect, it } from "vitest";
import { StartError } from "../src/embedded/start-error.ts";
import { applyProvisioningFile, ManualClock, parseProvisioningFile } from "../src/index.ts";
import { fullFile, fullFileEnvironment } from "./provisioning-full-file.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the lines of the plan, or the error of the file. */
async function apply(
  file: string,
  { prune = false, dryRun = false } = {},
): Promise<readonly string[] | string> {
  try {
    const { differences } = await applyProvisioningFile(
      parseProvisioningFile("parlour.yaml", file, fullFileEnvironment),
      {
        url: database.url,
        secretKey: createHash("sha256").update("prune").digest(),
        clock: new ManualClock(),
        dryRun,
        prune,
        egressAllow: [],
        reservedHosts: [],
      },
    );
    return differences.map(({ sign, subject, detail }) => `${sign} ${subject}: ${detail}`);
  } catch (error) {
    if (error instanceof StartError && error.exitCode === 78) return error.message;
    throw error;
  }
}

it("[CFG-157] [CFG-021] what --prune accepts changes nothing a second time, for each entry and part that a file can lose", async () => {
  const full = parse(fullFile) as Record<string, unknown>;
  const files = Object.entries(full).flatMap(([part, value]): [string, object][] => {
    if (part === "version" || part === "account") return [];
    const { [part]: _, ...rest } = full;
    const entries = Array.isArray(value) ? value : [];
    return [
      [part, rest],
      ...entries.map((_entry, n): [string, object] => [
        `${part}[${n}]`,
        { ...full, [part]: entries.filter((_other, index) => index !== n) },
      ]),
    ];
  });
  await apply(fullFile);
  const outcomes: Record<"accepted" | "refused", number> = { accepted: 0, refused: 0 };
  for (const [name, config] of files) {
    const file = stringify(config);
    const dry = await apply(file, { prune: true, dryRun: true });
    expect(await apply(fullFile), `${name}: the dry run changed something`).toEqual([]);
    const result = await apply(file, { prune: true });
    expect(result, name).toEqual(dry);
    if (typeof result === "string") {
      outcomes.refused += 1;
      expect(await apply(fullFile), `${name}: the refusal changed something`).toEqual([]);
      continue;
    }
    outcomes.accepted += 1;
    expect(await apply(file), name).toEqual([]);
    expect(await apply(file, { prune: true }), name).toEqual([]);
    expect(typeof (await apply(fullFile)), name).toBe("object");
    expect(await apply(fullFile), name).toEqual([]);
  }
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(5);
}, 600_000);
