import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { precompress } from "./precompress.js";
import { environment, filesBelow, hashOf, inRoot, say, setStamp, stamp } from "./shared.js";

/**
 * The build targets with the packages that they contain: browser applications and the server
 * process.
 */
const apps = [
  { name: "server", folders: ["packages/server", "packages/protocol", "docs/integrate"] },
  {
    name: "operator",
    folders: ["packages/operator", "packages/client", "packages/protocol", "docs/integrate"],
  },
  { name: "widget", folders: ["packages/widget", "packages/client", "packages/protocol"] },
];

/**
 * Builds targets that are missing or older than their sources; with `onlyMissing` only missing
 * ones. Skips applications whose package does not exist. Returns whether all targets are built,
 * after printing the failures.
 */
export function buildApps(node, { force = false, onlyMissing = false } = {}) {
  let good = true;
  for (const app of apps) {
    const folder = `packages/${app.name}`;
    if (
      !existsSync(inRoot(`${folder}/index.html`)) &&
      !existsSync(inRoot(`${folder}/vite.config.ts`))
    )
      continue;
    if (onlyMissing && existsSync(inRoot(`${folder}/dist`))) continue;
    const wanted = hashOf([
      "package-lock.json",
      ...app.folders.filter((f) => existsSync(inRoot(f))).flatMap(filesBelow),
    ]);
    const name = `build-${app.name}`;
    if (!force && stamp(name) === wanted && existsSync(inRoot(`${folder}/dist`))) continue;
    say(`building ${app.name}`);
    const done = spawnSync(
      node,
      [inRoot("node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
      {
        cwd: inRoot(folder),
        stdio: ["ignore", 2, 2],
        env: environment(node, { NODE_ENV: "production" }),
      },
    );
    if (done.status !== 0) {
      good = false;
      continue;
    }
    if (app.name !== "server") precompress(inRoot(`${folder}/dist`));
    setStamp(name, wanted);
  }
  return good;
}
