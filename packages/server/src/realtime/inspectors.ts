import type { Inspected } from "@parlour/protocol/api";
import { masksText, may } from "../auth/index.ts";
import { textFrames } from "./frame.ts";
import type { Sockets } from "./sockets.ts";

/** One item for every socket that follows the inspector (API-052); rights are looked at again, they may have changed since it asked. */
export function tellInspectors(
  sockets: Sockets,
  account: number,
  told: { readonly item: Inspected; readonly masked: Inspected; readonly skipped: number },
): void {
  const { skipped } = told;
  const frameOf = (item: Inspected): Buffer => textFrames([JSON.stringify({ type: "inspected", item, skipped })]);
  let plain: Buffer | null = null;
  let masked: Buffer | null = null;
  for (const connection of sockets.hub(account)?.inspectors ?? []) {
    const { principal } = connection;
    if (!may(principal, "deliveries.read")) continue;
    if (masksText(principal)) sockets.give(connection, (masked ??= frameOf(told.masked)), 0);
    else sockets.give(connection, (plain ??= frameOf(told.item)), 0);
  }
}
