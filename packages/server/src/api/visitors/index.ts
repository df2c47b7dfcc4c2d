import type { ImportPort } from "../../actions/imports/index.ts";
import type { MovePort } from "../../move-in/worker/index.ts";
import type { MoveUploads } from "../../move-in/uploads.ts";
import type { ErasurePort } from "./erasures.ts";
import type { OnlineVisitorsPort } from "./online-visitors-port.ts";
import type { VisitorExportDeps } from "./export/person-zip.ts";

export { fieldValueRoutes } from "./field-values.ts";
export { blockListRoutes } from "./block-list/block-list.ts";
export { blockRoutes } from "./block-list/block-visitor.ts";
export { broadcastRoutes } from "./broadcasts/broadcasts.ts";
export { optOutRoutes } from "./broadcasts/opt-outs.ts";
export { companyRoutes } from "./companies/companies.ts";
export { erasureRoutes } from "./erasures.ts";
export { ignoredEmailRoutes } from "./ignored-emails.ts";
export { onlineVisitorsRoutes } from "./online-visitors.ts";
export { personRoutes } from "./person.ts";
export { visitorExportRoute } from "./export/visitor-export.ts";
export { visitorRoutes } from "./visitors.ts";
export { importRoutes } from "../imports/index.ts";
export { visitorImportRoutes } from "./imports/visitor-imports.ts";
export { visitorTableRoute } from "./visitor-table.ts";

export interface VisitorPorts {
  readonly onlineVisitors: OnlineVisitorsPort;
  readonly erasing: ErasurePort;
  readonly imports: ImportPort;
  readonly moves: MovePort;
  readonly moveUploads: MoveUploads;
  readonly contentOf: VisitorExportDeps["contentOf"];
}
export { segmentRoutes } from "./segments.ts";
export { dryRunRoutes } from "./trigger-dry-run.ts";
