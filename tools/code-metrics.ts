import { readLoadGraph } from "./imports.ts";
import { listFiles, read } from "./source.ts";
import { findCircles } from "./structure.ts";

/**
 * Prints code metrics: sizes of files and functions, import circles, and timers outside the clock.
 * `npm run x -- node tools/code-metrics.ts`
 */
const sources = listFiles("packages", [".ts", ".tsx"]).filter((f) => f.includes("/src/"));
const product = sources.filter((f) => !/\.test\.tsx?$/.test(f) && !f.includes("/testkit/"));
const sizes = product.map((file) => ({ file, lines: read(file).split("\n").length }));
const perPackage = new Map<string, { files: number; lines: number }>();
for (const { file, lines } of sizes) {
  const name = file.split("/")[1] ?? "";
  const sum = perPackage.get(name) ?? { files: 0, lines: 0 };
  perPackage.set(name, { files: sum.files + 1, lines: sum.lines + lines });
}
console.log("package        files   lines");
for (const [name, sum] of perPackage)
  console.log(
    `${name.padEnd(14)} ${String(sum.files).padStart(5)} ${String(sum.lines).padStart(7)}`,
  );

const sortedSizes = sizes.map((s) => s.lines).sort((a, b) => a - b);
const lineQuantile = (share: number): number =>
  sortedSizes[Math.min(sortedSizes.length - 1, Math.floor(sortedSizes.length * share))] ?? 0;
console.log(
  `\nfile lines: median ${lineQuantile(0.5)}, p90 ${lineQuantile(0.9)}, max ${lineQuantile(1)}; over 250: ${sizes.filter((s) => s.lines > 250).length}, over 400: ${sizes.filter((s) => s.lines > 400).length}`,
);
for (const s of sizes.filter((x) => x.lines > 250).sort((a, b) => b.lines - a.lines))
  console.log(`  ${String(s.lines).padStart(4)} ${s.file}`);

const functions = product.flatMap((file) => listFunctions(file));
const lengths = functions.map((f) => f.lines).sort((a, b) => a - b);
const functionQuantile = (share: number): number =>
  lengths[Math.min(lengths.length - 1, Math.floor(lengths.length * share))] ?? 0;
console.log(
  `\nfunctions: ${lengths.length}, median ${functionQuantile(0.5)} lines, p90 ${functionQuantile(0.9)}, max ${functionQuantile(1)}; over 60: ${lengths.filter((l) => l > 60).length}`,
);
for (const f of functions
  .filter((x) => x.lines > 60)
  .sort((a, b) => b.lines - a.lines)
  .slice(0, 15))
  console.log(`  ${String(f.lines).padStart(4)} ${f.name} in ${f.file}`);

const circles = findCircles(readLoadGraph(product));
console.log(`\nimport circles: ${circles.length}`);
for (const circle of circles) console.log(`  ${circle.join(", ")}`);
const timers = product.filter(
  (f) =>
    f.startsWith("packages/server/") &&
    !f.endsWith("/clock.ts") &&
    /\bset(?:Timeout|Interval)\(/.test(read(f)),
);
console.log(`timers outside the clock (server): ${timers.length}`);
const tests = listFiles("packages", [".test.ts", ".test.tsx"]).concat(
  listFiles("tests", [".test.ts"]),
);
console.log(
  `tests: ${tests.length} files, ${tests.reduce((n, f) => n + read(f).split("\n").length, 0)} lines`,
);

/**
 * Returns top-level functions. A function ends at a line with only a closing brace, as the
 * formatter writes it.
 */
function listFunctions(file: string): { file: string; name: string; lines: number }[] {
  const lines = read(file).split("\n");
  const found: { file: string; name: string; lines: number }[] = [];
  lines.forEach((line, start) => {
    const name = /^(?:export )?(?:async )?function\*? (\w+)/.exec(line)?.[1];
    if (name === undefined) return;
    let end = start;
    while (end < lines.length && lines[end] !== "}") end++;
    found.push({ file, name, lines: end - start + 1 });
  });
  return found;
}
