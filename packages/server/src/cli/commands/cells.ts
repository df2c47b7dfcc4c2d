import { asWriter, toSql } from "../../store/account-data/move/connection.ts";
import { setCellNumber, maxCell } from "../../store/account-data/move/cell-number.ts";
import { readDirectory, type DirectoryEntry } from "../../store/account-data/move/directory.ts";
import { connectToDatabase } from "../../store/database/connections.ts";
import { parseConfig } from "../../config/read-config.ts";
import { parseCommandArgs, UsageError, type Command } from "../command.ts";
import { openExisting, openOrCreateDatabase, runAsWriter } from "../database.ts";
import { StartError } from "../../embedded/start-error.ts";

/** Lists where the accounts of an installation are, and gives it a number (CFG-152). */
export const cellsCommand: Command = {
  name: "cells",
  usage: "parlour cells [--haproxy] [--number N] [--json]",
  help:
    "Lists the accounts that are or were in this installation, with their addresses.\n" +
    "  --haproxy    print a map for HAProxy: public id of a channel, host of its installation\n" +
    "  --number N   give this installation a number from 1 to 213, before it creates its first account\n" +
    "  --json       print one JSON object",
  async run(args, { env, log, clock, out }) {
    const { values } = parseCommandArgs(
      args,
      { haproxy: { type: "boolean" }, number: { type: "string" } },
      0,
    );
    const config = parseConfig(env);
    // A new installation gets its number before its first start.
    const open = typeof values.number === "string" ? openOrCreateDatabase : openExisting;
    const database = await open({ config, log, clock });
    try {
      if (typeof values.number === "string") {
        await changeNumber(database.url, values.number);
        out(
          values.json === true
            ? `{"cell":${values.number}}`
            : `this installation is cell ${values.number}`,
        );
        return 0;
      }
      const directory = await runAsWriter(database.url, readDirectory, "parlour cells");
      if (values.json === true) out(JSON.stringify(directory));
      else
        for (const line of values.haproxy === true ? toMap(directory.accounts) : toList(directory))
          out(line);
    } finally {
      await database.embedded?.stop();
    }
    return 0;
  },
};

async function changeNumber(url: string, text: string): Promise<void> {
  const cell = Number(text);
  if (!/^\d+$/.test(text) || cell < 1 || cell > maxCell)
    throw new UsageError(`--number must be a whole number from 1 to ${maxCell}`);
  const client = await connectToDatabase({
    connectionString: url,
    application_name: "parlour cells",
  });
  try {
    const directory = await asWriter(client, readDirectory);
    if (directory.cell === cell) return;
    if (directory.accounts.length > 0)
      throw new StartError(
        `this installation has accounts already, so it stays cell ${directory.cell}; give the number to a new installation`,
        1,
      );
    await client.query("begin");
    await setCellNumber(toSql(client), cell);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

const toList = ({
  cell,
  accounts,
}: {
  readonly cell: number;
  readonly accounts: readonly DirectoryEntry[];
}): readonly string[] => [
  `cell ${cell}`,
  ...accounts.map(
    ({ id, name, movedTo }) => `${id}  ${name}  ${movedTo === null ? "here" : movedTo.public}`,
  ),
];
/** One line per channel of an account that moved. */
const toMap = (accounts: readonly DirectoryEntry[]): readonly string[] =>
  accounts.flatMap(({ movedTo, publicIds }) =>
    movedTo === null
      ? []
      : publicIds.map((publicId) => `${publicId} ${new URL(movedTo.public).host}`),
  );
