import type { Clock } from "../../core/command.ts";
import { BotFault, tooSlow } from "./answer.ts";

/**
 * Returns the result of the operation. Rejects with BotRefusalError `gateway_timeout` at the given
 * time (ms since 1970). The operation itself continues (BOT-081).
 */
export function within<T>(clock: Clock, at: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.scheduleAt(at, () => reject(new BotFault(tooSlow)));
    work.then(resolve, reject).finally(cancel);
  });
}
