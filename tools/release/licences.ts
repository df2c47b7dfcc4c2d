import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source.ts";

const licenceFile = /^(?:licen[cs]e|copying|notice|copyright)/i;

/**
 * Returns the licences of libraries as one text, with the files in which the libraries bring them.
 * `paths` are their folders, `node_modules/NAME`. Packages of other platforms, which are not
 * installed, are omitted: their code is in no bundle.
 */
export function formatLicences(paths: readonly string[]): string {
  const parts = paths.filter((path) => existsSync(join(root, path))).map(formatLicence);
  return `Parlour contains code of these libraries.\n\n${parts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

function formatLicence(path: string): string {
  const folder = join(root, path);
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: unknown };
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  const title = `${name} ${version} (${typeof license === "string" ? license : "see below"})`;
  return `${[title, ...texts].join("\n\n")}\n`;
}
