import { createConnection } from "@parlour/client";
import type { Cursor, ServerFrame } from "@parlour/protocol";
import {
  openRawClientSocket,
  type RawClientSocket,
} from "../../bench/harness/raw-client-socket.ts";
import { createTextRecord } from "./text-record.ts";
import { recordState, type TimeInterval } from "./time-interval.ts";

/** The client of the operator application without its screens. Records what it receives. */
export interface OperatorClient {
  /** Positions of the received events, in the order of their arrival. */
  readonly positions: readonly number[];
  /** Texts of the received messages of visitors and operators, in the order of their arrival. */
  readonly texts: readonly string[];
  /** Events that arrived again on one socket, and chats whose messages arrived with a gap. */
  readonly faults: readonly string[];
  /** Status of operators by id, as the application shows it. */
  readonly presence: ReadonlyMap<number, string>;
  /** Longest time between two events, in milliseconds. */
  longestPauseMs(): number;
  isLive(): boolean;
  /** Whether the session of the client has ended. */
  isSignedOut(): boolean;
  /** Times without a live connection, after the first one. */
  readonly lost: readonly TimeInterval[];
  /** Returns the number of sockets that the client has opened, including failed attempts. */
  countOpened(): number;
  /** Resolves when the client is live. */
  waitUntilLive(): Promise<void>;
  close(): void;
}

/**
 * Opens a client. `headers` contain the credentials. `reload` returns the texts of all messages, if
 * the client may have to read them again. Absent: that is a fault.
 */
export function openOperatorClient(options: {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reload?: (() => Promise<readonly string[]>) | undefined;
}): OperatorClient {
  const { reload } = options;
  const recorder = createRecorder(reload !== undefined);
  let rawSocket: RawClientSocket | null = null;
  let state = "connecting";
  let opened = 0;
  const lost: TimeInterval[] = [];
  const waiting = new Set<() => void>();
  const connection = createConnection({
    open() {
      opened++;
      return (rawSocket = openRawClientSocket({
        ...options,
        path: "/api/v1/socket",
        onText: recorder.createSocketCheck(),
      }));
    },
    timers: {
      now: () => Date.now(),
      set: (run, ms) => setTimeout(run, ms),
      clear: (timer) => clearTimeout(timer as NodeJS.Timeout),
    },
    random: Math.random,
    cursor: recorder.cursor,
    onFrame: recorder.record,
    onState(next) {
      if (state === "live" || lost.length > 0) recordState(lost, next.kind !== "live");
      state = next.kind;
      if (state !== "live") return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    // A page reads its lists over HTTP. Here nothing shows them, so the socket need not wait.
    onReset() {
      void reload?.().then(recorder.addLoaded);
      return Promise.resolve();
    },
  });
  return {
    ...recorder,
    isLive: () => state === "live",
    isSignedOut: () => state === "signed_out",
    lost,
    countOpened: () => opened,
    waitUntilLive: () =>
      state === "live"
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.add(() => resolve())),
    close() {
      connection.close();
      rawSocket?.close();
    },
  };
}

/** Records the frames of a client, and compares each event with the previous ones. */
function createRecorder(canReload: boolean) {
  const positions: number[] = [];
  const { texts, add, addLoaded } = createTextRecord();
  const faults: string[] = [];
  const presence = new Map<number, string>();
  const lastSeqs = new Map<number, number>();
  let cursor: Cursor | null = null;
  let lastEventAt: number | null = null;
  let longestPauseMs = 0;
  const recordEvent = (frame: Extract<ServerFrame, { type: "event" }>): void => {
    // While a client moves, both sockets send events. Its state ignores what it has.
    if (frame.position <= (cursor?.position ?? 0)) return;
    positions.push(frame.position);
    const now = performance.now();
    longestPauseMs = Math.max(longestPauseMs, now - (lastEventAt ?? now));
    lastEventAt = now;
    cursor = { epoch: cursor?.epoch ?? "", position: frame.position };
    if (frame.name !== "message_created") return;
    const { chat_id: chat, seq, text, author } = frame.data.message;
    const previous = lastSeqs.get(chat);
    if (previous !== undefined && seq !== previous + 1)
      faults.push(`chat ${chat}: message ${seq} after ${previous}`);
    lastSeqs.set(chat, seq);
    if (author.kind === "visitor" || author.kind === "operator") add(text);
  };
  const record = (frame: ServerFrame): void => {
    if (frame.type === "ready") {
      cursor ??= { epoch: frame.epoch, position: frame.position };
      presence.clear();
      for (const entry of frame.presence) presence.set(entry.operator_id, entry.status);
    } else if (frame.type === "reset") {
      if (!canReload) faults.push(`reset at ${frame.position}`);
      lastSeqs.clear();
      cursor = { epoch: frame.epoch, position: frame.position };
    } else if (frame.type === "presence") presence.set(frame.operator_id, frame.status);
    else if (frame.type === "event") recordEvent(frame);
  };
  /** Returns the check of one socket: its events ascend. */
  const createSocketCheck = (): ((text: string) => void) => {
    let last = 0;
    return (text) => {
      const { type, position } = JSON.parse(text) as { type: string; position: number };
      if (type !== "event") return;
      if (position <= last) faults.push(`event ${position} after ${last} on one socket`);
      last = position;
    };
  };
  return {
    positions,
    texts,
    addLoaded,
    faults,
    presence,
    record,
    createSocketCheck,
    cursor: () => cursor,
    longestPauseMs: () => longestPauseMs,
  };
}
