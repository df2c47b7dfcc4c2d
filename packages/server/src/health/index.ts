export { lookAtAudit } from "./audit.ts";
export { judgeBackup } from "./backups.ts";
export { judgeClock, judgeDatabase, judgeNodes, openDatabaseCheck } from "./database.ts";
export { lookAtDisk, tryDescriptor } from "./disk.ts";
export { lookAtEgress } from "./egress.ts";
export { finding, worst, type Finding } from "./finding.ts";
export { lookAtServices } from "./services.ts";
export { lookAtTls } from "./tls.ts";
export { lookAtWork } from "./work.ts";
