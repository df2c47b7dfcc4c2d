import type { Deliveries } from "../../delivery/report/index.ts";
import type { Files } from "../../files/index.ts";
import type { Realtime } from "../../realtime/index.ts";

/** The parts of the server that exist only after the connectors. */
export interface LateParts {
  readonly files: Files;
  /** Marks a message that was delivered as failed (CORE-289). */
  readonly failDelivered: Deliveries["failDelivered"];
  readonly realtime: Realtime;
}
