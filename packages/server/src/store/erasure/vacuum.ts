import { openShortPool } from "../database/connections.ts";

/** Tables with message text and personal data. */
const tablesWithVisitorData = [
  "journal",
  "visitor",
  "chat",
  "record",
  "delivery",
  "delivery_content",
  "attempt",
  "search_block",
  "search_visitor",
  "file",
  "visit",
  "user_token",
  "widget_token",
  "email_proof",
  "ignored_email",
  "draft",
  "reminder",
  "scheduled_message",
  "idempotency",
  "blacklist_entry",
];

/** Frees the space of removed rows (CORE-116), as the owner, and blocks no requests. */
export async function vacuumErased(url: string): Promise<void> {
  const pool = openShortPool({ connectionString: url, max: 1, application_name: "parlour vacuum" });
  try {
    for (const table of tablesWithVisitorData) await pool.query(`vacuum ${table}`);
  } finally {
    await pool.end();
  }
}
