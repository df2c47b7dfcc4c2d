export { checkAuditLog } from "./audit.ts";
export { checkBackup } from "./backups.ts";
export {
  checkClock,
  checkDatabase,
  checkNodes,
  createDatabaseCheck,
  type WriterState,
} from "./database.ts";
export { createDescriptorCheck } from "./descriptors.ts";
export { checkDisk } from "./disk.ts";
export { checkEgress } from "./egress.ts";
export { createFinding, worstState, type Finding } from "./finding.ts";
export { checkOrigins } from "./origins.ts";
export { checkServices, type Connect, type ScannerPort } from "./services.ts";
export { checkTls } from "./tls.ts";
export { checkStoredData } from "./stored-data.ts";
