export type { DeliveryPlanner } from "../core/delivery/planner.ts";
export type { GatewayPhase } from "./writing/decide-batch.ts";
export type { JournalEntry } from "./entry.ts";
export type { DeliveryChange, DeliveryChangeResult, DeliveryTransition } from "./writing/jobs.ts";
export type { ChangeSettings } from "./writing/outside/change-settings.ts";
export type {
  DeliveryJournal,
  EntryFeed,
  Journal,
  JournalDeps,
  JournalWriter,
  RunningNodes,
  SettingsWriter,
} from "./journal.ts";
export { openJournal } from "./open-journal.ts";
