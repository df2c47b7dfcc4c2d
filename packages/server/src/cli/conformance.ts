import type { Command } from "./command.ts";
import { handOver } from "./hand-over.ts";

/** Runs the checks of integrators' endpoints. They use only the public interfaces, like the lab. */
export const conformance: Command = {
  name: "conformance",
  usage: "parlour conformance channel|bot|webhook URL [options]",
  help: "Checks your own endpoint, bot or receiver against the interface, and reports by rule. Its own options: parlour conformance --help",
  helpsItself: true,
  run: (args, { env }) => handOver("conformance/main.ts", args, env),
};
