import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { devices, type Device, type HourInstallation } from "./installation.ts";

/** What operators and the visitor see, as text. */

export const screens = [...devices, "visitor"] as const;
export type Screen = Device | "visitor";

/** A line that only one of two screens shows. */
export interface ScreenDifference {
  readonly screen: Screen;
  readonly lines: readonly string[];
}

/**
 * Texts that depend on the moment or on the port, and their replacements: times and durations, ages
 * of messages, addresses, and random ids of chats and files.
 */
const volatileTexts: readonly (readonly [RegExp, string])[] = [
  // Announcements for screen readers gather what happened within a moment.
  [/^- status: .*$/gm, "- status"],
  // Each node reads the usual reply time every ten minutes (WG-114).
  [/Ready to help|Usually reply in .*$/gm, "reply time"],
  // How a chat was accepted says how long it waited, if that was 5 s or more.
  [/, after [\w ]+ wait$/gm, ""],
  [/\b\d{1,2}:\d{2}(?::\d{2})?\b/g, "0:00"],
  [/\b(?:now|\d+ min|\d+ h)\b/g, "age"],
  [/\b\d+ (?:seconds?|minutes?|s)\b/g, "0 s"],
  [/(?:localhost|127\.0\.0\.1):\d+/g, "host"],
  [/(?<=\/(?:inbox\/\w+|archive)\/)\d+/g, "…"],
  [/\/files\/[^\s"?]+/g, "/files/…"],
];

/** Returns the accessible content of a page and of its chat window, a line for each element. */
async function readScreen(page: Page): Promise<readonly string[]> {
  const window = page.frameLocator("parlour-widget iframe").locator("body");
  const parts = [await page.locator("body").ariaSnapshot()];
  if ((await page.locator("parlour-widget iframe").count()) > 0)
    parts.push(await window.ariaSnapshot());
  return volatileTexts
    .reduce((text, [pattern, by]) => text.replace(pattern, by), parts.join("\n"))
    .split("\n");
}
const readPage = (installation: HourInstallation, screen: Screen): Page =>
  screen === "visitor" ? installation.visitor : installation.pages[screen];

/** Returns what all screens of an installation show, for the report of a step that failed. */
export async function readScreens(installation: HourInstallation): Promise<string> {
  const texts: string[] = [];
  for (const screen of screens)
    texts.push(`${screen}:`, ...(await readScreen(readPage(installation, screen))));
  return texts.join("\n");
}

async function findDifferences(
  [first, second]: readonly [HourInstallation, HourInstallation],
  compared: readonly Screen[],
): Promise<readonly ScreenDifference[]> {
  const differences: ScreenDifference[] = [];
  for (const screen of compared) {
    const [a, b] = await Promise.all([
      readScreen(readPage(first, screen)),
      readScreen(readPage(second, screen)),
    ]);
    if (a.join("\n") === b.join("\n")) continue;
    const onlyIn = (own: readonly string[], other: readonly string[], name: string) =>
      own.filter((line) => !other.includes(line)).map((line) => `${name}: ${line.trim()}`);
    const lines = [...onlyIn(a, b, first.name), ...onlyIn(b, a, second.name)];
    differences.push({ screen, lines: lines.length > 0 ? lines : ["the order of lines"] });
  }
  return differences;
}

/**
 * Compares screens of two installations until they are equal, at most `maxMs`. Returns the
 * differences that remain, and the time in ms until the last comparison.
 */
export async function compareScreens(
  installations: readonly [HourInstallation, HourInstallation],
  compared: readonly Screen[],
  maxMs: number,
): Promise<{ readonly differences: readonly ScreenDifference[]; readonly ms: number }> {
  const startedAt = performance.now();
  let remaining = compared;
  for (;;) {
    const differences = await findDifferences(installations, remaining);
    const ms = performance.now() - startedAt;
    if (differences.length === 0 || ms > maxMs) return { differences, ms };
    remaining = differences.map(({ screen }) => screen);
    await pause(100);
  }
}
