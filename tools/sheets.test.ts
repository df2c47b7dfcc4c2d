import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../packages/operator/src/", import.meta.url));

/** A sheet comes with its screen and stays: what it says of a class holds on all screens that are visited later. */
test("[CORE-052] a class alone has rules in the sheets of one screen, or in the shared ones", () => {
  const owners = new Map<string, Set<string>>();
  for (const sheet of globSync("**/*.css", { cwd: source })) {
    // The inbox keeps its larger sheet among the shared ones: the archive reads conversations, too.
    const owner = sheet === "ui/inbox.css" ? "inbox" : (/^screens\/([^/]+)/.exec(sheet)?.[1] ?? "shared");
    const text = readFileSync(`${source}${sheet}`, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    for (const name of (text.match(/[^{};]+(?=\{)/g) ?? []).flatMap((head) => head.split(",").map((one) => one.trim())))
      if (/^\.[\w-]+$/.test(name)) owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  }
  expect(owners.size).toBeGreaterThan(200);
  const twice = [...owners].filter(([, by]) => by.size > 1).map(([name, by]) => `${name}: ${[...by].join(", ")}`);
  // What forced colours need of a bubble stands with the other controls.
  expect(twice).toEqual([".bubble: shared, inbox"]);
});
