import { readImportGraph } from "../imports.ts";
import { measureFile } from "../measure-code.ts";
import { listFiles, read } from "../source.ts";
import { measureScreens, measureStructure } from "../structure.ts";
import { limitsFile, type Figure, type Limits } from "./limits.ts";
import { isProduct, measureProduct } from "./product-figures.ts";

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
    measureSlowTests(),
  ];
}

/** Counts the test files over 10 s. `tools/test-timings.test.ts` checks that they are slow. */
function measureSlowTests(): Figure {
  const offenders = Object.keys(JSON.parse(read("tests/slow-files.json")) as object);
  return { name: "slowTestFiles", value: offenders.length, offenders };
}

export function readLimits(): Limits {
  return JSON.parse(read(limitsFile)) as Limits;
}
