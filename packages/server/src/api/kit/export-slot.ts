import type { FastifyReply } from "fastify";
import { refuse } from "../../core/failure.ts";
import type { SharedSlots } from "../../limits/index.ts";

/** Maximum number of concurrent exports per account, on all nodes together. */
export const maxExports = 2;

export interface ExportSlotDeps {
  /** Slots of concurrent exports by account, `maxExports` for each. */
  readonly exportSlots: SharedSlots;
}

/** Takes a slot for an export or import. Throws `rate_limited` if there is none. */
export async function acquireExportSlot(
  { exportSlots }: ExportSlotDeps,
  account: number,
): Promise<() => void> {
  const release = await exportSlots.acquire(String(account));
  return (
    release ??
    refuse(
      "rate_limited",
      "Two exports of this account are running. Try again when one has finished.",
      { retryAfterMs: 5_000 },
    )
  );
}

/** Takes a slot for an export until its response ends. Throws `rate_limited` if there is none. */
export async function takeExportSlot(
  deps: ExportSlotDeps,
  account: number,
  reply: FastifyReply,
): Promise<void> {
  const release = await acquireExportSlot(deps, account);
  // The client may have disconnected while other nodes were asked.
  if (reply.raw.destroyed) release();
  else reply.raw.once("close", release);
}
