import { readFile } from "node:fs/promises";
import { bundledMajor } from "../embedded/binaries.ts";
import { readArgs, type Command } from "./command.ts";

/** Version of this release, of its runtime and of the database it carries. */
export const version: Command = {
  name: "version",
  usage: "parlour version [--json]",
  help: "Prints the version of Parlour, of Node and of the bundled PostgreSQL.",
  async run(args, { out }) {
    const { values } = readArgs(args, {}, 0);
    const about = { parlour: await releaseVersion(), node: process.versions.node, postgresql: bundledMajor };
    out(values.json === true ? JSON.stringify(about) : `parlour ${about.parlour} (Node ${about.node}, PostgreSQL ${about.postgresql})`);
    return 0;
  },
};

export async function releaseVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
