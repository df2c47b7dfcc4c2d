import { parseCommandArgs, type Command } from "../command.ts";
import { runServer } from "../start.ts";

/** Starts the server, as `npm start` does, but without install and build. */
export const startCommand: Command = {
  name: "start",
  usage: "parlour start",
  help: "Starts the server and runs until SIGTERM. Configured with environment variables; see docs/operate/configuration.md.",
  async run(args, { env, clock, out, err }) {
    parseCommandArgs(args, {}, 0);
    return runServer({
      env,
      clock,
      loadServer: async () => (await import("../../server.ts")).startServer,
      out,
      err,
    });
  },
};
