/** The one table of limits (CFG-030): name and default. Whole numbers of at least 1; an instance may set any of them. */
export const defaultLimits = {
  channel_per_second: 500,
  channel_burst: 1000,
  customer_per_second: 10,
  customer_burst: 100,
  status_per_second: 50,
  status_burst: 100,
  wrong_address_per_minute: 100,
  bot_per_second: 100,
  bot_burst: 200,
  bot_chat_per_second: 5,
  bot_chat_burst: 20,
  visitor_per_second: 5,
  visitor_burst: 20,
  new_chats_per_minute: 5,
  offline_per_minute: 3,
  calls_per_hour: 3,
  login_failures_per_name: 10,
  login_failures_per_address: 50,
  webhook_at_once: 4,
  endpoint_at_once: 64,
  uploads_per_minute: 10,
  upload_mib_per_day: 200,
  socket_frames_per_second: 20,
  body_kib: 256,
  reply_kib: 256,
  frame_kib: 64,
  upload_mib: 25,
  image_megapixels: 40,
  unsent_kib: 1024,
  unsent_events: 1000,
  unsent_seconds: 10,
  session_idle_days: 7,
  session_absolute_days: 30,
} as const satisfies Record<string, number>;
export type LimitName = keyof typeof defaultLimits;
export type LimitValues = Readonly<Partial<Record<LimitName, number>>>;

const limitNames = Object.keys(defaultLimits) as readonly LimitName[];
export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;

/** Which names make a bucket: so many per period, and how many at once after a calm time (without `burst`: one period's worth). */
export const rates = {
  channel: { per: "channel_per_second", periodMs: second, burst: "channel_burst" },
  customer: { per: "customer_per_second", periodMs: second, burst: "customer_burst" },
  status: { per: "status_per_second", periodMs: second, burst: "status_burst" },
  wrong_address: { per: "wrong_address_per_minute", periodMs: minute },
  bot: { per: "bot_per_second", periodMs: second, burst: "bot_burst" },
  bot_chat: { per: "bot_chat_per_second", periodMs: second, burst: "bot_chat_burst" },
  visitor: { per: "visitor_per_second", periodMs: second, burst: "visitor_burst" },
  new_chats: { per: "new_chats_per_minute", periodMs: minute },
  offline: { per: "offline_per_minute", periodMs: minute },
  calls: { per: "calls_per_hour", periodMs: hour },
  login_name: { per: "login_failures_per_name", periodMs: 15 * minute },
  login_address: { per: "login_failures_per_address", periodMs: 15 * minute },
  uploads: { per: "uploads_per_minute", periodMs: minute },
  upload_mib: { per: "upload_mib_per_day", periodMs: 24 * hour },
  socket_frames: { per: "socket_frames_per_second", periodMs: second },
} as const satisfies Record<string, { per: LimitName; periodMs: number; burst?: LimitName }>;
export type RateName = keyof typeof rates;

/** What is wrong with configured limits, one sentence per fault; empty when all is well (CFG-023, CFG-030). */
export function limitFaults(values: Readonly<Record<string, unknown>>): readonly string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (!isLimitName(name)) faults.push(`limits.${name} is not a limit; known are ${limitNames.join(", ")}`);
    else if (!Number.isSafeInteger(value) || (value as number) < 1) faults.push(`limits.${name} must be a whole number of at least 1`);
  }
  return faults;
}
