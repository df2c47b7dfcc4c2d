import type { Writing } from "./writing.ts";

/** Buttons at the foot of the composer, each a small component over `writing`. */
export function Tools({ writing }: { writing: Writing }) {
  void writing;
  return null;
}
