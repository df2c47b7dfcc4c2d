import type { InspectedRequest } from "@parlour/protocol/api";
import { mustMaskText, can } from "../../auth/index.ts";
import { encodeTextFrames } from "../websocket-frame.ts";
import type { OperatorSockets } from "./operator-sockets.ts";

/**
 * Sends one item to every socket that subscribes to the request inspector (API-335). Checks the
 * permission again, because it may have changed since the socket subscribed.
 */
export function publishToInspectors(
  sockets: OperatorSockets,
  account: number,
  views: {
    readonly item: InspectedRequest;
    readonly masked: InspectedRequest;
    readonly skipped: number;
  },
): void {
  const { skipped } = views;
  const encodeItem = (item: InspectedRequest): Buffer =>
    encodeTextFrames([JSON.stringify({ type: "inspected", item, skipped })]);
  let plain: Buffer | null = null;
  let masked: Buffer | null = null;
  for (const connection of sockets.hub(account)?.inspectors ?? []) {
    const { principal } = connection;
    if (!can(principal, "deliveries.read")) continue;
    if (mustMaskText(principal)) sockets.send(connection, (masked ??= encodeItem(views.masked)), 0);
    else sockets.send(connection, (plain ??= encodeItem(views.item)), 0);
  }
}
