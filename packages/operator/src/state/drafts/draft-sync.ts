import { ApiError, type Api, type Timers } from "@parlour/client";
import type { Draft } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { maxDraftLength } from "@parlour/protocol/api/writing-limits";
import { flushSync } from "react-dom";
import {
  applyUploadResponse,
  joinEmails,
  mergeRemoteDraft,
  needsDraftUpload,
  type DraftRecord,
  type ServerDraft,
} from "./draft-record.ts";
import {
  isSharedDraft,
  saveDraftRecord,
  onDraftWritten,
  listDraftsToUpload,
  getDraftRecord,
  type DraftKey,
  type SharedDraftKey,
} from "./drafts.ts";

export interface DraftSyncDeps {
  readonly api: Api;
  readonly operator: number;
  readonly timers: Timers;
  /** Subscribes to drafts that another device wrote. Returns the function that unsubscribes. */
  readonly onDraft: (listener: (draft: Draft) => void) => () => void;
  readonly isLive: () => boolean;
}

/** Milliseconds from the last keystroke to the upload. Sent or cleared drafts do not wait. */
const debounceMs = 1000;
const retryDelayMs = 5000;
/** Maximum length of a draft sent with `keepalive`, whose body browsers limit. */
const maxKeepaliveLength = 15_000;

/**
 * Synchronises drafts with the server and other devices (API-045), one request per draft at a time.
 */
export function createDraftSync({ api, operator, timers, onDraft, isLive }: DraftSyncDeps) {
  const uploadTimers = createUploadTimers(timers, (draftKey) => void uploader.push(draftKey));
  const uploader = createUploader({
    api,
    isLive,
    onFailed() {
      retry ??= timers.set(() => {
        retry = null;
        pushAll();
      }, retryDelayMs);
    },
    onOutdated(draftKey) {
      if (!uploadTimers.has(draftKey)) uploadTimers.later(draftKey, debounceMs);
    },
  });
  let retry: unknown = null;

  const handleLocalChange = (draftKey: DraftKey): void => {
    if (draftKey.operator !== operator || !isSharedDraft(draftKey)) return;
    uploader.changed(draftKey);
    uploadTimers.later(draftKey, getDraftRecord(draftKey).text === "" ? 0 : debounceMs);
  };
  const pushAll = (keepalive = false): void => {
    uploadTimers.clear();
    for (const draftKey of listDraftsToUpload(operator)) void uploader.push(draftKey, keepalive);
  };
  const applyRemoteDraft = (draft: Draft): void => {
    const draftKey = { operator, chat: draft.chat_id, mode: draft.mode };
    const next = uploader.isUnderWay(draftKey)
      ? null
      : mergeRemoteDraft(getDraftRecord(draftKey), toServerText(draft), timers.now());
    if (next) preserveCaret(() => saveDraftRecord(draftKey, next));
  };
  const unsubscribes = [onDraft(applyRemoteDraft), onDraftWritten(handleLocalChange)];
  return {
    /** Loads drafts of other devices that arrived offline. Then uploads the local changes. */
    async catchUp(): Promise<void> {
      try {
        for (const draft of await api.list<Draft>("/drafts")) applyRemoteDraft(draft);
      } catch (error) {
        // The responses to the following uploads also contain newer drafts.
        if (!(error instanceof ApiError)) throw error;
      }
      pushAll();
    },
    /** Uploads all pending drafts immediately. Called when the page closes. */
    flush: () => pushAll(true),
    stop(): void {
      for (const stop of unsubscribes) stop();
      uploadTimers.clear();
      timers.clear(retry);
    },
  };
}

/** Returns the text of a draft with its version. An email is stored as JSON on this device. */
const toServerText = ({ text, email, version, begun_seq }: Draft): ServerDraft => ({
  text: email ? JSON.stringify(email) : text,
  version,
  begunSeq: begun_seq,
});
const toDraftName = ({ chat, mode }: SharedDraftKey): string => `${chat} ${mode}`;

