import type { Heard, Start, ToPage } from "../bridge.ts";
import type { Clock } from "../clock.ts";
import { makeActs, type Acts, type Server } from "./acts.ts";
import { connect, type Dial } from "./connection.ts";
import { hearPage } from "./hearing.ts";
import { holdModel } from "./held.ts";
import { helloOf } from "./hello.ts";
import { keptOf, withKept } from "./kept.ts";
import { newModel, type Model } from "./model.ts";
import { openingOf } from "./opening.ts";
import { timeOutage } from "./outage.ts";
import { openParts, type Parts } from "./parts.ts";
import { hearServer } from "./server-said.ts";
import type { Store } from "./store.ts";

export interface ConversationDeps {
  readonly start: Start;
  /** Origin of the page, as reported by the browser. */
  readonly origin: string;
  readonly dial: Dial;
  readonly clock: Clock;
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  /** The state changed and must be rendered. */
  readonly changed: (model: Model) => void;
  /** A message arrived that no tab shows. Plays the sound, in one tab. */
  readonly rang: (messageId: number) => void;
}
export interface Conversation {
  readonly acts: Acts;
  readonly model: () => Model;
  readonly heard: (message: Heard) => void;
  /** The browser tab became visible or hidden. */
  readonly seenBy: (isVisible: boolean) => void;
  /** The browser went online or offline. */
  readonly network: (isThere: boolean) => void;
}

/**
 * Connects server, state and actions of one chat window. Messages of the visitor are sent exactly
 * once and in order (WG-082, WG-086). It does not use the document, so that tests run it with a
 * manual clock and a server in memory.
 */
export function openConversation(deps: ConversationDeps): Conversation {
  const { start, clock, store, post } = deps;
  const { model, set } = holdModel(firstModel(deps), deps);
  let { token } = start;
  const keepToken = (next: string | null): void => {
    token = next;
    post({ type: "token", token });
  };
  const opening = openingOf({
    store,
    opened: () => set(withKept(model(), keptOf(store, clock.now()))),
    carryOut: (frame) => server.carryOut(frame),
  });
  const connection = connect({
    ...deps,
    hello: () => helloOf(parts, token),
    onFrame: opening.onFrame,
    onLost: (isRefused) => server.lost(isRefused),
  });
  const parts = openParts({ ...deps, model, set, opening, connection });
  const server = hearServer({ ...parts, keepToken });
  const acts = makeActs({
    ...parts,
    server: (): Server | null =>
      token === null ? null : { base: start.face.base, headers: { authorization: `Bearer ${token}`, ...parts.said.headers() } },
  });
  const forget = (): void => {
    leave(parts);
    keepToken(null);
    set(forgotten(parts));
    connection.retry();
  };
  timeOutage(parts);
  deps.changed(model());
  return {
    acts,
    model,
    heard: hearPage({ ...parts, acts, forget }),
    seenBy(visible) {
      if (visible) {
        connection.retry();
        // After sleep, the browser may report a dead connection as open.
        parts.older.probe();
      }
      parts.reading.seenBy(visible);
    },
    network(isThere) {
      if (isThere) connection.retry();
      else connection.drop();
    },
  };
}

/**
 * Removes the visitor (WG-064): notifies the server, clears the storage and cancels pending
 * requests.
 */
function leave({ connection, store, said, reading, requests, ref }: Parts): void {
  connection.send({ type: "forget", ref: ref() });
  connection.drop();
  for (const key of store.keys()) store.write(key, null);
  said.forget();
  reading.forget();
  requests.forget();
}

/** Returns the part of the state that belongs to the page, not to the visitor. */
function forgotten({ model, clock }: Parts): Model {
  const { accent, situation, greeting } = model();
  return { ...newModel(model()), accent, situation, greeting, lostAt: clock.now() };
}

function firstModel({ start, store, clock }: ConversationDeps): Model {
  const now = clock.now();
  return { ...newModel(start), lostAt: now, ...keptOf(store, now) };
}
