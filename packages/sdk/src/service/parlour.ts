import { openEvents } from "../events/event-feed.ts";
import type { EventFeed, EventName, EventOptions } from "../events/types.ts";
import type { ServerAddress } from "../http/address.ts";
import type { HttpOptions } from "../http/send.ts";
import type { Timing } from "../http/time.ts";
import type { WebSocketConstructor } from "../events/types.ts";
import type { OperationMethods } from "./operation-types.ts";
import { createOperations } from "./operations.ts";

export interface ParlourOptions extends HttpOptions {
  /** Address of the installation (`PUBLIC_URL`), such as `https://chat.example`. */
  readonly url: string;
  /** API key, from Settings → API keys. */
  readonly apiKey: string;
  /**
   * Called with the new address after the account has moved to another installation. The client
   * follows by itself, so store the address for the next start.
   */
  readonly onMoved?: (url: string) => void;
  /**
   * Replaces the `WebSocket` of the runtime. Node before 22 has none: pass that of `ws`.
   */
  readonly WebSocket?: WebSocketConstructor;
}

/**
 * A client of the service API. It has a method for each operation, and `events`. The methods throw
 * `ParlourError`.
 */
export interface Parlour extends OperationMethods {
  /**
   * Follows the events of the account, each exactly once, until the loop or the signal ends it.
   * Reconnects after every interruption and continues at its cursor. Throws a `ParlourError` if the
   * key is not accepted, and with code `cursor_gone` if the cursor has no continuation and there is
   * no `onReset`.
   */
  events<Name extends EventName = EventName>(options?: EventOptions<Name>): EventFeed<Name>;
}

/** Creates a client. Sends no request. Tests pass the timing. */
export function openParlour(options: ParlourOptions, timing: Timing): Parlour {
  const address: ServerAddress = {
    url: options.url.replace(/\/+$/, ""),
    onMoved: options.onMoved,
  };
  const deps = { ...options, ...timing, address };
  return Object.assign(createOperations(deps), {
    events: <Name extends EventName>(eventOptions: EventOptions<Name> = {}) =>
      openEvents(deps, eventOptions),
  });
}