/** Creates timers for uploads, one per draft. A new call for a draft replaces its timer. */
function createUploadTimers(timers: Timers, due: (draftKey: SharedDraftKey) => void) {
  const waiting = new Map<string, unknown>();
  return {
    has: (draftKey: SharedDraftKey) => waiting.has(toDraftName(draftKey)),
    later(draftKey: SharedDraftKey, ms: number): void {
      const name = toDraftName(draftKey);
      timers.clear(waiting.get(name));
      const run = (): void => {
        waiting.delete(name);
        due(draftKey);
      };
      waiting.set(name, timers.set(run, ms));
    },
    clear(): void {
      for (const timer of waiting.values()) timers.clear(timer);
      waiting.clear();
    },
  };
}

interface UploaderDeps extends Pick<DraftSyncDeps, "api" | "isLive"> {
  /** Called when a request got no response. The caller retries all uploads. */
  readonly onFailed: () => void;
  /** Called when the draft was changed during its upload. */
  readonly onOutdated: (draftKey: SharedDraftKey) => void;
}

/** Creates the uploader. It uploads drafts and stores the server's response in their records. */
function createUploader({ api, isLive, onFailed, onOutdated }: UploaderDeps) {
  const uploading = new Set<string>();
  /** Drafts that the server rejected: the operator cannot see the chat or write drafts. */
  const refused = new Set<string>();
  const canUpload = (draftKey: SharedDraftKey, record: DraftRecord): boolean =>
    needsDraftUpload(record) &&
    !uploading.has(toDraftName(draftKey)) &&
    !refused.has(toDraftName(draftKey)) &&
    countCodePoints(record.text) <= maxDraftLength &&
    isLive();
  const send = (
    { chat, mode }: SharedDraftKey,
    { text, version, begunSeq }: DraftRecord,
    keepalive: boolean,
  ): Promise<Draft> =>
    api.put<Draft>(
      `/chats/${chat}/draft`,
      {
        mode,
        ...(mode === "email" && text ? { text: "", email: JSON.parse(text) } : { text }),
        version: version + 1,
        ...omitAbsent({ begun_seq: begunSeq }),
      },
      { keepalive: keepalive && text.length < maxKeepaliveLength },
    );
  return {
    /** Allows uploads again after a rejection. Called when the operator edits the draft. */
    changed: (draftKey: SharedDraftKey) => void refused.delete(toDraftName(draftKey)),
    isUnderWay: (draftKey: SharedDraftKey) => uploading.has(toDraftName(draftKey)),
    async push(draftKey: SharedDraftKey, keepalive = false): Promise<void> {
      const name = toDraftName(draftKey);
      const record = getDraftRecord(draftKey);
      if (!canUpload(draftKey, record)) return;
      uploading.add(name);
      // First, because other tabs may receive the draft from the socket before the response.
      saveDraftRecord(draftKey, { ...record, tried: record.text });
      try {
        const saved = await send(draftKey, record, keepalive);
        saveDraftRecord(
          draftKey,
          applyUploadResponse(
            { ...getDraftRecord(draftKey), tried: record.tried },
            record.text,
            toServerText(saved),
            draftKey.mode === "email" ? joinEmails : undefined,
          ),
        );
        uploading.delete(name);
        if (needsDraftUpload(getDraftRecord(draftKey))) onOutdated(draftKey);
      } catch (error) {
        uploading.delete(name);
        if (!isRefusal(error)) return onFailed();
        refused.add(name);
        saveDraftRecord(draftKey, { ...getDraftRecord(draftKey), tried: undefined });
      }
    },
  };
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

const countCodePoints = (text: string): number =>
  text.length <= maxDraftLength ? text.length : Array.from(text).length;

/** Renders a remote change synchronously, and restores the selection in the focused field. */
function preserveCaret(change: () => void): void {
  const field = typeof document === "undefined" ? null : document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) {
    change();
    return;
  }
  const { selectionStart, selectionEnd, selectionDirection, value } = field;
  flushSync(change);
  if (document.activeElement === field && field.value !== value)
    field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
}
