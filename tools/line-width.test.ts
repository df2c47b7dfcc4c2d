import { expect, test } from "vitest";
import { read } from "./source.ts";
import { listPages, repositoryFiles } from "./written-pages.ts";

const maxProseWidth = 120;
const maxCommentWidth = 100;

test(`prose of pages is at most ${maxProseWidth} columns wide`, () => {
  // The text that started the project stays as it was.
  const pages = listPages().filter(({ file }) => file !== "docs/spec/source-text.md");
  const faults = pages.flatMap(({ file, text }) =>
    listProse(text)
      .filter(({ line }) => line.length > maxProseWidth && canWrap(line))
      .map(({ number, line }) => `${file}:${number} has ${line.length} columns`),
  );
  expect(pages.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test(`comments of code are at most ${maxCommentWidth} columns wide`, () => {
  const files = repositoryFiles().filter(
    (file) =>
      /\.(?:ts|tsx|js|css|sql)$/.test(file) &&
      !/\/fixtures\/.*\.sql$|^packages\/sdk\/src\/generated\//.test(file),
  );
  const faults = files.flatMap((file) =>
    listCommentLines(file, read(file))
      .filter(({ line }) => line.length > maxCommentWidth && canWrap(line) && !isDirective(line))
      .map(({ number, line }) => `${file}:${number} has ${line.length} columns`),
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(faults).toEqual([]);
});

interface Line {
  readonly number: number;
  readonly line: string;
}

function listLines(text: string): Line[] {
  return text.split("\n").map((line, index) => ({ number: index + 1, line }));
}

/** Returns the lines of a page without code, tables, headings and definitions of links. */
function listProse(text: string): Line[] {
  let isCode = false;
  return listLines(text).filter(({ line }) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return !isCode && !isFence && !/^\s*(?:\||#|<|\[[^\]]+\]: )/.test(line);
  });
}

/** Returns the lines of a file with comments. In TypeScript only those that begin with one. */
function listCommentLines(file: string, text: string): Line[] {
  if (file.endsWith(".sql")) return listLines(text).filter(({ line }) => /(?:^|\s)-- /.test(line));
  const opening = file.endsWith(".css") ? /\/\*/ : /^\s*\{?\/\*/;
  let isBlock = false;
  return listLines(text).filter(({ line }) => {
    const isComment = isBlock || opening.test(line);
    if (isComment)
      isBlock = line.lastIndexOf("/*") > line.lastIndexOf("*/") || !line.includes("*/");
    return isComment || (!file.endsWith(".css") && /^\s*\/\//.test(line));
  });
}

/** Whether a line has a space outside of code spans and links at which it can be wrapped. */
function canWrap(line: string): boolean {
  const words = line
    .trim()
    .replace(/^(?:[-*]|\d+\.|\/\/|\/\*\*?|--) /, "")
    .replaceAll(/`[^`]*`|\]\([^)]*\)/g, "x");
  return words.includes(" ");
}

/** Tools read their directives from one line. */
function isDirective(line: string): boolean {
  return /\boxlint-(?:disable|enable)|@ts-expect-error|v8 ignore/.test(line);
}
