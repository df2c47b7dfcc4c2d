import { openShortPool } from "./connections.ts";

/** Tables that hold what visitors said and who they are. */
const tables = [
  "journal",
  "visitor",
  "chat",
  "record",
  "delivery",
  "delivery_content",
  "attempt",
  "search_message",
  "search_visitor",
  "file",
  "visit",
  "user_token",
  "widget_token",
  "draft",
  "idempotency",
  "blacklist_entry",
];

/** Gives the space of removed rows and of the index entries behind them back (CORE-116). As the owner of the tables; nobody waits for it. */
export async function vacuumErased(url: string): Promise<void> {
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour vacuum" });
  try {
    for (const table of tables) await pool.query(`vacuum ${table}`);
  } finally {
    await pool.end();
  }
}
