import type { Presence } from "../../core/entity.ts";

/** Who is here, as far as this node knows (CORE-010). */
export interface Here {
  of(account: number, operatorId: number): Presence;
  /** Since when somebody is offline; of one never seen: since the node began. Milliseconds since 1970. */
  offlineSince(account: number, operatorId: number): number;
  onChange(listener: (account: number, operatorId: number, status: Presence) => void): () => void;
}
export const nobodyHere: Here = { of: () => "offline", offlineSince: () => Infinity, onChange: () => () => undefined };
