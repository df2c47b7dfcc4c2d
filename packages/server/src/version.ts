import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

const packageJsonPath = findPackageJSON(import.meta.url);
if (packageJsonPath === undefined) throw new Error("packages/server/package.json is missing");

/** Folder of this package, both for sources and for built files. Ends with a slash. */
export const packageFolder = new URL(".", pathToFileURL(packageJsonPath));

/** Version of this installation, from its package.json. */
export const version: string = (
  JSON.parse(readFileSync(packageJsonPath, "utf8")) as { version: string }
).version;
