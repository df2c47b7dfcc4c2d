import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { watchParent } from "./hand-over.js";
import { dropStamp, environment, inRoot, root, say } from "./shared.js";

/**
 * For contributors: the server starts again when one of its sources changes, the operator application is built again into dist
 * when one of its own changes; reload the page to see it. Same address and headers as `npm start`.
 */
export function dev(node, args) {
  const children = [];
  const start = (name, file, list, cwd = root) => {
    const child = spawn(file, list, { cwd, stdio: "inherit", env: environment(node, { LOG_LEVEL: process.env.LOG_LEVEL || "debug" }) });
    children.push(child);
    child.on("error", (error) => end(`${name}: ${error.message}`, 1));
    child.on("exit", (code, signal) => end(`${name} ended (${signal ?? code})`, code ?? 1));
  };
  let ending = false;
  const end = (reason, code) => {
    if (!ending) {
      ending = true;
      if (reason) say(reason);
      process.exitCode = code;
    }
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  };
  for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) process.on(name, () => end("", 0));
  watchParent(() => end("", 0));

  if (existsSync(inRoot("packages/operator/vite.config.ts"))) {
    // Its output is not what `npm start` serves.
    dropStamp("build-operator");
    start(
      "vite",
      node,
      [inRoot("node_modules/vite/bin/vite.js"), "build", "--watch", "--mode", "development", "--logLevel", "warn"],
      inRoot("packages/operator"),
    );
  }
  start("server", node, ["--watch", "--watch-preserve-output", inRoot("packages/server/src/main.ts"), ...args]);
}
