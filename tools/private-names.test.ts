import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { shortNames } from "../packages/widget/src/private-names.ts";

/** Returns the text of all files, without comments. */
const read = (...patterns: readonly string[]): string =>
  patterns
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !/\.(?:test|fixture)\./.test(file))
    .map((file) => readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""))
    .join("\n");
const listWords = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$]+/g));

test("[WG-201] the build shortens only names that stay within the scripts of a page", () => {
  const widget = "packages/widget/src";
  const browser = read("node_modules/@typescript/*/lib/lib.{dom,dom.iterable,es*}.d.ts");
  const scripts = read(`${widget}/{loader,host,rules}/**/*.ts`);
  const documented = read("docs/spec/widget.md", "docs/integrate/{script,widget}.md");
  // Types such as `Pick<Launcher, "focus">` and `Launcher["focus"]` are not part of a script.
  const code = scripts.replace(/\b(?:Pick|Omit|Record)<[^>]*>|\b[A-Z]\w+\["\w+"\]/g, "");
  const foreign = listWords(
    [
      browser,
      read("packages/protocol/src/**/*.ts"),
      read(`${widget}/bridge.ts`, `${widget}/loader/{page-storage,registry,globals}.ts`),
      ...(documented.match(/`[a-z][^`\n]+`/g) ?? []),
      ...(code.match(/"[\w$]+"/g) ?? []),
    ].join("\n"),
  );
  const used = listWords(scripts);
  const names = Object.keys(shortNames);
  expect(foreign).toContain("adoptedStyleSheets");
  expect(names.filter((name) => foreign.has(name))).toEqual([]);
  expect(names.filter((name) => !used.has(name))).toEqual([]);
  const emitted = Object.values(shortNames);
  expect(emitted.filter((name) => foreign.has(name) || used.has(name))).toEqual([]);
});
