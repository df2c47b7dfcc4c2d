import { runProgram } from "./run-program.ts";

/** Packs the npm package in `folder` into the folder `out`. Returns the name of the file. */
export function packFolder(folder: string, out: string): string {
  return runProgram("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", out], {
    cwd: folder,
  }).trim();
}
