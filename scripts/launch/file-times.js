import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * A reporter of vitest that writes the seconds of each test file, with its hooks, to the file of
 * `--outputFile.times`.
 */
export default class FileTimes {
  onInit(vitest) {
    this.root = vitest.config.root;
    this.outputFile = vitest.config.outputFile.times;
  }

  onTestRunEnd(modules) {
    const seconds = modules.map((module) => [
      relative(this.root, module.moduleId).replaceAll("\\", "/"),
      Math.round(module.diagnostic().duration / 100) / 10,
    ]);
    writeFileSync(this.outputFile, JSON.stringify(Object.fromEntries(seconds)));
  }
}
