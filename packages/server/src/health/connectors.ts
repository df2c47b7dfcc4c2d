import type { Sql } from "../store/database/sql.ts";
import { readConnectorHealth } from "../store/settings/channels/connector.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Maximum number of channels that the finding names. */
const maxNames = 5;

/** Checks the channels of external services of all accounts (CON-041). */
export async function checkConnectors(sql: Sql): Promise<Finding> {
  const { count, failing } = await readConnectorHealth(sql);
  if (count === 0) return createFinding("connectors_none");
  if (failing.length === 0) return createFinding("connectors_good", { count });
  const names = failing.slice(0, maxNames).map(({ account, name }) => `${account}: ${name}`);
  const more = failing.length > maxNames ? ", …" : "";
  return createFinding("connectors_failing", {
    count: failing.length,
    channels: names.join(", ") + more,
  });
}
