import { basename } from "node:path";
import { listFiles, reportFaults, read } from "./source.ts";

/**
 * Words of docs/glossary.md, held by a check. A file name, an exported name or another name at the top level of a file
 * contains none of the vague words below; comments and pages use "they" for a person.
 */
const vague = new Set(
  (
    "told tell telling said says hear heard held hold keep kept forget gone goes owed owe wish trouble standing " +
    "situation seat desk ladder rung place talk thing deed bones again most tried tries look looks around here " +
    "whose who nobody somebody everybody colleague person people scene verb rousing waking ground"
  ).split(" "),
);
/**
 * Allowed names from the wire, from SQL and of the trade that contain such a word, each with its
 * reason.
 */
const allowed: Readonly<Record<string, string>> = {};
const pronoun = /\b(?:he|his|him|himself|she|her|hers|herself)\b/i;

const faults: string[] = [];
const code = ["packages", "tests", "bench", "tools"].flatMap((folder) => listFiles(folder, [".ts", ".tsx"]));
for (const file of code) {
  checkName(file, basename(file).replace(/\..*$/, ""), "file name");
  const text = read(file);
  for (const name of topLevelNames(text)) checkName(file, name, "name");
  for (const { line, comment } of commentsOf(text)) {
    const found = pronoun.exec(comment);
    if (found) faults.push(`${file}:${line}: "${found[0]}" in a comment; a person is "they"`);
  }
}
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...listFiles("docs", [".md"])]
  // The text that started the project stays as it was.
  .filter((file) => file !== "docs/spec/source-text.md");
for (const file of pages) {
  read(file)
    .split("\n")
    .forEach((text, index) => {
      const found = pronoun.exec(text.replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, ""));
      if (found) faults.push(`${file}:${index + 1}: "${found[0]}"; a person is "they"`);
    });
}
reportFaults("words", faults, `${code.length} files and ${pages.length} pages`);

function checkName(file: string, name: string, kind: string): void {
  if (name in allowed) return;
  const found = splitName(name).find((word) => vague.has(word));
  if (found !== undefined) faults.push(`${file}: ${kind} ${name} contains "${found}"; docs/glossary.md has the words`);
}

/** Splits `maxRetries` and `max-retries` into `max` and `retries`. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}

/** Returns the names that a file declares without indentation; the formatter indents all others. */
function topLevelNames(text: string): string[] {
  const declaration =
    /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class|abstract class|type|interface|enum) ([A-Za-z_$][\w$]*)/gm;
  return [...text.matchAll(declaration)].map(([, name = ""]) => name);
}

/** Returns the comments of a source file that start their line. */
function commentsOf(text: string): { readonly line: number; readonly comment: string }[] {
  const found: { line: number; comment: string }[] = [];
  for (const match of text.matchAll(/^[ \t]*(?:\/\*\*?|\*|\/\/|\{\/\*) ?(.*)$/gm)) {
    found.push({ line: text.slice(0, match.index).split("\n").length, comment: match[1] ?? "" });
  }
  return found;
}
