import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../packages/operator/src/", import.meta.url));

/**
 * A style sheet is loaded with its screen and stays loaded, so its rules also apply to screens
 * visited later.
 */
test("[CORE-052] a class alone has rules in the sheets of one screen, or in the shared ones", () => {
  const owners = new Map<string, Set<string>>();
  for (const sheet of globSync("**/*.css", { cwd: source })) {
    // The larger style sheet of the inbox is shared, because the archive shows conversations too.
    const owner =
      sheet === "ui/inbox.css" ? "inbox" : (/^screens\/([^/]+)/.exec(sheet)?.[1] ?? "shared");
    const text = readFileSync(`${source}${sheet}`, "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
    for (const name of (text.match(/[^{};]+(?=\{)/g) ?? []).flatMap((head) =>
      // A box before or after the content takes a cell of the grid, too.
      head.split(",").map((selector) => selector.trim().replace(/::(before|after)$/, "")),
    ))
      if (/^\.[\w-]+$/.test(name)) owners.set(name, (owners.get(name) ?? new Set()).add(owner));
  }
  expect(owners.size).toBeGreaterThan(200);
  const duplicates = [...owners]
    .filter(([, owningSheets]) => owningSheets.size > 1)
    .map(([name, owningSheets]) => `${name}: ${[...owningSheets].join(", ")}`);
  // Rules of the bubble for forced colours are with the other controls.
  expect(duplicates).toEqual([".bubble: shared, inbox"]);
});

test("[CORE-052] each style sheet is imported", () => {
  const imported = new Set(
    globSync("**/*.{ts,tsx,css}", { cwd: source }).flatMap((file) =>
      [...readFileSync(join(source, file), "utf8").matchAll(/^@?import .*"(\.[^"]*\.css)"/gm)].map(
        ([, path]) => join(dirname(file), path as string),
      ),
    ),
  );
  expect(globSync("**/*.css", { cwd: source }).filter((sheet) => !imported.has(sheet))).toEqual([]);
});

test("[CORE-052] every style sheet is in a layer whose order the page states", () => {
  const page = readFileSync(join(source, "../index.html"), "utf8");
  const [, order = ""] = /@layer ([\w, ]+);/.exec(page) ?? [];
  const layers = order.split(", ");
  expect(layers).toContain("screen");
  const wrong = globSync("**/*.css", { cwd: source }).filter((sheet) =>
    [...readFileSync(`${source}${sheet}`, "utf8").matchAll(/@layer ([\w-]+)/g)].some(
      ([, layer = ""]) => !layers.includes(layer),
    ),
  );
  expect(wrong).toEqual([]);
});
