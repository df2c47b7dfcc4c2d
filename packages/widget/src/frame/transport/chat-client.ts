import type { PageMessage, StartMessage, MessageToPage } from "../../bridge.ts";
import type { Clock } from "../../clock.ts";
import { createVisitorActions, type VisitorActions, type ServerAccess } from "../actions.ts";
import { openChatWindowConnection, type OpenSocket } from "./connection.ts";
import { createPageMessageHandler } from "./handle-page-message.ts";
import { createStateStore, type StateStore } from "../state/store.ts";
import { loadStoredState, restoreState } from "../state/stored-state.ts";
import { createInitialState, getCurrentChatId, isCallActive } from "../state/reducer.ts";
import type { ChatWindowState } from "../state/state.ts";
import { createStartupFrameQueue } from "../state/startup.ts";
import { startOutageTimer } from "../state/outage-timer.ts";
import { createServices, type Services } from "./services.ts";
import { createServerFrameHandler } from "./handle-server-frame.ts";
import type { KeyValueStore } from "../storage/local-storage.ts";
import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { PageData } from "./page-data.ts";
import type { PageEvents } from "./page-events.ts";

export interface ChatClientDeps {
  readonly start: StartMessage;
  /** Origin of the page, as the browser reports it. */
  readonly origin: string;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly post: (message: MessageToPage) => void;
  /** Called after the state has changed. The caller must render the new state. */
  readonly onChange: (model: ChatWindowState) => void;
  /** Plays the sound in one tab. Called for a message that no tab shows. */
  readonly playSound: (messageId: number) => void;
}
export interface ChatClient {
  readonly actions: VisitorActions;
  readonly model: () => ChatWindowState;
  readonly handlePageMessage: (message: PageMessage) => void;
  /** Sets whether the browser tab is visible. */
  readonly setVisible: (isVisible: boolean) => void;
  /** Sets whether the browser is online. */
  readonly setOnline: (isThere: boolean) => void;
}

/**
 * Connects server, state and actions of one chat window. Messages of the visitor are sent exactly
 * once and in order (WG-082, WG-086). The client does not use the document, so tests can run it
 * with a manual clock and an in-memory server.
 */
export function createChatClient(deps: ChatClientDeps): ChatClient {
  const { start, clock, store, post } = deps;
  const { model, set } = createStateStore(loadInitialState(deps), deps);
  let { token } = start;
  const saveToken = (next: string | null): void => {
    token = next;
    post({ type: "token", token });
  };
  const startup = createStartupFrameQueue({
    store,
    onReady: () => set(restoreState(model(), loadStoredState(store, clock.now()))),
    handleFrame: (frame) => server.handleFrame(frame),
  });
  const connection = openChatWindowConnection({
    ...deps,
    hello: () => buildHello(services, token),
    onFrame: startup.onFrame,
    onLost: (isRefused) => server.onDisconnect(isRefused),
  });
  const services = createServices({ ...deps, model, set, startup, connection });
  const server = createServerFrameHandler({ ...services, saveToken });
  const actions = createVisitorActions(services, {
    loadEarlier: () => services.history.load(),
    setAtEnd: services.readReceipts.setAtEnd,
    getServer: (): ServerAccess | null =>
      token === null
        ? null
        : {
            base: start.face.base,
            headers: { authorization: `Bearer ${token}`, ...services.pageData.getHeaders() },
          },
  });
  const onErase = (): void => {
    removeVisitor(services);
    saveToken(null);
    set(getPageState(services));
    connection.reconnect();
  };
  startOutageTimer(services);
  deps.onChange(model());
  return {
    actions,
    model,
    handlePageMessage: createPageMessageHandler({ ...services, actions, onErase }),
    setVisible(visible) {
      if (visible) connection.reconnect();
      services.readReceipts.setVisible(visible);
    },
    setOnline(isThere) {
      if (isThere) connection.reconnect();
      else connection.drop();
    },
  };
}

/** Removes the visitor (WG-064): server, storage and pending requests. */
function removeVisitor({
  connection,
  store,
  pageData,
  readReceipts,
  requests,
  createRef,
}: Services): void {
  connection.send({ type: "forget", ref: createRef() });
  connection.drop();
  for (const key of store.keys()) store.write(key, null);
  pageData.clear();
  readReceipts.clear();
  requests.failAll();
}

/** Returns a state that contains only the values of the page, without those of the visitor. */
function getPageState({ model, clock }: Services): ChatWindowState {
  const { accent, situation, greeting } = model();
  return { ...createInitialState(model()), accent, situation, greeting, lostAt: clock.now() };
}

function loadInitialState({ start, store, clock }: ChatClientDeps): ChatWindowState {
  const now = clock.now();
  return { ...createInitialState(start), lostAt: now, ...loadStoredState(store, now) };
}

type HelloFrame = Extract<WidgetClientFrame, { type: "hello" }>;
interface HelloDeps extends Pick<StateStore, "model"> {
  readonly start: StartMessage;
  /** Origin of the page, as the browser reports it. */
  readonly origin: string;
  readonly store: KeyValueStore;
  readonly pageData: Pick<PageData, "buildHelloFields">;
  readonly pageEvents: PageEvents;
}

/**
 * Builds the first frame of a connection. It contains the visitor's token and the `seq` of the last
 * received message (WG-086).
 */
function buildHello(
  { start, origin, store, model, pageData, pageEvents }: HelloDeps,
  token: string | null,
): HelloFrame {
  const chat = getCurrentChatId(model());
  const { call, receivedSeq } = model();
  // A call may have ended while there was no connection or page. If its id is sent, the welcome
  // contains the result of the call.
  const activeCallId = call !== null && isCallActive(call) ? call.id : pageEvents.getActiveCallId();
  // Fields that are undefined are not part of the JSON.
  return {
    type: "hello",
    widget_id: start.face.id,
    token,
    after: chat === 0 ? null : { chat_id: chat, seq: receivedSeq },
    ...pageData.buildHelloFields(),
    language: start.language.slice(0, 35),
    origin,
    cookies: start.cookies,
    call: activeCallId ?? undefined,
    sealed: store.unlock && true,
  } as HelloFrame;
}
