import type { closeCodes as protocolCodes } from "@parlour/protocol";
import { scatteredDelay } from "./retries.ts";
import type { ConnectionState, SocketDeps } from "./socket.ts";

/** API-105. Written again, because the schemas of the protocol would bring their library into every page. */
export const closeCodes = { signedOut: 4001, restarting: 1012 } as const satisfies Partial<typeof protocolCodes>;
const firstDelayMs = 500;

/** When a lost connection is dialled again, and since when it is lost (API-105). */
export function createRedial({ timers, random }: Pick<SocketDeps, "timers" | "random">, dial: () => void) {
  let failures = 0;
  let offlineSince: number | null = null;
  let timer: unknown = null;
  let next = dial;
  const due = () => {
    timer = null;
    next();
  };
  const wait = (delay: number, run: () => void): ConnectionState => {
    offlineSince ??= timers.now();
    timers.clear(timer);
    next = run;
    timer = timers.set(due, delay);
    return { kind: "offline", since: offlineSince, nextTryAt: timers.now() + delay };
  };
  return {
    offlineSince: () => offlineSince,
    /** Lost: the next try follows, and what is shown until then. */
    later: (code: number) => wait(delayAfter(code, failures++, random()), dial),
    /** The server asks for another hello on the same socket, after so many seconds or by chance up to twice as many (API-165). */
    greetLater: (seconds: number, greet: () => void) => wait(Math.round(seconds * 1000 * (1 + random())), greet),
    /** False when no try is waited for. One under way may still fail for the old reason: the next one then follows soon. */
    atOnce(): boolean {
      failures = 0;
      if (timer === null) return false;
      timers.clear(timer);
      due();
      return true;
    },
    succeeded() {
      failures = 0;
      offlineSince = null;
    },
    stop: () => timers.clear(timer),
  };
}

/** 1012: 0–2 s of chance, so that a restart is not followed by a crowd (API-105). Else doubling, half of it by chance, 30 s at most. */
export function delayAfter(code: number, failures: number, random: number): number {
  if (code === closeCodes.restarting && failures === 0) return Math.round(random * 2000);
  return Math.round(scatteredDelay(firstDelayMs, failures, random));
}
