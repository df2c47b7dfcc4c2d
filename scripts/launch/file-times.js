import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * A reporter of vitest that writes to the file of `--outputFile.times`: `files` with the seconds of
 * each test file and its hooks, and `tests` with the names and seconds of the tests that ran, by
 * project and file.
 */
export default class FileTimes {
  onInit(vitest) {
    this.root = vitest.config.root;
    this.outputFile = vitest.config.outputFile.times;
  }

  onTestRunEnd(modules) {
    const files = {};
    const tests = {};
    for (const module of modules) {
      const file = relative(this.root, module.moduleId).replaceAll("\\", "/");
      files[file] = Math.round(module.diagnostic().duration / 100) / 10;
      const ran = [...module.children.allTests()].filter((test) => test.diagnostic());
      tests[file] = {
        project: module.project.name,
        tests: ran.map((test) => [test.name, Math.round(test.diagnostic().duration) / 1000]),
      };
    }
    writeFileSync(this.outputFile, JSON.stringify({ files, tests }));
  }
}
