import { listFiles, read } from "../source.ts";
import type { Figure } from "./limits.ts";

/**
 * Kinds of settings. docs/decisions/0203 moved the older ones to declarations. Retention and the
 * clients at providers of mailboxes were parts of two others, and the forwarding to the old system
 * was not in the file.
 */
const kindsOfSettings = 39;
const folders = [
  "packages/operator/src/screens/settings",
  "packages/protocol/src/settings",
  "packages/server/src/provisioning",
  "packages/server/src/settings",
  "packages/server/src/store/settings",
];
/** Functions that a kind without a declaration writes for itself. */
const converter = /\b(?:toApi|toFormValues|toRequestBody|mapErrorField|serialize[A-Z]\w*)\b/g;

/** Computes how far the settings are declared as data, and what the other kinds cost. */
export function measureSettings(): readonly Figure[] {
  const declared = listFiles("packages/protocol/src/settings/kinds", [".ts"]).length;
  const files = folders
    .flatMap((folder) => listFiles(folder, [".ts", ".tsx"]))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: read(file) }));
  const lines = files.map(({ text }) => text.split("\n").length - 1);
  const converters = files
    .filter(({ file }) => !/\/kit\/|\/settings\/kind\//.test(file))
    .map(({ file, text }) => ({ file, count: text.match(converter)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  return [
    { name: "kindsWithoutDeclaration", value: kindsOfSettings - declared, offenders: [] },
    { name: "linesOfSettings", value: lines.reduce((sum, n) => sum + n, 0), offenders: [] },
    {
      name: "convertersOfSettings",
      value: converters.reduce((sum, { count }) => sum + count, 0),
      offenders: converters.map(({ file, count }) => `${file} has ${count}`),
    },
  ];
}
