import type { Message, Reaction } from "../../core/entity.ts";
import type { Claim } from "../../delivery/queue/index.ts";
import type { DeliveryDriver, OutcomeText } from "../../delivery/index.ts";
import type { ChangeReporter } from "../ports.ts";

/** Returns the changed message of a delivery, or null if it sends something else (CORE-430). */
export const findChangedMessage = ({ source: { entry } }: Claim): Message | null =>
  entry.name === "message_updated"
    ? (JSON.parse(entry.body) as { readonly message: Message }).message
    : null;

/** Returns the reaction that a delivery sends, or null if it sends something else (CORE-441). */
export const findSentReaction = (claim: Claim): Reaction | null =>
  findChangedMessage(claim)?.reactions?.find(
    ({ change }) => change?.delivery_id === claim.delivery.id,
  ) ?? null;

/**
 * Adds to a driver that the message of a change gets its result (CORE-431). Everything may run
 * twice.
 */
export function withChangeReports(driver: DeliveryDriver, outbox: ChangeReporter): DeliveryDriver {
  const report = async (
    claim: Claim,
    state: "confirmed" | "refused",
    error: OutcomeText | null,
  ): Promise<void> => {
    const message = findChangedMessage(claim);
    const result = { deliveryId: claim.delivery.id, state, error };
    if (message !== null) await outbox.reportChange(message, result, claim.account);
  };
  return {
    ...driver,
    async buildRequest(claim) {
      const built = await driver.buildRequest(claim);
      if ("settled" in built) await report(claim, "confirmed", built.settled);
      if ("never" in built)
        await report(claim, "refused", { code: built.never, message: built.message });
      return built;
    },
    async afterAttempt(claim, ended) {
      const { state, verdict } = ended;
      if (state === "delivered") await report(claim, "confirmed", null);
      else if (state !== "pending")
        await report(claim, "refused", verdict.shownAtEnd ?? verdict.error);
      return (await driver.afterAttempt?.(claim, ended)) ?? null;
    },
  };
}
