import { writeFile } from "node:fs/promises";
import { readConfig } from "../config.ts";
import { exportConfig } from "../provisioning/export.ts";
import { openShortPool } from "../store/short-pool.ts";
import { openDb } from "../store/sql.ts";
import { readArgs, type Command } from "./command.ts";
import { reachDatabase } from "./database.ts";

/** CFG-024. */
export const exportCommand: Command = {
  name: "export",
  usage: "parlour export [--account NAME] [--out FILE] [--json]",
  help:
    "Writes the running settings as a provisioning file. Secrets become references to environment variables; passwords are left out.\n" +
    "  --account NAME   which account, when there are several\n  --out FILE       write there (mode 0600) instead of standard output\n  --json           print the same as JSON",
  async run(args, deps) {
    const { values } = readArgs(args, { account: { type: "string" }, out: { type: "string" } }, 0);
    const database = await reachDatabase({ config: readConfig(deps.env), log: deps.log, clock: deps.clock });
    const pool = openShortPool({ connectionString: database.url, max: 1, application_name: "parlour export" });
    try {
      const name = typeof values.account === "string" ? values.account : null;
      const exported = await openDb(pool).transaction(async (tx) => {
        await tx.query("set local role parlour_writer");
        return exportConfig(tx, name);
      });
      const text = values.json === true ? `${JSON.stringify(exported.config, null, 2)}\n` : exported.yaml;
      if (typeof values.out === "string") await writeFile(values.out, text, { mode: 0o600 });
      else deps.out(text.trimEnd());
      for (const line of exported.notes) deps.err(line);
    } finally {
      await pool.end();
      await database.embedded?.stop();
    }
    return 0;
  },
};
