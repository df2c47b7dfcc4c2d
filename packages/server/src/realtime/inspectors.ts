import type { InspectedRequest } from "@parlour/protocol/api";
import { mustMaskText, can } from "../auth/index.ts";
import { textFrames } from "./frame.ts";
import type { Sockets } from "./sockets.ts";

/**
 * Sends one item to every socket that subscribes to the request inspector (API-052). Checks the
 * permission again, because it may have changed since the subscription.
 */
export function tellInspectors(
  sockets: Sockets,
  account: number,
  told: { readonly item: InspectedRequest; readonly masked: InspectedRequest; readonly skipped: number },
): void {
  const { skipped } = told;
  const frameOf = (item: InspectedRequest): Buffer => textFrames([JSON.stringify({ type: "inspected", item, skipped })]);
  let plain: Buffer | null = null;
  let masked: Buffer | null = null;
  for (const connection of sockets.hub(account)?.inspectors ?? []) {
    const { principal } = connection;
    if (!can(principal, "deliveries.read")) continue;
    if (mustMaskText(principal)) sockets.give(connection, (masked ??= frameOf(told.masked)), 0);
    else sockets.give(connection, (plain ??= frameOf(told.item)), 0);
  }
}
