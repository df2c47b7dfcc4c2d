import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, unwatchFile, watchFile } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { buildApps } from "./build.js";
import { watchParent } from "./hand-over.js";
import { dropStamp, environment, inRoot, root, say } from "./shared.js";

/** Poll interval for the built widget, ms. */
const widgetEveryMs = 500;

/**
 * For contributors: restarts the server when one of its sources changes. Vite listens at the usual
 * address, serves the operator application from its sources and replaces changed components on open
 * pages. The widget runs on foreign pages, so it is built into dist again and served after a
 * restart of the server.
 */
export async function dev(node, args) {
  if (!buildApps(node, { onlyMissing: true }))
    say("what could not be built is missing until its sources are right");
  const host = process.env.HOST || "127.0.0.1";
  const port = process.env.PORT || "3000";
  const behind = await freePort();
  const widget = inRoot("packages/widget/dist");
  const lastOfWidget = join(widget, "test-page.js");
  const urls = { PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}` };

  const children = new Set();
  let ending = false;
  const end = (reason, code) => {
    if (!ending) {
      ending = true;
      if (reason) say(reason);
      process.exitCode = Number.isInteger(code) ? code : 1;
    }
    unwatchFile(lastOfWidget);
    for (const child of children) child.kill("SIGTERM");
  };
  const start = (
    name,
    list,
    { cwd = root, env = {}, onExit = (code) => end(`${name} ended (${code})`, code) } = {},
  ) => {
    const child = spawn(node, list, { cwd, stdio: "inherit", env: environment(node, env) });
    children.add(child);
    child.on("error", (error) => end(`${name}: ${error.message}`, 1));
    child.on("exit", (code, signal) => {
      children.delete(child);
      onExit(code ?? signal);
    });
    return child;
  };
  for (const name of ["SIGTERM", "SIGHUP", "SIGINT"]) process.on(name, () => end("", 0));
  watchParent(() => end("", 0));

  const vite = inRoot("node_modules/vite/bin/vite.js");
  // A separate folder, because this build is not the one that `npm start` serves.
  dropStamp("build-widget");
  start("widget", [vite, "build", "--watch", "--logLevel", "warn"], {
    cwd: inRoot("packages/widget"),
  });
  start("vite", [vite, "--host", host, "--port", port, "--logLevel", "warn"], {
    cwd: inRoot("packages/operator"),
    env: { ...urls, PARLOUR_API: `http://127.0.0.1:${behind}` },
  });

  let service;
  let served = null;
  let isOld = false;
  const startService = () => {
    isOld = false;
    served = contentOf(widget);
    const env = {
      ...urls,
      HOST: "127.0.0.1",
      PORT: String(behind),
      LOG_LEVEL: process.env.LOG_LEVEL || "debug",
    };
    // Vite forwards the address of the client.
    env.TRUST_PROXY = process.env.TRUST_PROXY || "127.0.0.1";
    service = start(
      "server",
      ["--watch", "--watch-preserve-output", inRoot("packages/server/src/main.ts"), ...args],
      {
        env,
        onExit: (code) => (isOld && !ending ? startService() : end(`server ended (${code})`, code)),
      },
    );
  };
  startService();
  // The server reads the widget once, at its start. A build writes this file last.
  watchFile(lastOfWidget, { interval: widgetEveryMs }, ({ mtimeMs }) => {
    const built = mtimeMs === 0 || isOld ? null : contentOf(widget);
    if (built === null || built === served) return;
    isOld = true;
    service.kill("SIGTERM");
  });
}

/**
 * Returns a hash of the names and contents of all files of a folder, without the compressed copies
 * that `npm start` adds. null while a build writes to it, or if it does not exist.
 */
function contentOf(folder) {
  const hash = createHash("sha256");
  try {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith(".br"),
    );
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort())
      hash.update(`${path}\0`).update(readFileSync(path));
    return hash.digest("hex");
  } catch {
    return null;
  }
}

/** Returns a free port. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
