import { readFile } from "node:fs/promises";
import { checkSignedTranscript } from "../../transcript/check-transcript.ts";
import { parseCommandArgs, UsageError, type Command } from "../command.ts";

/** Checks a signed transcript without a database and without a connection (API-551). */
export const verifyTranscriptCommand: Command = {
  name: "verify-transcript",
  usage: "parlour verify-transcript [--key KEY] [--json] FILE",
  help:
    "Checks that a signed transcript is complete and unchanged. Needs no database. Exit code 1 if it is not.\n" +
    "  --key KEY   the public key that must have signed it, as on the page /verify of the installation\n  --json      print the result as JSON",
  async run(args, { out, err }) {
    const { values, rest } = parseCommandArgs(args, { key: { type: "string" } }, 1);
    const [path] = rest;
    if (path === undefined) throw new UsageError("name the file of the transcript");
    const result = await checkSignedTranscript(await readFile(path, "utf8"));
    const isOtherKey = result.isIntact && values.key !== undefined && values.key !== result.key;
    if (values.json === true) out(JSON.stringify({ ...result, isOtherKey }));
    else if (!result.isIntact) err(`not proved: ${result.reason} (line ${result.line})`);
    else if (isOtherKey) err(`not proved: signed with another key, ${result.key}`);
    else {
      const { head, messages, signedAt, key } = result;
      out(`complete and unchanged since it was signed
account  ${head.account}
chat     ${head.chat.number ?? head.chat.id} with ${head.chat.visitor}, channel ${head.chat.channel}
messages ${messages}
signed   ${signedAt}
key      ${key}`);
    }
    return result.isIntact && !isOtherKey ? 0 : 1;
  },
};
