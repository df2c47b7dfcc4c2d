import { enableCompileCache } from "node:module";
import { getInstalledFolders } from "./installed-folders.ts";

/**
 * Entry point of the command `parlour` of the npm package (CFG-110). Sets the folders of an
 * installed package for this process and those that it starts.
 */
const { dataDir, compileCache } = getInstalledFolders();
process.env["DATA_DIR"] = dataDir;
process.env["NODE_COMPILE_CACHE"] = compileCache;
enableCompileCache(compileCache);
const [command, ...others] = process.argv.slice(2);
// The process of the server does not load the other commands (PERF-12).
void (command === "start" && others.length === 0 ? import("../main.ts") : import("./main.ts"));
