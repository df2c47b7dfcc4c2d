import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { StartFault } from "../embedded/fault.ts";
import type { Command } from "./command.ts";

/** Hands over to the lab: it plays the outside world of an installation and has its own options. */
export const lab: Command = {
  name: "lab",
  usage: "parlour lab [options]",
  help: "Plays the other side of your channels, to try an installation. Its own options: parlour lab --help",
  helpsItself: true,
  run(args, { env }) {
    const entry = fileURLToPath(new URL("../../../lab/src/main.ts", import.meta.url));
    if (!existsSync(entry)) throw new StartFault("the lab is not part of this installation (packages/lab is missing)");
    const child = spawn(process.execPath, [entry, ...args.filter((a) => a !== "--")], { stdio: "inherit", env: { ...env } });
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => void (signal === "SIGINT" && process.stdin.isTTY ? false : child.kill(signal)));
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  },
};
