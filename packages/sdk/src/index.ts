import { systemTiming } from "./http/time.ts";
import { openParlour, type Parlour, type ParlourOptions } from "./service/parlour.ts";

export { ParlourError } from "./parlour-error.ts";
export type { HttpOptions } from "./http/send.ts";
export type { Parlour, ParlourOptions } from "./service/parlour.ts";
export type {
  CallOptions,
  OperationArguments,
  OperationName,
  OperationResult,
  PagePromise,
  Schemas,
} from "./service/operation-types.ts";
export type {
  EventFeed,
  EventName,
  EventOptions,
  EventTransport,
  ParlourEvent,
  SocketSignal,
  WebSocketConstructor,
} from "./events/types.ts";

/** Creates a client of the service API of an installation. Sends no request. */
export function createParlour(options: ParlourOptions): Parlour {
  return openParlour(options, systemTiming);
}
