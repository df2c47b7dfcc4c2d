import type { Clock } from "../../core/ports.ts";
import { BotFault, tooSlow } from "./answer.ts";

/** What `work` gives, or BotFault `gateway_timeout` at that time (ms since 1970); the work itself goes on (BOT-081). */
export function within<T>(clock: Clock, at: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.alarm(at, () => reject(new BotFault(tooSlow)));
    work.then(resolve, reject).finally(cancel);
  });
}
