/** Exports for other packages of this repository: the test kit, benchmarks and the command line. */
export { ManualClock, createSystemClock } from "./clock.ts";
export { shutDownInOrder } from "./shutdown.ts";
export type { Clock } from "./core/command.ts";
export { createLog } from "./log.ts";
export { applyProvisioningFile } from "./provisioning/apply.ts";
export { parseProvisioningFile } from "./provisioning/read.ts";
export { ignoredKeyChannel } from "./api/kit/declare-route.ts";
export { parseConfig } from "./config/read-config.ts";
export { startServer, type Server, type TestHooks } from "./server.ts";
export { runServer } from "./cli/start.ts";
