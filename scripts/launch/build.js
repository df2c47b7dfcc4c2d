import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { precompress } from "./precompress.js";
import { environment, filesBelow, hashOf, inRoot, say, setStamp, stamp } from "./shared.js";

/** What is built, with the packages whose sources end up in it: applications that a browser loads, and the server's process. */
const apps = [
  { name: "server", folders: ["packages/server", "packages/protocol"] },
  { name: "operator", folders: ["packages/operator", "packages/client", "packages/protocol", "docs/integrate"] },
  { name: "widget", folders: ["packages/widget", "packages/client", "packages/protocol"] },
];

/**
 * Builds what is missing or older than its sources; with `onlyMissing` just what is missing. An application whose package does not exist is left out.
 * Answers whether everything is built now; what is wrong was printed.
 */
export function buildApps(node, { force = false, onlyMissing = false } = {}) {
  let good = true;
  for (const app of apps) {
    const folder = `packages/${app.name}`;
    if (!existsSync(inRoot(`${folder}/index.html`)) && !existsSync(inRoot(`${folder}/vite.config.ts`))) continue;
    if (onlyMissing && existsSync(inRoot(`${folder}/dist`))) continue;
    const wanted = hashOf(["package-lock.json", ...app.folders.filter((f) => existsSync(inRoot(f))).flatMap(filesBelow)]);
    const name = `build-${app.name}`;
    if (!force && stamp(name) === wanted && existsSync(inRoot(`${folder}/dist`))) continue;
    say(`building ${app.name}`);
    const done = spawnSync(node, [inRoot("node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
      cwd: inRoot(folder),
      stdio: ["ignore", 2, 2],
      env: environment(node, { NODE_ENV: "production" }),
    });
    if (done.status !== 0) {
      good = false;
      continue;
    }
    if (app.name !== "server") precompress(inRoot(`${folder}/dist`));
    setStamp(name, wanted);
  }
  return good;
}
