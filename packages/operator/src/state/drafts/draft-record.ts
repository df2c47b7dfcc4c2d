/** One draft, as stored on this device. */
export interface DraftRecord {
  readonly text: string;
  /** Time of the last keystroke, Unix milliseconds. */
  readonly at: number;
  /** Latest version on the server that this device has received. 0 if none. */
  readonly version: number;
  /** Text on the server at `version`. If it differs from `text`, the draft must be uploaded. */
  readonly kept: string;
  /** Text of the last upload with unknown outcome, which may be the next version. */
  readonly tried?: string | undefined;
  /** `seq` of the last message that the writer had read when they began the text (CORE-477). */
  readonly begunSeq?: number | undefined;
  /** Set if the text was taken from the server because this device had no unsent changes. */
  readonly isFollowed?: true | undefined;
}

/** A draft as the server has it. */
export interface ServerDraft {
  readonly text: string;
  readonly version: number;
  readonly begunSeq?: number | undefined;
}

export const emptyDraftRecord: DraftRecord = { text: "", at: 0, version: 0, kept: "" };

/** Returns whether the text differs from the last known text on the server. */
export const needsDraftUpload = (record: DraftRecord): boolean => record.text !== record.kept;

/** Returns true if the draft is empty, the server has stored that, and no upload is pending. */
export const isDraftFinished = (record: DraftRecord): boolean =>
  record.text === "" && !needsDraftUpload(record) && record.tried === undefined;

/** Returns whether a record is newer than another record of the same draft. */
export const isNewerDraft = (record: DraftRecord, other: DraftRecord): boolean =>
  record.at > other.at || (record.at === other.at && record.version > other.version);

/**
 * Merges a draft that another device or tab wrote. Returns null if this device has unsent changes
 * or the server version is not newer. The server also sends an upload back to the uploading device,
 * and its other tabs may receive it before the HTTP response. In that case, text that was typed
 * since the upload is kept, even if it is empty.
 */
export function mergeRemoteDraft(
  record: DraftRecord,
  server: ServerDraft,
  now: number,
): DraftRecord | null {
  if (server.version <= record.version) return null;
  if (server.text === record.tried)
    return {
      text: record.text,
      at: record.at,
      version: server.version,
      kept: server.text,
      begunSeq: record.begunSeq,
    };
  if (needsDraftUpload(record)) return null;
  return {
    text: server.text,
    at: Math.max(now, record.at + 1),
    version: server.version,
    kept: server.text,
    begunSeq: server.begunSeq,
    isFollowed: true,
  };
}

/** Returns whether another tab has overwritten text of this tab without having read it. */
export const isDraftOverwritten = (stored: DraftRecord, typed: DraftRecord): boolean =>
  stored.at < typed.at || stored.isFollowed === true;

/**
 * Merges the typed text into a stored record. Keeps the upload state of the record with the higher
 * version. If the stored text was only taken from the server, the typed text replaces it.
 */
export function mergeTypedText(stored: DraftRecord, typed: DraftRecord): DraftRecord {
  return stored.isFollowed !== true && stored.version >= typed.version
    ? { ...stored, text: typed.text, at: typed.at, begunSeq: typed.begunSeq }
    : typed;
}

/**
 * Applies the server's response to an upload. If the response has the same text, the upload has
 * succeeded. Otherwise another device has written a newer version. In that case nothing typed is
 * lost: `join` joins both texts, and this device uploads the result.
 */
export function applyUploadResponse(
  record: DraftRecord,
  attempt: string,
  server: ServerDraft,
  join = joinTexts,
): DraftRecord {
  const next = { at: record.at, version: server.version, kept: server.text };
  if (server.text === attempt || server.text === record.tried)
    return { ...next, text: record.text, begunSeq: record.begunSeq };
  return {
    ...next,
    text: join(server.text, record.text),
    begunSeq: findEarlier(record.begunSeq, server.begunSeq),
  };
}

/** Of two texts that were joined, the one that was begun earlier counts. */
const findEarlier = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** Uses the longer text if it contains the other one, or else both. */
function joinTexts(serverText: string, localText: string): string {
  if (localText === "" || serverText.includes(localText)) return serverText;
  return localText.includes(serverText) ? localText : `${serverText}\n${localText}`;
}

/** Joins what two devices changed about an email. If both changed a field, this device wins. */
export const joinEmails = (serverText: string, localText: string): string =>
  serverText && localText
    ? JSON.stringify({ ...JSON.parse(serverText), ...JSON.parse(localText) })
    : serverText || localText;

/** Parses a record from the browser's storage, also in the format before synchronisation. */
export function parseDraftRecord(text: string | null): DraftRecord {
  if (text === null) return emptyDraftRecord;
  try {
    const stored = JSON.parse(text) as Partial<DraftRecord>;
    return {
      text: stored.text ?? "",
      at: stored.at ?? 0,
      version: stored.version ?? 0,
      kept: stored.kept ?? "",
      tried: stored.tried,
      begunSeq: stored.begunSeq,
      isFollowed: stored.isFollowed === true ? true : undefined,
    };
  } catch {
    return emptyDraftRecord;
  }
}
