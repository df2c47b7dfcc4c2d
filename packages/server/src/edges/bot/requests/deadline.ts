import type { Clock } from "../../../core/command.ts";
import { BotRefusalError, gatewayTimeoutRefusal } from "../responses.ts";

/**
 * Returns the result of the operation. Rejects with BotRefusalError `gateway_timeout` at the given
 * time (ms since 1970). The operation itself continues (BOT-081).
 */
export function withDeadline<T>(clock: Clock, at: number, operation: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.scheduleAt(at, () => reject(new BotRefusalError(gatewayTimeoutRefusal)));
    operation.then(resolve, reject).finally(cancel);
  });
}
