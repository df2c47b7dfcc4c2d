import { findUnsupported, surfaces } from "./browser-support.ts";
import { listFiles, read, reportFaults } from "./source.ts";

/** Rejects functions that the supported browsers do not have yet (docs/operate/browsers.md). */
let fileCount = 0;
const faults = surfaces.flatMap((surface) => {
  const files = surface.folders
    .flatMap((folder) => listFiles(folder, [".ts", ".tsx"]))
    .filter((file) => !/\.(?:test|fixture)\.tsx?$|\/testing\//.test(file));
  fileCount += files.length;
  return findUnsupported(
    surface,
    files.map((file) => [file, read(file)]),
  );
});
reportFaults("browsers", faults, `${fileCount} files of pages`);
