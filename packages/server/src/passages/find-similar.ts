import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { Clock } from "../core/command.ts";
import type { Log } from "../log.ts";
import type { Model } from "../model/types.ts";
import type { SourceKind } from "../store/passages/source.ts";
import { untilAbort } from "../core/pause.ts";
import { compareVectors, normalizeVector } from "./vector.ts";
import type { PassageSet, VectorCache } from "./vector-cache.ts";

/** A question that is compared with passages. */
interface SimilarQuestion {
  readonly account: number;
  /** null: outside of a chat. */
  readonly chatId: number | null;
  /** Names of people in the text, for the mask. */
  readonly names: readonly string[];
  readonly purpose: "embed" | "replay";
  readonly text: string;
  /** First part of a language tag. null: unknown. */
  readonly language: string | null;
  readonly signal: AbortSignal;
}
/** A text whose passages are similar to a question. */
export interface SimilarText {
  readonly kind: Exclude<SourceKind, "reference">;
  readonly id: number;
  readonly language: string;
  /** Relevance of the most similar passage, 0 to 1. */
  readonly score: number;
  /** Relevance of the passages, by their hashes in hexadecimal digits. */
  readonly passages: ReadonlyMap<string, number>;
}
export interface FindSimilarDeps {
  readonly embed: Model["embed"];
  readonly findModel: (account: number) => Promise<string | null>;
  readonly cache: VectorCache;
  /** Called if the vectors of the model have another length than the stored ones. */
  readonly onOtherDimensions: (account: number, dimensions: number) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}
/** Returns texts, most similar first, or null if words alone must do. */
export type FindSimilar = (question: SimilarQuestion) => Promise<readonly SimilarText[] | null>;

/** Time for the vector of a question. Afterwards words alone must do (AGENT-102). */
const maxWaitMs = 2_000;
/** Less relevant passages have nothing to do with the question. */
const minScore = 0.1;

/** Creates the search by vectors (AGENT-102). A failure of the model never rejects it. */
export const createFindSimilar =
  (deps: FindSimilarDeps): FindSimilar =>
  async (question) => {
    const { account, text } = question;
    const model = text.trim() === "" ? null : await deps.findModel(account);
    const set = model === null ? null : await deps.cache.read(account, model);
    // Without passages the question is not sent.
    if (set === null || set.rows.every(({ kind }) => kind === "reference")) return null;
    const embedded = await embedQuestion(deps, question);
    if (typeof embedded === "string") {
      const { chatId } = question;
      deps.log.warn({ account, chat: chatId, reason: embedded }, "passages.words_only");
      return null;
    }
    const { dimensions } = set.vectors;
    if (embedded.length !== dimensions) {
      const fields = { account, dimensions: embedded.length, stored: dimensions };
      deps.log.warn({ ...fields, reason: "other_dimensions" }, "passages.words_only");
      await deps.onOtherDimensions(account, embedded.length);
      return null;
    }
    return rankTexts(set, compareVectors(set.vectors, embedded), question.language);
  };

/** Returns the vector of a question, or why there is none. */
async function embedQuestion(
  { embed, clock }: FindSimilarDeps,
  { account, chatId, names, purpose, text, signal }: SimilarQuestion,
): Promise<Float32Array | string> {
  const timeout = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + maxWaitMs, () => timeout.abort());
  const either = AbortSignal.any([timeout.signal, signal]);
  const request = { account, purpose, texts: [text], names, signal: either } as const;
  const embedding = embed({ ...request, ...omitAbsent({ chatId: chatId ?? undefined }) });
  const embedded = await untilAbort(either, embedding).finally(cancel);
  if (embedded === "aborted") return "timeout";
  if (embedded.kind === "failed") return embedded.reason;
  return normalizeVector(embedded.vectors[0] ?? []) ?? "wrong_form";
}

/**
 * Groups the passages of a language by text. If no text has the language, all count, as in a search
 * by words.
 */
function rankTexts(
  { rows }: PassageSet,
  cosines: Float32Array,
  language: string | null,
): readonly SimilarText[] {
  const fits = (tag: string): boolean => tag === "" || tag.split("-")[0] === language;
  const has = (isReference: boolean): boolean =>
    rows.some(
      (row) =>
        (row.kind === "reference") === isReference && row.language !== "" && fits(row.language),
    );
  const [hasTexts, hasReferences] = [has(false), has(true)];
  const counted = [...rows.entries()].filter(
    ([, row]) => !(row.kind === "reference" ? hasReferences : hasTexts) || fits(row.language),
  );
  const unrelated = findUnrelated(Float32Array.from(counted, ([n]) => cosines[n]!));
  const texts = new Map<string, SimilarText & { passages: Map<string, number>; score: number }>();
  for (const [n, row] of counted) {
    const { kind, sourceId, hash } = row;
    const score = Math.min(1, (cosines[n]! - unrelated) / (1 - unrelated));
    if (kind === "reference" || !(score >= minScore)) continue;
    const key = `${kind} ${sourceId} ${row.language}`;
    const text = texts.get(key) ?? {
      kind,
      id: sourceId,
      language: row.language,
      score,
      passages: new Map<string, number>(),
    };
    text.passages.set(hash, score);
    texts.set(key, Object.assign(text, { score: Math.max(text.score, score) }));
  }
  return [...texts.values()].sort((one, other) => other.score - one.score);
}

/** Deviations above the median that texts without a relation to the question can have. */
const maxDeviations = 2;
/** Converts the median distance from the median to a standard deviation. */
const deviationPerDistance = 1.4826;

/**
 * Returns the largest similarity that texts without a relation to the question usually have
 * (AGENT-103). The median of all texts and its deviation say it, because few of them are related.
 */
function findUnrelated(cosines: Float32Array): number {
  const middle = findMedian(cosines);
  const distance = findMedian(cosines.map((cosine) => Math.abs(cosine - middle)));
  return Math.min(0.99, middle + maxDeviations * deviationPerDistance * distance);
}
const findMedian = (values: Float32Array): number =>
  values.toSorted()[Math.floor(values.length / 2)] ?? 0;
