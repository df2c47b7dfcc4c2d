/**
 * The tests that `npm test` leaves to `npm run test:long`, by file. "all": the whole file. A test
 * that is in no list is daily, so a new one is daily until `tools/choose-daily.ts` runs again.
 */
export interface DailySet {
  readonly left: Readonly<Record<string, "all" | readonly string[]>>;
}

/** Returns the files that have no daily test. */
export const listLeftFiles = ({ left }: DailySet): readonly string[] =>
  Object.keys(left).filter((file) => left[file] === "all");

/** Returns a function that tells whether a test of the file is left, by its name in a run. */
export function createLeftFilter({ left }: DailySet, file: string): (name: string) => boolean {
  const titles = left[file] ?? [];
  if (titles === "all") return () => true;
  const patterns = titles.map(toNamePattern);
  return (name) => patterns.some((pattern) => pattern.test(name));
}

/**
 * Returns the pattern of the names that a written title can get: `%s`, `$name` and `${}` stand for
 * any text.
 */
export function toNamePattern(title: string): RegExp {
  const parts = title.split(/%[sdifjo#$]|\$\{\}|\$[\w.]+/);
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(".*")}$`,
    "s",
  );
}

declare module "vitest" {
  interface TaskMeta {
    /** Why a test is daily in any case. */
    pin?: string;
  }
}
