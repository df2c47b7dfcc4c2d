import { createHmac, randomBytes } from "node:crypto";
import { evictOldest } from "../../core/bounded-map.ts";
import { Refusal } from "../../core/failure.ts";
import type { HelpEdgeDeps, ReaderCounts, TextKey } from "./deps.ts";

type TextCounts = {
  -readonly [N in keyof ReaderCounts["texts"][number]]: ReaderCounts["texts"][number][N];
};
type SearchCounts = {
  -readonly [N in keyof ReaderCounts["searches"][number]]: ReaderCounts["searches"][number][N];
};

const saveIntervalMs = 5_000;
/** Searches with different words between two writes. More are not counted. */
const maxSearches = 2_000;
/** A vote counts once in this time. */
const voteMs = 24 * 3_600_000;
const maxVotes = 100_000;

/** Counts what readers do, and writes it every few seconds in one statement each (HELP-050). */
export class Readers {
  readonly #deps: HelpEdgeDeps;
  #texts = new Map<string, TextCounts>();
  #searches = new Map<string, SearchCounts>();
  /** Time of the latest vote by the hash of text, address and browser. The key is never stored. */
  readonly #votes = new Map<string, number>();
  readonly #voteKey = randomBytes(32);
  #alarm: (() => void) | null = null;
  #saving: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(deps: HelpEdgeDeps) {
    this.#deps = deps;
  }

  addView(key: TextKey): void {
    this.#count(key).views += 1;
    this.#schedule();
  }

  /** Counts a vote of a reader, unless they have voted on this text in the last 24 hours. */
  addVote(key: TextKey, isHelpful: boolean, reader: string): void {
    const hash = createHmac("sha256", this.#voteKey)
      .update(JSON.stringify([key.account, key.article, key.language, reader]))
      .digest("base64");
    const { clock } = this.#deps;
    const votedAt = this.#votes.get(hash);
    if (votedAt !== undefined && clock.now() - votedAt < voteMs) return;
    this.#votes.delete(hash);
    this.#votes.set(hash, clock.now());
    evictOldest(this.#votes, maxVotes);
    const counts = this.#count(key);
    if (isHelpful) counts.helpful += 1;
    else counts.notHelpful += 1;
    this.#schedule();
  }

  addSearch(account: number, language: string, query: string, found: number): void {
    const text = query.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
    const id = `${account} ${language} ${text}`;
    const counts = this.#searches.get(id) ?? { account, language, query: text, times: 0, found };
    if (text === "" || (counts.times === 0 && this.#searches.size >= maxSearches)) return;
    this.#searches.set(id, { ...counts, times: counts.times + 1, found });
    this.#schedule();
  }

  /** Writes what was counted, after earlier writes. Counts stay for the next one if it fails. */
  async save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    await this.#saving;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#alarm?.();
    this.#alarm = null;
    await this.save();
  }

  async #write(): Promise<void> {
    const [texts, searches] = [this.#texts, this.#searches];
    if (texts.size + searches.size === 0) return;
    this.#texts = new Map();
    this.#searches = new Map();
    try {
      await this.#deps.store.saveCounts({
        texts: [...texts.values()],
        searches: [...searches.values()],
      });
    } catch (error) {
      this.#deps.onFault(error);
      // Only an unavailable database is worth another attempt.
      if (error instanceof Refusal) this.#restore(texts, searches);
    }
  }

  #restore(
    texts: ReadonlyMap<string, TextCounts>,
    searches: ReadonlyMap<string, SearchCounts>,
  ): void {
    for (const text of texts.values()) {
      const counts = this.#count(text);
      counts.views += text.views;
      counts.helpful += text.helpful;
      counts.notHelpful += text.notHelpful;
    }
    for (const [id, search] of searches) {
      const times = this.#searches.get(id)?.times ?? 0;
      this.#searches.set(id, { ...search, ...this.#searches.get(id), times: search.times + times });
    }
    this.#schedule();
  }

  #count({ account, article, language }: TextKey): TextCounts {
    const id = `${account} ${article} ${language}`;
    const counts = this.#texts.get(id) ?? {
      account,
      article,
      language,
      views: 0,
      helpful: 0,
      notHelpful: 0,
    };
    this.#texts.set(id, counts);
    return counts;
  }

  #schedule(): void {
    if (this.#alarm !== null || this.#isClosed) return;
    const { clock } = this.#deps;
    this.#alarm = clock.scheduleAt(clock.now() + saveIntervalMs, () => {
      this.#alarm = null;
      void this.save();
    });
  }
}
