import type { AccountExportDeps } from "./account-export.ts";
import type { HealthPort } from "./health.ts";
import type { InstallationDeps } from "./installation.ts";

export { exportRoutes } from "./account-export.ts";
export { auditRoutes } from "./audit-log.ts";
export { healthRoute } from "./health.ts";
export { installationRoutes } from "./installation.ts";
export { mailRoutes } from "./mail.ts";
export { oidcRoutes } from "./oidc.ts";
export { retentionRoutes } from "./retention.ts";
export { securityRoutes } from "./security.ts";

export interface InstallationPorts extends Pick<
  InstallationDeps,
  "limitFaults" | "egressTargetFault"
> {
  readonly health: HealthPort;
  readonly archive: AccountExportDeps["archive"];
}
