import { defaultLimits } from "@parlour/protocol/config/limits";

export { defaultLimits };
export type LimitName = keyof typeof defaultLimits;
export type LimitValues = Readonly<Partial<Record<LimitName, number>>>;

const limitNames = Object.keys(defaultLimits) as readonly LimitName[];
export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;

/**
 * Defines the buckets: the number of tokens per period, and the burst after an idle time. Without
 * `burst`, the burst is the tokens of one period.
 */
export const rateLimits = {
  channel: { per: "channel_per_second", periodMs: second, burst: "channel_burst" },
  customer: { per: "customer_per_second", periodMs: second, burst: "customer_burst" },
  status: { per: "status_per_second", periodMs: second, burst: "status_burst" },
  wrong_address: { per: "wrong_address_per_minute", periodMs: minute },
  bot: { per: "bot_per_second", periodMs: second, burst: "bot_burst" },
  bot_chat: { per: "bot_chat_per_second", periodMs: second, burst: "bot_chat_burst" },
  visitor: { per: "visitor_per_second", periodMs: second, burst: "visitor_burst" },
  new_customers: { per: "new_customers_per_minute", periodMs: minute },
  new_customers_of_peer: { per: "new_customers_per_minute_and_peer", periodMs: minute },
  new_visitors: { per: "new_visitors_per_minute", periodMs: minute },
  new_chats: { per: "new_chats_per_minute", periodMs: minute },
  offline: { per: "offline_per_minute", periodMs: minute },
  calls: { per: "calls_per_hour", periodMs: hour },
  login_name: { per: "login_failures_per_name", periodMs: 15 * minute },
  login_address: { per: "login_failures_per_address", periodMs: 15 * minute },
  reset_mail: { per: "reset_mails_per_hour", periodMs: hour },
  visitor_mail: { per: "visitor_mails_per_day", periodMs: 24 * hour },
  visitor_code: { per: "visitor_codes_per_day", periodMs: 24 * hour },
  account_visitor_mail: { per: "account_visitor_mails_per_day", periodMs: 24 * hour },
  bot_mail: { per: "bot_mails_per_hour", periodMs: hour },
  bot_mail_day: { per: "bot_mails_per_day", periodMs: 24 * hour },
  new_emails: { per: "new_emails_per_hour", periodMs: hour },
  reset_address: { per: "login_failures_per_address", periodMs: hour },
  uploads: { per: "uploads_per_minute", periodMs: minute },
  upload_mib: { per: "upload_mib_per_day", periodMs: 24 * hour },
  rule_runs: { per: "rule_runs_per_second", periodMs: second },
  help: { per: "help_requests_per_minute", periodMs: minute },
  scim: { per: "scim_requests_per_minute", periodMs: minute },
  mcp_calls: { per: "mcp_calls_per_minute", periodMs: minute },
  application_registrations: { per: "application_registrations_per_hour", periodMs: hour },
  telegram_chat: { per: "telegram_chat_per_second", periodMs: second },
  telegram_bot: { per: "telegram_bot_per_second", periodMs: second },
  socket_frames: { per: "socket_frames_per_second", periodMs: second },
} as const satisfies Record<string, { per: LimitName; periodMs: number; burst?: LimitName }>;
export type RateName = keyof typeof rateLimits;

/** Validates configured limits. Returns one sentence per error (CFG-023, CFG-030). */
export function validateLimits(values: Readonly<Record<string, unknown>>): readonly string[] {
  const errors: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (!isLimitName(name))
      errors.push(`limits.${name} is not a limit; known are ${limitNames.join(", ")}`);
    else if (!Number.isSafeInteger(value) || (value as number) < 1)
      errors.push(`limits.${name} must be a whole number of at least 1`);
  }
  return errors;
}
