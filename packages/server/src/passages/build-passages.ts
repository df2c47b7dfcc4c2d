import type { Clock } from "../core/command.ts";
import type { Model, ModelFailure } from "../model/types.ts";
import type { Db } from "../store/database/sql.ts";
import { endPassageJob, removePassages, type PassageJob } from "../store/passages/job.ts";
import {
  listStoredHashes,
  savePassages,
  type CompleteText,
  type NewPassage,
} from "../store/passages/passage.ts";
import {
  listPendingTexts,
  removeObsoletePassages,
  type SourceText,
  type VectorForm,
} from "../store/passages/source.ts";
import { referenceTexts } from "./references.ts";
import { untilAbort } from "../core/pause.ts";
import { hashText, listEmbeddedTexts } from "./split-text.ts";
import { encodeVector, normalizeVector } from "./vector.ts";

export interface BuildDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly embed: Model["embed"];
  /** Returns the embedding model of an account, or null. */
  readonly findModel: (account: number) => Promise<string | null>;
}

/** Texts of one request. A failure halves them, because the server may be slow. */
const maxBatchSize = 32;
/** Texts whose passages are compared at once. Each has at least one passage. */
const textsPerRound = 32;
const firstPauseMs = 30_000;
const maxPauseMs = 3_600_000;

/**
 * Makes the next passages of an account: at most one request to its model (AGENT-101). What is
 * missing is found by comparing texts and passages, so an interrupted run loses nothing.
 */
export async function buildPassages(
  deps: BuildDeps,
  job: PassageJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const { account, failures, batchSize } = job;
  const model = await deps.findModel(account);
  if (model === null) return db.transaction((tx) => removePassages(tx, job));
  const form = { model, dimensions: job.model === model ? job.dimensions : null };
  const texts = await listPendingTexts(db, account, form, {
    references: referenceTexts,
    limit: textsPerRound,
  });
  const end = (result: Partial<Parameters<typeof endPassageJob>[2]>): Promise<void> =>
    endPassageJob(
      db,
      job,
      { dueAt: clock.now(), failures: 0, batchSize, problem: null, message: null, ...result },
      clock.now(),
    );
  if (texts.length === 0) {
    await db.transaction((tx) => removeObsoletePassages(tx, account, form));
    return end({ dueAt: null });
  }
  const parts = await listParts(deps, job, form, texts);
  const missing = parts.filter(({ isStored }) => !isStored);
  // A text that the server always refuses must not stop the others.
  const start = batchSize === 1 && missing.length > 0 ? failures % missing.length : 0;
  const chosen = missing.slice(start, start + batchSize);
  const embedded =
    chosen.length === 0 ? nothingMissing : await embedParts(deps, { account, signal }, chosen);
  // The node ends, and another one continues.
  if (signal.aborted) return end({ failures });
  if (embedded.kind === "failed") {
    const { reason, message, retryAfterMs } = embedded;
    return end({
      dueAt: clock.now() + Math.max(getPause(failures), Math.min(retryAfterMs ?? 0, maxPauseMs)),
      failures: failures + 1,
      batchSize: Math.max(1, Math.floor(batchSize / 2)),
      problem: reason,
      message,
    });
  }
  const dimensions = embedded.vectors[0]?.length ?? form.dimensions ?? 0;
  const done = new Set(chosen);
  const isSameForm = dimensions === form.dimensions;
  await savePassages(
    db,
    job,
    { model, dimensions },
    {
      passages: chosen.flatMap(({ source, hash }, n): readonly NewPassage[] => {
        const vector = embedded.vectors[n];
        return vector === undefined ? [] : [{ source, hash, vector: encodeVector(vector) }];
      }),
      // With other dimensions, what is stored is made again.
      complete: listComplete(
        texts,
        parts,
        (part) => done.has(part) || (part.isStored && isSameForm),
      ),
    },
  );
  const more = { batchSize: Math.min(maxBatchSize, batchSize + 1) };
  // A server whose answers differ in length would be asked without an end.
  if (isSameForm || form.dimensions === null) return end(more);
  return end({ ...more, dueAt: clock.now() + getPause(failures), failures: failures + 1 });
}

const getPause = (failures: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(failures, 20), maxPauseMs);

interface Part {
  readonly source: SourceText;
  readonly text: string;
  readonly hash: Buffer;
  readonly isStored: boolean;
}

async function listParts(
  { db }: BuildDeps,
  { account }: PassageJob,
  form: VectorForm,
  texts: readonly SourceText[],
): Promise<readonly Part[]> {
  const stored = await listStoredHashes(db, account, form, texts);
  return texts.flatMap((source, n) =>
    listEmbeddedTexts(source).map((text) => {
      const hash = hashText(text);
      return { source, text, hash, isStored: stored.has(`${n + 1} ${hash.toString("hex")}`) };
    }),
  );
}

const listComplete = (
  texts: readonly SourceText[],
  parts: readonly Part[],
  isDone: (part: Part) => boolean,
): readonly CompleteText[] => {
  const bySource = Map.groupBy(parts, ({ source }) => source);
  return texts
    .map((source) => ({ source, parts: bySource.get(source) ?? [] }))
    .filter((text) => text.parts.every(isDone))
    .map((text) => ({ source: text.source, hashes: text.parts.map(({ hash }) => hash) }));
};

type EmbeddedParts =
  | { readonly kind: "answered"; readonly vectors: readonly Float32Array[] }
  | Omit<ModelFailure, "ms" | "requestId">;
const nothingMissing: EmbeddedParts = { kind: "answered", vectors: [] };

async function embedParts(
  { embed }: BuildDeps,
  { account, signal }: { readonly account: number; readonly signal: AbortSignal },
  parts: readonly Part[],
): Promise<EmbeddedParts> {
  const texts = parts.map(({ text }) => text);
  const embedding = embed({ account, purpose: "embed", isBackground: true, texts, signal });
  // A request can wait for its repeat, and a node that ends does not.
  const embedded = await untilAbort(signal, embedding);
  if (embedded === "aborted") return { kind: "failed", reason: "cancelled", message: "" };
  if (embedded.kind === "failed") return embedded;
  const vectors = embedded.vectors.flatMap((vector) => normalizeVector(vector) ?? []);
  if (vectors.length === embedded.vectors.length) return { kind: "answered", vectors };
  const message = "A vector of the answer has only zeros.";
  return { kind: "failed", reason: "wrong_form", message };
}
