import { readImportGraph } from "../imports.ts";
import { measureFile } from "../measure-code.ts";
import { listFiles, read } from "../source.ts";
import { measureScreens, measureStructure } from "../structure.ts";
import { findVagueWord } from "../vocabulary.ts";
import { limitsFile, type Figure, type Limits } from "./limits.ts";
import { isProduct, measureProduct } from "./product-figures.ts";
import { measureSettings } from "./settings-figures.ts";

/** Computes all figures of the checkout except `unusedExports`, which needs knip. */
export function measureRepository(): readonly Figure[] {
  const sources = listFiles("packages", [".ts", ".tsx"]).filter(
    (file) => file.includes("/src/") && !/\.(?:test|fixture)\.tsx?$/.test(file),
  );
  const graph = readImportGraph(sources);
  return [
    ...measureStructure(graph),
    measureScreens(graph),
    ...measureProduct(sources.filter(isProduct).map((file) => measureFile(file, read(file)))),
    ...measureSettings(),
    measureSlowTests(),
    measureClasses(),
  ];
}

/** Counts the names of CSS classes with a vague word, once for each file. */
function measureClasses(): Figure {
  const offenders = listFiles("packages", [".css"])
    .filter((file) => file.includes("/src/"))
    .flatMap((file) =>
      listClasses(read(file))
        .filter((name) => findVagueWord(name) !== undefined)
        .map((name) => `.${name} in ${file}`),
    );
  return { name: "vagueClasses", value: offenders.length, offenders };
}

/** Returns the classes that the rules of a style sheet select. */
function listClasses(css: string): readonly string[] {
  const selectors = [...css.matchAll(/([^{}]*)\{/g)].map(([, selector = ""]) => selector);
  const names = selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name),
  );
  return [...new Set(names)];
}

/** Counts the test files over 10 s. `tools/test-timings.test.ts` checks that they are slow. */
function measureSlowTests(): Figure {
  const offenders = Object.keys(JSON.parse(read("tests/slow-files.json")) as object);
  return { name: "slowTestFiles", value: offenders.length, offenders };
}

export function readLimits(): Limits {
  return JSON.parse(read(limitsFile)) as Limits;
}
