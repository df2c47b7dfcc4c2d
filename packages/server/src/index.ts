/** Exports for other packages of this repository: the test kit, benchmarks and the command line. */
export { ManualClock, createSystemClock } from "./clock.ts";
export { shutDownInOrder } from "./shutdown.ts";
export type { Clock } from "./core/command.ts";
export { startEmbeddedDatabase, StartError, type EmbeddedDatabase } from "./embedded/index.ts";
export { createLog, type Log } from "./log.ts";
export { applyProvisioningFile, type ApplyResult } from "./provisioning/apply.ts";
export { parseProvisioningFile } from "./provisioning/read.ts";
export { migrateDatabase } from "./store/migrate.ts";
export { parseConfig } from "./config/read-config.ts";
export { startServer, type Server, type TestHooks } from "./server.ts";
export { runServer } from "./cli/start.ts";
