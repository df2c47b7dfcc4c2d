export { backupBeforeUpgrade, findUpgradeCopy, hasAccount } from "./before-upgrade.ts";
export { recordBackup } from "./latest.ts";
export { readManifest, type BackupManifest } from "./manifest.ts";
export { restoreBackup } from "./restore.ts";
export { startBackupWorker } from "./worker.ts";
export { writeBackup } from "./write.ts";
