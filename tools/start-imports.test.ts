import { expect, it } from "vitest";
import { parseImports, readLoadGraph, toShortPath } from "./imports.ts";
import { listFiles, read } from "./source.ts";

/** Modules that load a large library. The server imports them when they are used first. */
const lateModules = [
  "protocol/article/markdown",
  "openai",
  "tinyld",
  "yaml",
  "htmlparser2",
  "light-my-request",
];

it("[PERF-12] [MODEL-021] a start loads no parser of articles, files or mails, and no client of models", () => {
  const files = listFiles("packages/server/src", [".ts"]);
  const graph = readLoadGraph(files);
  const loaded = new Set(["server/server.ts"]);
  // A set also iterates over what is added meanwhile.
  for (const file of loaded) for (const target of graph.get(file) ?? []) loaded.add(target);
  expect(loaded.size).toBeGreaterThan(500);
  const loading = files.filter(
    (file) =>
      loaded.has(toShortPath(file)) &&
      parseImports(file, read(file).replaceAll(/\bimport\("[^"]+"\)/g, "")).some(
        ({ target, type }) => !type && lateModules.includes(target),
      ),
  );
  expect(loading).toEqual([]);
});
