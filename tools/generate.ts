import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./source.ts";

/**
 * Runs all programs that write files from the code: `npm run x -- node tools/generate.ts`. Tests
 * compare these files with the code, and name the one program that a file needs.
 */
const programs = [
  "generate-api-digest",
  "generate-integrator-docs",
  "generate-rights",
  "generate-sdks",
];

for (const program of programs) {
  console.log(program);
  const { status } = spawnSync(process.execPath, [join(root, `tools/${program}.ts`)], {
    cwd: root,
    stdio: "inherit",
  });
  // The others may succeed, and show more of what is wrong.
  if (status !== 0) process.exitCode = 1;
}
