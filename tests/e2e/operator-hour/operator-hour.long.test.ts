import { setTimeout as pause } from "node:timers/promises";
import { createSeededRandom } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devices, openHourInstallation, type HourInstallation } from "./installation.ts";
import { findHaproxy } from "../../../tools/cluster/servers.ts";
import { getWindow, offer, sendToOperators } from "./actions.ts";
import { listChatSteps } from "./chat-steps.ts";
import { handOverSteps } from "./hand-over-steps.ts";
import { compareScreens, readScreens, screens } from "./screens.ts";
import type { HourStep } from "./step.ts";

/**
 * Two operators in two browsers work with visitors at two nodes. The same steps run at the same
 * time at one node. After each step, each screen must show the same at both (CORE-132).
 */

/** Duration in minutes. At least one round runs. */
const minutes = Number(process.env["MINUTES"] ?? 3);
/** Pause between two steps, in ms: a person reads and thinks. */
const pauseMs = [2_000, 6_000] as const;
/** Time in which screens must become equal. Both have shown the effect of the step before. */
const equalWithinMs = 15_000;
const controlMs = 3_000;

const random = createSeededRandom(Number(process.env["SEED"] ?? 1));
const differences: string[] = [];
const comparisons: { readonly name: string; readonly ms: number }[] = [];
/** Number of rounds at whose end the two nodes had these sockets of operators and visitors. */
const placements = new Map<string, number>();
let installations: readonly [HourInstallation, HourInstallation];

const isAvailable = (await findHaproxy()) !== null;

// Without HAProxy (scripts/launch/haproxy.js), this test is skipped.
describe.skipIf(!isAvailable)("two nodes and one node", () => {
  beforeAll(async () => {
    installations = [await openHourInstallation(1), await openHourInstallation(2)];
  });
  afterAll(async () => {
    for (const installation of installations) await installation.close();
  });

  test(
    "[CORE-132] [CORE-034] [API-025] [API-045] [API-104] [WG-060] [P19] the work of two operators looks the same at two nodes as at one",
    { timeout: (minutes + 15) * 60_000 },
    async () => {
      for (const installation of installations) {
        for (const device of devices) await installation.signIn(device);
        await installation.spreadSockets("annsPhone");
      }
      const end = performance.now() + minutes * 60_000;
      let rounds = 0;
      do {
        await runRound(++rounds);
        report(rounds);
      } while (performance.now() < end);
      await checkControl();
      expect(differences).toEqual([]);
      for (const { faults } of installations) expect(faults).toEqual([]);
    },
  );
});

async function runRound(round: number): Promise<void> {
  for (const step of [...listChatSteps(round), ...handOverSteps]) {
    await pause(pauseMs[0] + random() * (pauseMs[1] - pauseMs[0]));
    await runStep(step, round);
  }
  const [, twoNodes] = installations;
  const [operators, visitors] = await Promise.all([
    twoNodes.countSockets("operators"),
    twoNodes.countSockets("visitors"),
  ]);
  const placement = `${operators.join("+")} and ${visitors.join("+")}`;
  placements.set(placement, (placements.get(placement) ?? 0) + 1);
}
async function runStep({ name, run, compared = screens }: HourStep, round: number): Promise<void> {
  await Promise.all(
    installations.map((installation) =>
      run(installation, round).catch(async (error: unknown) => {
        const texts = await readScreens(installation);
        throw new Error(`round ${round}, ${installation.name}: ${name}\n${texts}`, {
          cause: error,
        });
      }),
    ),
  );
  const result = await compareScreens(installations, compared, equalWithinMs);
  comparisons.push({ name: `round ${round}, ${name}`, ms: result.ms });
  for (const { screen, lines } of result.differences) {
    differences.push(`round ${round}, ${name}, ${screen}: ${lines.join(" | ")}`);
    console.log(differences.at(-1));
  }
}

/** A chat that only one installation gets must be a difference on each screen. */
async function checkControl(): Promise<void> {
  const [, twoNodes] = installations;
  await getWindow(twoNodes).getByRole("button", { name: "New conversation" }).click();
  await sendToOperators(twoNodes, "Only here");
  for (const page of Object.values(twoNodes.pages)) await offer(page).waitFor();
  const { differences: found } = await compareScreens(installations, screens, controlMs);
  expect(found.map(({ screen }) => screen)).toEqual(screens);
}

function report(rounds: number): void {
  const sorted = comparisons.toSorted((a, b) => a.ms - b.ms);
  const at = (q: number): number =>
    Math.round(sorted[Math.floor(q * (sorted.length - 1))]?.ms ?? 0);
  console.log(
    `operator hour: ${rounds} rounds, ${comparisons.length} steps compared, ${differences.length} differences; ` +
      `equal within p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms (${sorted.at(-1)?.name}); ` +
      `rounds by sockets of operators and visitors: ${JSON.stringify(Object.fromEntries(placements))}`,
  );
}
