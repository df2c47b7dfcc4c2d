import type { StartMessage, MessageToPage } from "../../bridge.ts";
import type { Clock } from "../../clock.ts";
import { createResponseWatchdog } from "../state/response-watchdog.ts";
import type { ChatWindowConnection } from "./connection.ts";
import type { StateStore } from "../state/store.ts";
import { createPendingInvitations } from "./pending-invitations.ts";
import type { RequestFailure } from "../state/state.ts";
import { createHistoryLoader } from "../state/history.ts";
import type { StartupFrameQueue } from "../state/startup.ts";
import { createPageData } from "./page-data.ts";
import { createReadReceipts } from "../state/read-receipts.ts";
import { generateRef, createServerRequests, type RequestFrame } from "./requests.ts";
import { createMessageSound } from "../state/message-sound.ts";
import { createOutbox } from "../state/outbox.ts";
import type { KeyValueStore } from "../storage/local-storage.ts";
import { createPageEvents } from "./page-events.ts";
import { createTypingReceiver, createTypingSender } from "../state/typing.ts";

export interface ServicesDeps extends StateStore {
  readonly start: StartMessage;
  /** Origin of the page, as the browser reports it. */
  readonly origin: string;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly post: (message: MessageToPage) => void;
  readonly connection: ChatWindowConnection;
  readonly startup: StartupFrameQueue;
  /** Plays the sound in one tab. Called for a message that no tab shows. */
  readonly playSound: (messageId: number) => void;
}
/** The services of a chat window and the objects that they share. */
export type Services = ReturnType<typeof createServices>;

/** Creates the services of one chat window and connects them. */
export function createServices(deps: ServicesDeps) {
  const { model, start, clock, connection } = deps;
  const shared = { ...deps, send: connection.send, createRef: () => generateRef(clock) };
  const requests = createServerRequests(shared);
  const watchdog = createResponseWatchdog(clock, connection.drop);
  const request = (frame: RequestFrame): Promise<RequestFailure | null> => {
    const answer = requests.send(frame);
    if (model().connection === "live") watchdog.start();
    return answer;
  };
  const readReceipts = createReadReceipts(shared);
  const playMessageSound = createMessageSound({ ...shared, isRead: readReceipts.isRead });
  return {
    ...shared,
    requests,
    watchdog,
    request,
    readReceipts,
    pageData: createPageData({ ...shared, request }),
    outbox: createOutbox({ ...shared, watchResponse: watchdog.start }),
    history: createHistoryLoader(shared),
    invitations: createPendingInvitations({ ...shared, requests }),
    onOperatorTyping: createTypingReceiver(shared),
    pageEvents: createPageEvents({
      ...shared,
      onMessage(message) {
        if (!readReceipts.isConversationVisible() && model().face.sound) playMessageSound(message);
      },
    }),
    sendTyping: createTypingSender({
      clock,
      preview: start.face.typing_preview,
      send(frame) {
        const { chat, isFresh } = model();
        if (chat !== null && chat.state !== "closed" && !isFresh) connection.send(frame);
      },
    }),
  };
}
