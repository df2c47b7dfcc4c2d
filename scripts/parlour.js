#!/usr/bin/env node
// The command `parlour`: `npx parlour …` runs this file, possibly with an old Node and before the
// installation.
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = realpathSync(fileURLToPath(import.meta.url));
process.argv.splice(1, 1, here, "parlour");
await import("./launch.js");
