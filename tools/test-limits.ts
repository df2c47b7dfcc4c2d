import type { TestFile } from "./test-wiring.ts";

/** Usual limits: `expect.poll` in vitest.config.ts, and actions in a page of the testkit. */
const usualPollMs = 50_000;
const usualActionMs = 60_000;
/** Actions whose failure the file handles. */
const permittedFiles: ReadonlySet<string> = new Set(["tests/e2e/workday-operator.ts"]);

/**
 * Returns the waits of browser tests that are shorter than the usual ones. A wait that is met costs
 * nothing, but on a busy machine everything takes ten times as long.
 */
export function findShortLimits(files: readonly TestFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith("tests/e2e/") && !permittedFiles.has(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(timeout: ?|setDefaultTimeout\()(\d[\d_]*)(?=\s*[,)}])/g)].flatMap(
        ([, kind = "", number = ""]) => {
          const ms = Number(number.replaceAll("_", ""));
          const usualMs = kind.startsWith("timeout") ? usualPollMs : usualActionMs;
          return ms < usualMs ? [`${path}: waits ${ms} ms, use the usual limit`] : [];
        },
      ),
    );
}
