import { expect, test } from "vitest";
import {
  areParts,
  countFilesPerFolder,
  findCircles,
  findTwoWayFolders,
  measureScreens,
  measureStructure,
} from "./structure.ts";

const graphOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(imports));

test("files that reach each other are a circle, the largest first; a file that only imports one is not part of it", () => {
  const graph = graphOf({
    "a/entry.ts": ["a/one.ts", "b/left.ts"],
    "a/one.ts": ["a/two.ts"],
    "a/two.ts": ["a/three.ts", "a/leaf.ts"],
    "a/three.ts": ["a/one.ts"],
    "a/leaf.ts": [],
    "b/left.ts": ["b/right.ts"],
    "b/right.ts": ["b/left.ts"],
  });
  expect(findCircles(graph)).toEqual([
    ["a/one.ts", "a/three.ts", "a/two.ts"],
    ["b/left.ts", "b/right.ts"],
  ]);
});

test("a file that imports itself is a circle", () => {
  expect(findCircles(graphOf({ "a.ts": ["a.ts", "b.ts"], "b.ts": [] }))).toEqual([["a.ts"]]);
});

test("two circles that share a file are one circle", () => {
  const graph = graphOf({ "a.ts": ["b.ts", "c.ts"], "b.ts": ["a.ts"], "c.ts": ["a.ts"] });
  expect(findCircles(graph)).toEqual([["a.ts", "b.ts", "c.ts"]]);
});

test("a file reached in two ways is no circle", () => {
  const graph = graphOf({
    "a.ts": ["b.ts", "c.ts"],
    "b.ts": ["d.ts"],
    "c.ts": ["d.ts"],
    "d.ts": [],
  });
  expect(findCircles(graph)).toEqual([]);
});

test("folders import each other also through files of their subfolders, and at every depth", () => {
  const graph = graphOf({
    "core/chat/message/text.ts": ["core/bot/scope.ts"],
    "core/bot/scope.ts": ["core/chat/close.ts"],
    "core/chat/close.ts": ["core/chat/message/text.ts"],
  });
  expect(findTwoWayFolders(graph)).toEqual([
    {
      folders: ["core/bot", "core/chat"],
      imports: [
        ["core/bot/scope.ts -> core/chat/close.ts"],
        ["core/chat/message/text.ts -> core/bot/scope.ts"],
      ],
    },
  ]);
});

test.each([
  [["server/core", "server/store"], true],
  [["server/edges/bot", "server/edges/channel"], true],
  [["server/api", "server/edges"], true],
  [["server/core/bot", "server/core/chat"], false],
  [["protocol", "server"], false],
] as const)("%j are parts of a package or edges: %j", (folders, expected) => {
  expect(areParts({ folders, imports: [[], []] })).toBe(expected);
});

test("a folder and its own subfolder are not two folders, and one direction is not two", () => {
  const graph = graphOf({
    "core/chat/index.ts": ["core/chat/message/text.ts"],
    "core/chat/message/text.ts": ["core/chat/types.ts", "core/bot/scope.ts"],
    "core/chat/types.ts": [],
    "core/bot/scope.ts": [],
  });
  expect(findTwoWayFolders(graph)).toEqual([]);
});

test("files are counted in their own folder, not in the folders above it", () => {
  expect(countFilesPerFolder(["a/one.ts", "a/b/one.ts", "a/b/two.ts"])).toEqual([
    ["a/b", 2],
    ["a", 1],
  ]);
});

test("the figures name what they count", () => {
  const large = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`large/${i}.ts`, []]));
  const figures = measureStructure(
    graphOf({ "a/one.ts": ["b/one.ts"], "b/one.ts": ["a/one.ts"], ...large }),
  );
  expect(figures).toEqual([
    { name: "circles", value: 1, offenders: ["a/one.ts, b/one.ts"] },
    { name: "filesInCircles", value: 2, offenders: ["a/one.ts, b/one.ts"] },
    { name: "twoWayFolders", value: 1, offenders: ["a and b: a/one.ts -> b/one.ts"] },
    { name: "foldersOver15Files", value: 1, offenders: ["large has 16 files"] },
    { name: "filesOfLargestFolder", value: 16, offenders: ["large has 16 files"] },
  ]);
});

test("a screen that imports another counts once for each pair; shared parts and its own files do not count", () => {
  const graph = graphOf({
    "operator/screens/calls/List.tsx": [
      "operator/screens/inbox/format.ts",
      "operator/screens/inbox/panel/Contacts.tsx",
      "operator/screens/calls/text.ts",
      "operator/ui/Field.tsx",
    ],
    "operator/screens/inbox/Panel.tsx": ["operator/screens/calls/use-calls.ts"],
    "operator/app/routes.ts": ["operator/screens/calls/List.tsx"],
  });
  expect(measureScreens(graph)).toEqual({
    name: "screenImportsScreen",
    value: 2,
    offenders: [
      "inbox imports calls: operator/screens/inbox/Panel.tsx -> operator/screens/calls/use-calls.ts",
      "calls imports inbox: operator/screens/calls/List.tsx -> operator/screens/inbox/format.ts, operator/screens/calls/List.tsx -> operator/screens/inbox/panel/Contacts.tsx",
    ],
  });
});
