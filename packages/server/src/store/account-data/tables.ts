/**
 * A table of an account export (product.md 5, Data). The tables are listed in an order in which
 * they can be imported. Secrets are left out, see `readExportedColumns`.
 */
export interface DataTable {
  readonly name: string;
  /** Condition for rows of the alias `t`. The default is all rows of the account. */
  readonly rows?: string;
  /** Columns that are left out: secrets as text, and values that an import creates. */
  readonly without?: readonly string[];
  /** Byte columns that are exported because they are not secret. */
  readonly bytes?: readonly string[];
  /** Columns by which the rows are ordered if the primary key does not start with the account. */
  readonly key?: readonly string[];
}

export const dataTables: readonly DataTable[] = [
  { name: "account", rows: "t.id = $1", without: ["moved_to"], key: ["id"] },
  { name: "account_head", key: ["account_id"] },
  { name: "custom_role" },
  { name: "operator_status" },
  {
    name: "operator",
    without: ["password_hash", "reset_token_expires_at", "invite_token_expires_at", "email_key"],
  },
  { name: "department" },
  { name: "department_operator" },
  {
    name: "endpoint",
    rows: "t.account_id = $1 and t.kind <> 'push'",
    without: ["secret_hint", "secret_created_at", "previous_secret_until"],
  },
  { name: "channel" },
  { name: "channel_operator" },
  { name: "channel_address", without: ["code_expires_at", "code_attempts"] },
  { name: "old_system", key: ["account_id"] },
  {
    name: "bot_provider",
    rows: "t.account_id = $1 or t.id in (select provider_id from bot where account_id = $1)",
    without: ["number"],
    key: ["id"],
  },
  { name: "bot", without: ["token_short"] },
  { name: "bot_channel" },
  { name: "agent" },
  { name: "webhook" },
  { name: "webhook_channel" },
  { name: "webhook_department" },
  { name: "field" },
  { name: "tag" },
  { name: "canned_reply" },
  { name: "canned_reply_use" },
  { name: "trigger_rule" },
  { name: "view" },
  { name: "segment" },
  { name: "macro" },
  { name: "rule" },
  { name: "sla_policy" },
  { name: "scheduled_report" },
  { name: "scheduled_report_run" },
  { name: "article_section" },
  { name: "article" },
  { name: "article_text" },
  { name: "article_version" },
  { name: "article_slug" },
  { name: "article_source" },
  { name: "agent_question" },
  { name: "article_day" },
  { name: "article_comment" },
  { name: "article_search_day" },
  { name: "article_word" },
  { name: "blacklist_entry" },
  { name: "mail_refusal", bytes: ["address"] },
  { name: "visitor" },
  { name: "person_link" },
  { name: "visit" },
  { name: "chat" },
  { name: "broadcast" },
  { name: "broadcast_recipient" },
  { name: "chat_activity" },
  { name: "chat_fact" },
  { name: "sla_fact" },
  { name: "promise_fact" },
  { name: "crossed_reply" },
  { name: "rule_run" },
  { name: "chat_timer", without: ["stamp"] },
  { name: "chat_tag" },
  { name: "participant" },
  { name: "read_mark" },
  { name: "mention" },
  { name: "draft" },
  { name: "reminder" },
  { name: "scheduled_message" },
  { name: "journal" },
  { name: "channel_message" },
  { name: "ignored_email", bytes: ["raw"] },
  { name: "used_reply_to" },
  { name: "delivery" },
  { name: "attempt" },
  { name: "agent_turn" },
  { name: "article_gap" },
  { name: "model_use" },
  { name: "record" },
  { name: "call_timer", without: ["stamp"] },
  { name: "call_use" },
  { name: "file", rows: "t.account_id = $1 and t.state = 'stored'" },
  { name: "user_token" },
  // Hashes of tokens that browsers store. They are exported so that visitors are recognised again.
  { name: "widget_token", bytes: ["hash"], key: ["hash"] },
  { name: "erasure" },
  { name: "retention_mark" },
  // Cursors of journal consumers. Those of the search are left out, because the search index is
  // built again.
  { name: "cursor", rows: "t.account_id = $1 and t.reader not like 'search%'" },
];
