/** One draft on this device. Pure. */
export interface DraftRecord {
  readonly text: string;
  /** Unix milliseconds of the last key. */
  readonly at: number;
  /** Version that the server keeps, as far as this device knows; 0: none. */
  readonly version: number;
  /** Text that the server had at that version; what differs from `text` waits to be sent there. */
  readonly kept: string;
  /** Text of the last attempt, under way or of unknown outcome: the server may have it under the next version. */
  readonly tried?: string;
  /** The text came from the server as it is; no key of this device was there that the server had not. */
  readonly isFollowed?: true;
}

export const noDraft: DraftRecord = { text: "", at: 0, version: 0, kept: "" };

/** Whether the server has another text, as far as this device knows. */
export const isBehind = (record: DraftRecord): boolean => record.text !== record.kept;

/** Without text, and the server has it so, or will once it has answered: no draft any more. */
export const isOver = (record: DraftRecord): boolean => record.text === "" && !isBehind(record) && record.tried === undefined;

/** Whether a record was written after another one of the same place. */
export const isLater = (record: DraftRecord, other: DraftRecord): boolean =>
  record.at > other.at || (record.at === other.at && record.version > other.version);

/**
 * What another device, or another tab, wrote: taken over unless this device has keys that the server has not seen. An attempt of this device
 * comes back that way too, and to another tab before its answer: what was written since, were it nothing, stays.
 */
export function followed(
  record: DraftRecord,
  server: { readonly text: string; readonly version: number },
  now: number,
): DraftRecord | null {
  if (server.version <= record.version) return null;
  if (server.text === record.tried) return { text: record.text, at: record.at, version: server.version, kept: server.text };
  if (isBehind(record)) return null;
  return { text: server.text, at: Math.max(now, record.at + 1), version: server.version, kept: server.text, isFollowed: true };
}

/**
 * Whether another tab stored a record over one that was typed in this tab without having read it. A tab that had read it would not have followed the
 * server.
 */
export const isOverwritten = (stored: DraftRecord, typed: DraftRecord): boolean => stored.at < typed.at || stored.isFollowed === true;

/** Joins the two: the text that was typed, and what the record with the higher version knows of attempts. What was followed is asked for again. */
export function withTyped(stored: DraftRecord, typed: DraftRecord): DraftRecord {
  return stored.isFollowed !== true && stored.version >= typed.version ? { ...stored, text: typed.text, at: typed.at } : typed;
}

/**
 * After the server answered an attempt with what it keeps. The same text: it was taken. Another one: a newer version of another device. Then
 * nothing typed is lost: a text that holds the other stays, else both stand one after the other, and this device writes once more.
 */
export function answered(record: DraftRecord, attempt: string, server: { readonly text: string; readonly version: number }): DraftRecord {
  const next = { at: record.at, version: server.version, kept: server.text };
  if (server.text === attempt || server.text === record.tried) return { ...next, text: record.text };
  return { ...next, text: joined(server.text, record.text) };
}

function joined(theirs: string, mine: string): string {
  if (mine === "" || theirs.includes(mine)) return theirs;
  return mine.includes(theirs) ? mine : `${theirs}\n${mine}`;
}

/** As it stands in the browser's storage; also the form of versions before drafts were sent to the server. */
export function readRecord(text: string | null): DraftRecord {
  if (text === null) return noDraft;
  try {
    const stored = JSON.parse(text) as Partial<DraftRecord>;
    return {
      text: stored.text ?? "",
      at: stored.at ?? 0,
      version: stored.version ?? 0,
      kept: stored.kept ?? "",
      ...(stored.tried !== undefined && { tried: stored.tried }),
      ...(stored.isFollowed === true && { isFollowed: true }),
    };
  } catch {
    return noDraft;
  }
}
