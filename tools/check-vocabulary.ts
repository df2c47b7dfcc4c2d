import { basename } from "node:path";
import { listFiles, reportFaults, read } from "./source.ts";
import { findVagueWord } from "./vocabulary.ts";

/**
 * Rejects vague words (docs/glossary.md) in names of files and in names at the top level of a file,
 * and pronouns other than "they" for a person in comments and pages. Vague local names, error texts
 * and classes are counted by the limits of the structure (`tools/limits`).
 */
const pronoun = /\b(?:he|his|him|himself|she|her|hers|herself)\b/i;

const faults: string[] = [];
const code = ["packages", "tests", "bench", "tools"].flatMap((folder) =>
  listFiles(folder, [".ts", ".tsx"]),
);
for (const file of code) {
  checkName(file, basename(file).replace(/\..*$/, ""), "file name");
  const text = read(file);
  for (const name of topLevelNames(text)) checkName(file, name, "name");
  checkPronouns(file, text, commentOf);
}
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...listFiles("docs", [".md"])]
  // The text that started the project stays as it was.
  .filter((file) => file !== "docs/spec/source-text.md");
for (const file of pages) checkPronouns(file, read(file), withoutQuotes);
reportFaults("vocabulary", faults, `${code.length} files and ${pages.length} pages`);

function checkName(file: string, name: string, kind: string): void {
  const found = findVagueWord(name);
  if (found !== undefined)
    faults.push(`${file}: ${kind} ${name} contains "${found}"; docs/glossary.md has the words`);
}

/** Returns the names that a file declares without indentation; the formatter indents all others. */
function topLevelNames(text: string): string[] {
  const declaration =
    /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|abstract class|type|interface|enum) ([A-Za-z_$][\w$]*)/gm;
  return [...text.matchAll(declaration)].map(([, name = ""]) => name);
}

/** Checks of each line what `proseOf` returns. */
function checkPronouns(file: string, text: string, proseOf: (line: string) => string): void {
  text.split("\n").forEach((line, index) => {
    const found = pronoun.exec(proseOf(line));
    if (found) faults.push(`${file}:${index + 1}: "${found[0]}"; a person is "they"`);
  });
}

/** Returns the comment that starts a line of code. "": none. */
function commentOf(line: string): string {
  return /^[ \t]*(?:\/\*\*?|\*|\/\/|\{\/\*) ?(.*)$/.exec(line)?.[1] ?? "";
}

function withoutQuotes(line: string): string {
  return line.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, "");
}
