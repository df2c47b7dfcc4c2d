import type { Command } from "../command.ts";
import { runLabProgram } from "../run-lab-program.ts";

/** Runs the lab, which simulates the outside world of an installation and has its own options. */
export const lab: Command = {
  name: "lab",
  usage: "parlour lab [options]",
  help: "Simulates your servers and visitors, so that you can try out an installation. For options, run parlour lab --help",
  hasOwnHelp: true,
  run: (args, { env }) => runLabProgram("main.ts", args, env),
};
