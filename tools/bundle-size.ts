import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * Maximum compressed bytes of JavaScript that a first visit of the inbox loads. Product.md allows
 * 250 KB. The lower limit detects code of other screens in the first visit.
 */
export const maxInitialBytes = 240_000;

/**
 * Returns the compressed bytes of each script that the inbox needs: scripts of index.html, the
 * chunk of the inbox, and their imports. `dist`: output folder of the build. Throws if it contains
 * no build.
 */
export function readInitialFiles(dist: string): ReadonlyMap<string, number> {
  const assets = readdirSync(join(dist, "assets"));
  const inbox = assets.find((name) => /^inbox-.*\.js$/.test(name));
  if (inbox === undefined) throw new Error(`${dist} holds no chunk of the inbox`);
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const pendingFiles = [
    inbox,
    ...[...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => basename(match[1] ?? "")),
  ];
  const sizes = new Map<string, number>();
  for (let name = pendingFiles.pop(); name !== undefined; name = pendingFiles.pop()) {
    if (sizes.has(name)) continue;
    const code = readFileSync(join(dist, "assets", name));
    sizes.set(name, gzipSync(code).length);
    pendingFiles.push(...listImports(code.toString("utf8")));
  }
  return sizes;
}

/** Returns the statically imported files, without dynamic imports. */
function listImports(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(
    (match) => match[1] ?? "",
  );
}
