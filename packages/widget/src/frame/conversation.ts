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
  /** Of the page, as the browser says. */
  readonly origin: string;
  readonly dial: Dial;
  readonly clock: Clock;
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  /** The model moved: draw it. */
  readonly changed: (model: Model) => void;
  /** A message arrived that no tab shows: sound, in one tab. */
  readonly rang: (messageId: number) => void;
}
export interface Conversation {
  readonly acts: Acts;
  readonly model: () => Model;
  readonly heard: (message: Heard) => void;
  /** The browser tab came to the front or left it. */
  readonly seenBy: (isVisible: boolean) => void;
  /** The network came or went. */
  readonly network: (isThere: boolean) => void;
}

/**
 * The talk of one window: what the server says becomes the model, what the visitor does goes out exactly once and in order (WG-082, WG-086).
 * Knows no document, so that its laws are tested with a clock and a server in memory.
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
        // A machine that slept, a phone that was elsewhere: the browser may hold a dead line for alive.
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

/** The visitor is forgotten (WG-064): the server hears it, and nothing of him is kept or waited for. */
function leave({ connection, store, said, reading, requests, ref }: Parts): void {
  connection.send({ type: "forget", ref: ref() });
  connection.drop();
  for (const key of store.keys()) store.write(key, null);
  said.forget();
  reading.forget();
  requests.forget();
}

/** What stays of the model is about the page, not about its visitor. */
function forgotten({ model, clock }: Parts): Model {
  const { accent, situation, greeting } = model();
  return { ...newModel(model()), accent, situation, greeting, lostAt: clock.now() };
}

function firstModel({ start, store, clock }: ConversationDeps): Model {
  const now = clock.now();
  return { ...newModel(start), lostAt: now, ...keptOf(store, now) };
}
