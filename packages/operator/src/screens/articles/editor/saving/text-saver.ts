import { ApiError } from "@parlour/client";
import type { Article } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { createEventEmitter } from "../../../../state/api/event-emitter.ts";
import type { Clock } from "../../../../state/clock.ts";

/** What an operator writes. */
export interface WrittenText {
  readonly title: string;
  readonly body: string;
}

/** A text on this device that is not stored yet. `version`: the stored text that it is based on. */
export interface LocalText extends WrittenText {
  readonly version: number;
}

export interface SaverState {
  readonly text: WrittenText;
  /** Changes when the text of the field was replaced by something else than typing. */
  readonly revision: number;
  /** Version of the stored text that this one is based on. */
  readonly version: number;
  readonly status: "saved" | "waiting" | "saving" | "offline" | "failed" | "conflict";
  /** Why the text was not stored. */
  readonly error: unknown;
  /** What somebody else has stored meanwhile. */
  readonly newer: Article | null;
}

type TextChange = Partial<WrittenText> & {
  readonly version: number;
  readonly state?: Article["state"];
};

interface SaverDeps {
  readonly stored: Article;
  readonly local: LocalText | null;
  readonly clock: Clock;
  /** Writes the text to this device. Null: it is stored. */
  readonly writeLocal: (text: LocalText | null) => void;
  /** Changes the stored text. Without title and body, they stay as they are. */
  readonly store: (change: TextChange) => Promise<Article>;
  /** Loads the stored text. */
  readonly load: () => Promise<Article>;
}

/** Time in milliseconds between the last key and the storing of the text. */
const saveDelayMs = 3_000;

/**
 * Stores what is written in an article: some seconds after the last key, as unpublished changes
 * (ART-060). Each key is written to this device first. A text that somebody else has changed
 * meanwhile is not overwritten: the operator decides (ART-061).
 */
export class TextSaver {
  readonly #deps: SaverDeps;
  readonly #changes = createEventEmitter();
  #state: SaverState;
  #cancelTimer = (): void => undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(deps: SaverDeps) {
    this.#deps = deps;
    this.#state = toInitialState(deps.stored, deps.local);
    if (this.#state.status === "waiting") this.#schedule();
  }

  readonly get = (): SaverState => this.#state;
  readonly subscribe = this.#changes.subscribe;

  /** Takes typed text. */
  write(change: Partial<WrittenText>): void {
    const { status, version } = this.#state;
    const text = { ...this.#state.text, ...change };
    this.#deps.writeLocal({ ...text, version });
    if (status === "conflict") return this.#set({ text });
    this.#set(status === "saving" ? { text } : { text, status: "waiting" });
    this.#schedule();
  }

  /** Stores the text now. `state` also publishes or archives it. Returns whether it is stored. */
  save(state?: Article["state"]): Promise<boolean> {
    this.#cancelTimer();
    const result = this.#running.then(() => {
      const { status, text } = this.#state;
      if (status === "conflict" || text.title.trim() === "") return false;
      return state === undefined && status === "saved" ? true : this.#send(state);
    });
    this.#running = result;
    return result;
  }

  /** Takes what another page or operator has stored, unless this page has changes. */
  receive(article: Article): void {
    const { status, version, text, revision } = this.#state;
    if (status === "saving" || article.version <= version) return;
    const isSame = isSameText(article, text);
    if (status !== "saved" && !isSame) return this.#set({ status: "conflict", newer: article });
    this.#cancelTimer();
    this.#deps.writeLocal(null);
    this.#set({
      text: pickText(article),
      revision: isSame ? revision : revision + 1,
      version: article.version,
      status: "saved",
    });
  }

  /** Ends a conflict with the text of this page, which becomes the next version. */
  storeMine(): Promise<boolean> {
    const { newer, version } = this.#state;
    this.#set({ version: newer?.version ?? version, status: "waiting", newer: null });
    return this.save();
  }

  /** Ends a conflict with what the other operator has stored. */
  takeTheirs(): void {
    const { newer } = this.#state;
    this.#set({ status: "saved", newer: null });
    if (newer !== null) this.receive(newer);
  }

  /** Stores the text when its page closes. */
  stop(): void {
    this.#cancelTimer();
    if (this.#state.status === "waiting") void this.save();
  }

  #set(change: Partial<SaverState>): void {
    this.#state = { ...this.#state, ...change };
    this.#changes.emit();
  }

  #schedule(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.clock.after(saveDelayMs, () => void this.save());
  }

  async #send(state: Article["state"] | undefined): Promise<boolean> {
    const { text, version, status } = this.#state;
    this.#set({ status: "saving", error: null });
    try {
      const article = await this.#deps.store({
        version,
        ...(status === "saved" ? null : text),
        ...omitAbsent({ state }),
      });
      this.#finish(text, article.version);
      return true;
    } catch (cause) {
      const error = await this.#explain(cause);
      const isOffline = error instanceof ApiError && error.status === 0;
      if (error !== null) this.#set({ status: isOffline ? "offline" : "failed", error });
      return false;
    }
  }

  /** The text is stored. What was typed meanwhile is stored next. */
  #finish(text: WrittenText, version: number): void {
    const isCurrent = isSameText(text, this.#state.text);
    this.#deps.writeLocal(isCurrent ? null : { ...this.#state.text, version });
    this.#set({ version, status: isCurrent ? "saved" : "waiting" });
    if (!isCurrent) this.#schedule();
  }

  /** Loads what somebody else has stored, and returns null, or the error that the page shows. */
  async #explain(error: unknown): Promise<unknown> {
    if (!(error instanceof ApiError) || error.code !== "version_conflict") return error;
    try {
      this.#set({ newer: await this.#deps.load(), status: "conflict" });
      return null;
    } catch (loadError) {
      return loadError;
    }
  }
}

/** A text on this device comes first. It may be based on an earlier version. */
function toInitialState(stored: Article, local: LocalText | null): SaverState {
  const unsaved = local !== null && !isSameText(local, stored) ? local : null;
  const { version } = unsaved ?? stored;
  const isStale = version !== stored.version;
  return {
    text: pickText(unsaved ?? stored),
    revision: 0,
    version,
    status: unsaved === null ? "saved" : isStale ? "conflict" : "waiting",
    error: null,
    newer: isStale ? stored : null,
  };
}

const pickText = ({ title, body }: WrittenText): WrittenText => ({ title, body });
const isSameText = (a: WrittenText, b: WrittenText): boolean =>
  a.title === b.title && a.body === b.body;
