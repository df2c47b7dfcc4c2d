/** What happens to a request instead of its usual answer. */
type Fault =
  | { readonly kind: "error"; readonly code: number; readonly status?: number }
  /** The connection ends without an answer, before or after the request has an effect. */
  | { readonly kind: "cut" | "cut_after" }
  /** No answer ever arrives, before or after the request has an effect. */
  | { readonly kind: "hang" | "hang_after" }
  | { readonly kind: "slow"; readonly ms: number };

export interface Faults {
  /** Number of times that each webhook is sent again after an answer with 200. */
  webhookRepeats: number;
  /**
   * Applies a fault to `times` requests whose method and path contain `match`, such as `POST` or
   * `/messages`, after the next `skip` of them.
   */
  add(
    fault: Fault,
    options?: { readonly match?: string; readonly times?: number; readonly skip?: number },
  ): void;
  clear(): void;
  take(request: string): Fault | null;
}

export function createFaults(): Faults {
  let planned: { readonly fault: Fault; readonly match: string; left: number; skip: number }[] = [];
  return {
    webhookRepeats: 0,
    add: (fault, { match = "", times = 1, skip = 0 } = {}) =>
      void planned.push({ fault, match, left: times, skip }),
    clear: () => void (planned = []),
    take(request) {
      const found = planned.find(({ match, left }) => left > 0 && request.includes(match));
      if (found === undefined) return null;
      if (found.skip > 0) {
        found.skip -= 1;
        return null;
      }
      found.left -= 1;
      return found.fault;
    },
  };
}
