import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

/** JavaScript that a first visit of the inbox loads, compressed bytes (product.md: 250 KB). */
export const mostInitialBytes = 250_000;

/**
 * Compressed bytes of each file that the inbox needs: the scripts of index.html, the chunk of the inbox, and what these import.
 * `dist`: the folder that the build wrote. Throws when there is no build in it.
 */
export function initialFiles(dist: string): ReadonlyMap<string, number> {
  const assets = readdirSync(join(dist, "assets"));
  const inbox = assets.find((name) => /^inbox-.*\.js$/.test(name));
  if (inbox === undefined) throw new Error(`${dist} holds no chunk of the inbox`);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const open = [inbox, ...[...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((found) => basename(found[1] ?? ""))];
  const sizes = new Map<string, number>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (sizes.has(name)) continue;
    const code = readFileSync(join(dist, "assets", name));
    sizes.set(name, gzipSync(code).length);
    open.push(...importsOf(code.toString("utf8")));
  }
  return sizes;
}

/** Files imported at once; what is imported later, on demand, is not among them. */
function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map((found) => found[1] ?? "");
}
