import type { FileMeasures } from "../measure-code.ts";
import { measureDeps } from "../measure-deps.ts";
import type { Pattern } from "./count-patterns.ts";
import type { Figure } from "./limits.ts";

const maxLinesOfFile = 400;
const maxLinesOfFunction = 80;
const maxImportsOfFile = 20;
const maxFieldsOfDeps = 12;
const maxCasesOfSwitch = 8;

/** One place with its size, such as the lines of a file. */
interface Size {
  readonly size: number;
  readonly place: string;
}

/** Computes the figures of product code (`isProduct`) that `tools/structure-limits.json` limits. */
export function measureProduct(files: readonly FileMeasures[]): readonly Figure[] {
  const lines = files
    .filter(({ file }) => !isWordTable(file))
    .map((file) => ({ size: file.lines, place: `${file.file} has ${file.lines} lines` }));
  const functions = files
    .flatMap((file) => file.functions)
    .map((f) => ({ size: f.lines, place: `${f.name} in ${f.file} has ${f.lines} lines` }));
  const imports = files.map((file) => ({
    size: file.imports,
    place: `${file.file} imports ${file.imports} modules`,
  }));
  const deps = measureDeps(files).map(({ file, name, ownFields }) => ({
    size: ownFields,
    place: `${name} in ${file} declares ${ownFields} fields`,
  }));
  const switches = files.flatMap(({ file, cases }) =>
    cases.map((size) => ({ size, place: `${file} has a switch of ${size} cases` })),
  );
  return [
    countOver("filesOver400Lines", lines, maxLinesOfFile),
    largest("linesOfLargestFile", lines),
    countOver("functionsOver80Lines", functions, maxLinesOfFunction),
    largest("linesOfLargestFunction", functions),
    countOver("depsOver12Fields", deps, maxFieldsOfDeps),
    total("castsOfAnswers", files, "castOfAnswer"),
    countOver("filesOver20Imports", imports, maxImportsOfFile),
    largest("importsOfLargestFile", imports),
    countOver("switchesOver8Cases", switches, maxCasesOfSwitch),
    total("conditionalSpreads", files, "conditionalSpread"),
    total("picks", files, "pick"),
    total("aliasBindings", files, "aliasBinding"),
    countWords("vagueNames", files, (file) => file.vagueNames),
    countWords("vagueErrorTexts", files, (file) => file.vagueErrors),
    measureComments(files),
  ];
}

/** Code of the product: no tests, fixtures, testkit or generated files. */
export function isProduct(file: string): boolean {
  return (
    /^packages\/(?!testkit\/)[^/]+\/src\//.test(file) &&
    !/\.(?:test|fixture)\.tsx?$/.test(file) &&
    !file.includes("/src/generated/")
  );
}

/** Texts of a screen in their languages. They may be as long as they must be. */
const isWordTable = (file: string): boolean =>
  /^packages\/operator\/.*(?:\btext|\/search\/fields)\.ts$/.test(file);

function countOver(name: string, sizes: readonly Size[], most: number): Figure {
  const over = sizes.filter(({ size }) => size > most);
  return { name, value: over.length, offenders: listWorst(over) };
}

function largest(name: string, sizes: readonly Size[]): Figure {
  const value = sizes.reduce((max, { size }) => Math.max(max, size), 0);
  return { name, value, offenders: listWorst(sizes.filter(({ size }) => size === value)) };
}

function total(name: string, files: readonly FileMeasures[], pattern: Pattern): Figure {
  const sizes = files
    .map(({ file, patterns }) => ({ size: patterns[pattern], place: file }))
    .filter(({ size }) => size > 0)
    .map(({ size, place }) => ({ size, place: `${place} has ${size}` }));
  return {
    name,
    value: sizes.reduce((sum, { size }) => sum + size, 0),
    offenders: listWorst(sizes),
  };
}

/** Counts words of each file and names them, because a number would not say which ones they are. */
function countWords(
  name: string,
  files: readonly FileMeasures[],
  listWords: (file: FileMeasures) => readonly string[],
): Figure {
  const sizes = files
    .map((file) => ({ words: listWords(file), file: file.file }))
    .filter(({ words }) => words.length > 0)
    .map(({ words, file }) => ({ size: words.length, place: `${file}: ${words.join(", ")}` }));
  return {
    name,
    value: sizes.reduce((sum, { size }) => sum + size, 0),
    offenders: listWorst(sizes),
  };
}

/** The share of lines that contain only a comment, in percent, rounded up to a tenth. */
function measureComments(files: readonly FileMeasures[]): Figure {
  const sum = (count: (file: FileMeasures) => number): number =>
    files.reduce((before, file) => before + count(file), 0);
  const lines = sum((file) => file.lines);
  const comments = sum((file) => file.commentLines);
  return {
    name: "commentPercent",
    value: lines === 0 ? 0 : Math.ceil((1000 * comments) / lines) / 10,
    offenders: listWorst(
      files.map(({ file, commentLines }) => ({
        size: commentLines,
        place: `${file} has ${commentLines} lines of comments`,
      })),
    ),
  };
}

function listWorst(sizes: readonly Size[]): readonly string[] {
  return sizes.toSorted((a, b) => b.size - a.size).map(({ place }) => place);
}
