export type { DeliveryPlanner } from "../core/delivery/planner.ts";
export type { GatewayPhase } from "./writing/decide-batch.ts";
export type { JournalEntry } from "./entry.ts";
export type { DeliveryChange, DeliveryChangeResult } from "./writing/jobs.ts";
export type { ChangeSettings } from "./writing/change-settings.ts";
export type { GatewayStats } from "./writing/gateway.ts";
export type {
  Journal,
  JournalCursor,
  JournalDeps,
  JournalMemoryLimits,
  JournalStats,
  JournalWriter,
} from "./journal.ts";
export { openJournal } from "./open-journal.ts";
