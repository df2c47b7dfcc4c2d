/** What an account takes along (product.md 5, Data), in the order in which it can be put back. Secrets stay behind: see `columnsOf`. */
export interface DataTable {
  readonly name: string;
  /** Which rows, of the alias `t`; default: those of the account. */
  readonly rows?: string;
  /** Columns that are left out: secrets in text, what the new place makes itself. */
  readonly without?: readonly string[];
  /** Columns of bytes that are no secrets. */
  readonly bytes?: readonly string[];
  /** Columns that order the rows where the key is not made of the account and others. */
  readonly key?: readonly string[];
}

export const dataTables: readonly DataTable[] = [
  { name: "account", rows: "t.id = $1", key: ["id"] },
  { name: "account_head", key: ["account_id"] },
  { name: "operator", without: ["password_hash", "reset_token_expires_at", "invite_token_expires_at", "email_key"] },
  { name: "department" },
  { name: "department_operator" },
  {
    name: "endpoint",
    rows: "t.account_id = $1 and t.kind <> 'push'",
    without: ["secret_hint", "secret_created_at", "previous_secret_until"],
  },
  { name: "channel" },
  { name: "channel_operator" },
  {
    name: "bot_provider",
    rows: "t.account_id = $1 or t.id in (select provider_id from bot where account_id = $1)",
    without: ["number"],
    key: ["id"],
  },
  { name: "bot", without: ["token_short"] },
  { name: "bot_channel" },
  { name: "webhook" },
  { name: "webhook_channel" },
  { name: "tag" },
  { name: "canned_reply" },
  { name: "canned_reply_use" },
  { name: "trigger_rule" },
  { name: "blacklist_entry" },
  { name: "mail_refusal", bytes: ["address"] },
  { name: "visitor" },
  { name: "visit" },
  { name: "chat" },
  { name: "chat_activity" },
  { name: "chat_fact" },
  { name: "chat_timer", without: ["stamp"] },
  { name: "chat_tag" },
  { name: "participant" },
  { name: "read_mark" },
  { name: "mention" },
  { name: "draft" },
  { name: "journal" },
  { name: "delivery" },
  { name: "attempt" },
  { name: "record" },
  { name: "call_timer", without: ["stamp"] },
  { name: "call_use" },
  { name: "file", rows: "t.account_id = $1 and t.state = 'stored'" },
  { name: "user_token" },
  // Hashes of what browsers keep, so that visitors are known again.
  { name: "widget_token", bytes: ["hash"], key: ["hash"] },
  { name: "erasure" },
  { name: "retention_mark" },
  // How far readers came. The search is filled anew.
  { name: "cursor", rows: "t.account_id = $1 and t.reader not like 'search%'" },
];
