import { expect, it } from "vitest";
import page from "../../../../../docs/operate/reports.md?raw";
import { definitions, figureLines } from "./definition-text.ts";

it("[API-074] what a number means is said in docs/operate in the words of the screen", () => {
  const cells = [...page.matchAll(/^\|[^|]+\| ([^|]+) \|$/gm)].map((match) => match[1]).slice(1);
  expect(new Set(cells)).toEqual(new Set(Object.values(definitions)));
});

it("[CORE-192] the line under a figure fits into one line of its tile", () => {
  for (const line of Object.values(figureLines.en))
    expect(line.length, line).toBeLessThanOrEqual(24);
  for (const line of Object.values(figureLines.ru))
    expect(line.length, line).toBeLessThanOrEqual(30);
});
