import type { WidgetMessage } from "@parlour/protocol/widget";
import { defaultWidgetSettings } from "@parlour/protocol/settings/widget-settings";
import {
  openRawWindowSocket,
  type RawClientSocket,
} from "../../bench/harness/raw-client-socket.ts";
import type { StartMessage } from "../../packages/widget/src/bridge.ts";
import { browserClock } from "../../packages/widget/src/clock.ts";
import { createMemoryStorage } from "../../packages/widget/src/frame/storage/local-storage.ts";
import type { ChatWindowState } from "../../packages/widget/src/frame/state/state.ts";
import { createChatClient } from "../../packages/widget/src/frame/transport/chat-client.ts";
import { recordState, type TimeInterval } from "./time-interval.ts";

/** The chat window of a new visitor without its screen. Records what it shows. */
export interface WindowClient {
  /** Writes a message. Returns false if too many wait for a response. */
  sendMessage(text: string): boolean;
  /** Texts of the visitor's messages that the window shows as sent, in the order of arrival. */
  readonly sent: readonly string[];
  /** Texts of the shown messages of operators, in the order of arrival. */
  readonly replies: readonly string[];
  /**
   * Times in which the connected window knew of no available operator. Without a chat, it shows the
   * offline form then.
   */
  readonly offline: readonly TimeInterval[];
  /** Times without a live connection, after the first one. */
  readonly lost: readonly TimeInterval[];
  isLive(): boolean;
  /** Returns the number of messages that the window does not show as sent. */
  countUnsent(): number;
  /** Resolves when the window is live. */
  waitUntilLive(): Promise<void>;
  close(): void;
}

/** Opens the chat window of a widget at a port of this machine. */
export function openWindowClient({
  port,
  widgetId,
}: {
  readonly port: number;
  readonly widgetId: string;
}): WindowClient {
  const recorder = createRecorder();
  let isOpen = true;
  let isLive = false;
  const waiting = new Set<() => void>();
  const sockets = new Set<RawClientSocket>();
  const { actions, model } = createChatClient({
    start: createStartMessage(port, widgetId),
    origin: site,
    openSocket: openRawWindowSocket({ port }, (socket) => sockets.add(socket)),
    clock: {
      ...browserClock,
      after: (ms, run) =>
        browserClock.after(ms, () => {
          if (isOpen) run();
        }),
    },
    store: createMemoryStorage(),
    post: () => undefined,
    onChange(state) {
      if (!isOpen) return;
      recorder.record(state);
      isLive = state.connection === "live";
      if (!isLive) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    playSound: () => undefined,
  });
  return {
    ...recorder,
    sendMessage: (text) => actions.sendMessage(text),
    isLive: () => isLive,
    countUnsent: () => model().outbox.length,
    waitUntilLive: () =>
      isLive ? Promise.resolve() : new Promise((resolve) => void waiting.add(() => resolve())),
    close() {
      isOpen = false;
      for (const socket of sockets) socket.close();
    },
  };
}

/** Records the states of a window. */
function createRecorder() {
  const sent: string[] = [];
  const replies: string[] = [];
  const offline: TimeInterval[] = [];
  const lost: TimeInterval[] = [];
  const knownIds = new Set<number>();
  let hasBeenLive = false;
  const recordMessage = ({ id, from, text }: WidgetMessage): void => {
    if (knownIds.has(id)) return;
    knownIds.add(id);
    if (from === "visitor") sent.push(text);
    if (from === "operator") replies.push(text);
  };
  const record = ({ connection, situation, messages }: ChatWindowState): void => {
    const isLive = connection === "live";
    hasBeenLive ||= isLive;
    if (hasBeenLive) recordState(lost, !isLive);
    recordState(offline, isLive && situation?.mode === "offline");
    for (const message of messages) recordMessage(message);
  };
  return { sent, replies, offline, lost, record };
}

const site = "https://shop.example";
/** Returns the first message of a page without a stored token. */
function createStartMessage(port: number, widgetId: string): StartMessage {
  const url = `${site}/`;
  const base = `http://127.0.0.1:${port}/widget`;
  return {
    type: "start",
    face: {
      ...defaultWidgetSettings,
      id: widgetId,
      name: "Shop",
      on_accent: "#fff",
      base,
      frame: `${base}/frame/${widgetId}`,
      rules: [],
    },
    token: null,
    userToken: null,
    page: { url, title: "Shop", referrer: "", first: url, visits: 1, pages: 1 },
    language: "en",
    origin: site,
    state: "chat",
    dark: false,
    phone: false,
    kept: "always",
    situation: null,
  };
}
