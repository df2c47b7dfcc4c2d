import { bundledMajor } from "../../embedded/binaries.ts";
import { version as releaseVersion } from "../../version.ts";
import { parseCommandArgs, type Command } from "../command.ts";

/** Prints the versions of Parlour, Node and the bundled database. */
export const versionCommand: Command = {
  name: "version",
  usage: "parlour version [--json]",
  help: "Prints the version of Parlour, of Node and of the bundled PostgreSQL.",
  async run(args, { out }) {
    const { values } = parseCommandArgs(args, {}, 0);
    const about = {
      parlour: releaseVersion,
      node: process.versions.node,
      postgresql: bundledMajor,
    };
    out(
      values.json === true
        ? JSON.stringify(about)
        : `parlour ${about.parlour} (Node ${about.node}, PostgreSQL ${about.postgresql})`,
    );
    return 0;
  },
};
