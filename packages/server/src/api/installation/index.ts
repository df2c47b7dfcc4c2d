import type { HostNamesPort } from "../kit/route-deps.ts";
import type { AccountExportDeps } from "./account-export.ts";
import type { BackupPort } from "./backup.ts";
import type { HealthPort } from "./health.ts";
import type { InstallationDeps } from "./installation.ts";

export { exportRoutes } from "./account-export.ts";
export { auditRoutes } from "./audit-log.ts";
export { backupRoutes } from "./backup.ts";
export { healthRoute } from "./health.ts";
export { installationRoutes } from "./installation.ts";
export { mailRoutes } from "./mail.ts";
export { oauthClientRoutes } from "./oauth-clients.ts";
export { oidcRoutes } from "./oidc.ts";
export { retentionRoutes } from "./retention.ts";
export { samlRoutes } from "./saml.ts";
export { securityRoutes } from "./security.ts";

export interface InstallationPorts extends Pick<
  InstallationDeps,
  "limitFaults" | "egressTargetFault"
> {
  readonly health: HealthPort;
  readonly backups: BackupPort;
  readonly archive: AccountExportDeps["archive"];
  readonly hostNames: HostNamesPort;
}
