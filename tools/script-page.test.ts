import { expect, it } from "vitest";
import { conditionTypes, parseRules } from "../packages/protocol/src/rules/index.ts";
import {
  callbackNames,
  eventNames,
  testedFunctions,
} from "../packages/widget/src/pages/test-functions.ts";
import { listFiles, read } from "./source.ts";

const page = read("docs/integrate/script.md");
const code = listFiles("packages/widget/src/host", [".ts"])
  .filter((file) => !file.endsWith(".test.ts"))
  .map(read)
  .join("\n");

it("[WG-010] [WG-014] [WG-020] script.md names every function, callback and event of the script API", () => {
  for (const { name } of testedFunctions) expect(page, name).toContain(`| \`${name}(`);
  for (const name of callbackNames) expect(page, name).toContain(`\`widget_on${name}\``);
  for (const name of eventNames) expect(page, name).toMatch(new RegExp(`\\| [^|]*\`${name}\``));
  const named = [...page.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(
    new Set([...testedFunctions.map(({ name }) => name), "on", "widget_destroy"]),
  );
});

it("[WG-001] [WG-011] script.md names the functions that the code to copy does not have", () => {
  const [, copied = ""] =
    /\*\*WG-001\*\*[\s\S]*?```html([\s\S]*?)```/.exec(read("docs/spec/widget.md")) ?? [];
  const missingFunctions = testedFunctions
    .map(({ name }) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(copied));
  const [, excludedText = ""] = /Not available\.(.*) are not in the code to copy/.exec(page) ?? [];
  expect(new Set(excludedText.match(/\w{4,}/g))).toEqual(new Set(missingFunctions));
  expect(missingFunctions).toHaveLength(10);
});

it("[WG-030] [WG-062] [WG-063] script.md names every reason that a function gives", () => {
  const errorTexts = [
    ...code.matchAll(/(?:\b(?:fail|failed)\(|\breturn |\breason(?: =|:) )"([A-Z][^"]+)"/g),
  ].map(([, reason = ""]) => reason);
  expect(new Set(errorTexts).size).toBeGreaterThan(20);
  for (const reason of new Set(errorTexts)) expect(page, reason).toContain(`\`${reason}\``);
});

it("[WG-050] [WG-052] script.md names every condition, and its rules are ones that setRules takes", () => {
  for (const type of conditionTypes)
    expect(page, type).toMatch(new RegExp(`^\\| [^|]*\`${type}\``, "m"));
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(parseRules(JSON.parse(example))).toHaveLength(1);
});
