import type { Command } from "../command.ts";
import { runLabProgram } from "../run-lab-program.ts";

/** Runs the checks of integrators' endpoints. They use only the public interfaces, like the lab. */
export const conformance: Command = {
  name: "conformance",
  usage: "parlour conformance channel|bot|webhook URL [options]",
  help: "Tests your endpoint, bot or webhook receiver against the interface and reports the result for each rule. For options, run parlour conformance --help",
  hasOwnHelp: true,
  run: (args, { env }) => runLabProgram("conformance/main.ts", args, env),
};
