import type { KeyValueStore } from "../browser-database.ts";
import type { Attachment, AttachmentStore } from "./types.ts";

/** An attachment as stored in this browser, with its bytes until it is uploaded. */
export interface AttachmentRecord {
  readonly owner: number;
  readonly tab: string;
  /** Unix milliseconds, strictly ascending. Defines the order in which the files were chosen. */
  readonly at: number;
  readonly file: Attachment;
}

export interface AttachmentStoreDeps {
  disk: KeyValueStore<AttachmentRecord>;
  tab: string;
  /** Id of the previous page in the same tab, if it was reloaded. */
  previousTab: string | null;
  now: () => number;
  /** Runs while no living page has the id `tab`. `isWaiting`: waits for the end of that page. */
  whenTabEnded: (tab: string, isWaiting: boolean, run: () => Promise<void>) => void;
}

export function createAttachmentStore(deps: AttachmentStoreDeps): AttachmentStore {
  const { disk, tab, previousTab, whenTabEnded } = deps;
  const ownFiles = createOwnFiles(deps);
  const listOthersFiles = async (owner: number): Promise<AttachmentRecord[]> =>
    (await disk.list())
      .map(([, record]) => record)
      .filter((record) => record.owner === owner && !ownFiles.has(record.file.id))
      .toSorted((a, b) => a.at - b.at);
  return {
    adopt(owner, take) {
      const takeFromTab = async (sourceTab: string) => {
        const records = (await listOthersFiles(owner)).filter((record) => record.tab === sourceTab);
        for (const { file, at } of records) ownFiles.save(owner, file, at);
        if (records.length > 0) take(records.map(({ file }) => file));
      };
      const takeAll = async () => {
        const tabs = new Set((await listOthersFiles(owner)).map((record) => record.tab));
        for (const otherTab of tabs)
          if (otherTab === tab) await takeFromTab(tab);
          else
            whenTabEnded(otherTab, otherTab === previousTab, () =>
              takeFromTab(otherTab).catch(logWarning),
            );
      };
      takeAll().catch(logWarning);
    },
    save: (owner, file) => ownFiles.save(owner, file),
    remove: (id) => ownFiles.remove(id),
  };
}

/** Creates the records that this page has written, in the order in which the files were chosen. */
function createOwnFiles({ disk, tab, now }: AttachmentStoreDeps) {
  let lastTime = 0;
  const times = new Map<string, number>();
  const writeRecord = async (owner: number, file: Attachment) => {
    lastTime = Math.max(now(), lastTime + 1);
    const at = times.get(file.id) ?? lastTime;
    times.set(file.id, at);
    const record = { owner, tab, at, file: { ...file, why: null } };
    try {
      await disk.put(file.id, record);
    } catch (error) {
      console.warn(
        "a chosen file is not kept on this device: after a reload it must be chosen again",
        error,
      );
      if (times.has(file.id))
        await disk.put(file.id, { ...record, file: { ...record.file, blob: null } });
    }
  };
  return {
    has: (id: string) => times.has(id),
    /** Saves an attachment. `at` is the time when the file was chosen, by default now. */
    save(owner: number, file: Attachment, at?: number) {
      if (at !== undefined) times.set(file.id, at);
      void writeRecord(owner, file).catch(logWarning);
    },
    remove(id: string) {
      times.delete(id);
      disk.remove(id).catch(logWarning);
    },
  };
}

const logWarning = (error: unknown) =>
  console.warn("the list of chosen files cannot be kept on this device", error);
