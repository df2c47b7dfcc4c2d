import { audit } from "./audit.ts";
import { backups } from "./backups.ts";
import { database } from "./database.ts";
import { disk } from "./disk.ts";
import { egress } from "./egress.ts";
import type { Finding, Surroundings } from "./finding.ts";
import { port } from "./port.ts";
import { services } from "./services.ts";
import { tls } from "./tls.ts";
import { work } from "./work.ts";

export type { Finding } from "./finding.ts";

/** What `parlour doctor` looks at, in the order it says it (CLI-003). */
export const checks: readonly ((around: Surroundings) => Promise<Finding[]>)[] = [
  disk,
  database,
  work,
  audit,
  backups,
  services,
  port,
  tls,
  egress,
];
