import { expect, it } from "vitest";
import page from "../../../../../docs/operate/reports.md?raw";
import { definitions } from "./definition-text.ts";

it("[API-074] what a number means is said in docs/operate in the words of the screen", () => {
  const cells = [...page.matchAll(/^\|[^|]+\| ([^|]+) \|$/gm)].map((match) => match[1]).slice(1);
  expect(new Set(cells)).toEqual(new Set(Object.values(definitions)));
});
