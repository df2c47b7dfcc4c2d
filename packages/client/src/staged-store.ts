import type { DeviceStore } from "./device-disk.ts";
import type { StagedFile } from "./uploads.ts";

/** An attachment as stored in this browser, with its bytes until it is uploaded. */
export interface StagedRecord {
  readonly owner: number;
  /** Id of the tab that shows it. */
  readonly tab: string;
  /** Unix milliseconds, strictly ascending: the order in which files were chosen. */
  readonly at: number;
  readonly file: StagedFile;
}

/** Stores the attachments of the composer, so that they survive the end of the page. */
export interface StagedStore {
  /**
   * Passes on the attachments that this operator chose in tabs that have ended, now or when they
   * end. They then belong to this tab.
   */
  adopt(owner: number, take: (files: readonly StagedFile[]) => void): void;
  keep(owner: number, file: StagedFile): void;
  drop(id: string): void;
}

export interface StagedStoreDeps {
  disk: DeviceStore<StagedRecord>;
  /** Id of this tab. */
  tab: string;
  /** Id of the previous page in the same tab, if it was reloaded. */
  before: string | null;
  now: () => number;
  /**
   * Runs `run` while no living page has the id `tab`. If `isWaiting` is true, it waits for the end
   * of that page.
   */
  whenGone: (tab: string, isWaiting: boolean, run: () => Promise<void>) => void;
}

export function createStagedStore(deps: StagedStoreDeps): StagedStore {
  const { disk, tab, before, whenGone } = deps;
  const written = createWritten(deps);
  const ofOwner = async (owner: number): Promise<StagedRecord[]> =>
    (await disk.list())
      .map(([, record]) => record)
      .filter((record) => record.owner === owner && !written.has(record.file.id))
      .toSorted((a, b) => a.at - b.at);
  return {
    adopt(owner, take) {
      const takeOf = async (of: string) => {
        const records = (await ofOwner(owner)).filter((record) => record.tab === of);
        for (const { file, at } of records) written.keep(owner, file, at);
        if (records.length > 0) take(records.map(({ file }) => file));
      };
      const look = async () => {
        const tabs = new Set((await ofOwner(owner)).map((record) => record.tab));
        for (const one of tabs)
          if (one === tab) await takeOf(tab);
          else whenGone(one, one === before, () => takeOf(one).catch(warn));
      };
      look().catch(warn);
    },
    keep: (owner, file) => written.keep(owner, file),
    drop: (id) => written.drop(id),
  };
}

/** Creates the records that this page has written, in the order in which the files were chosen. */
function createWritten({ disk, tab, now }: StagedStoreDeps) {
  let last = 0;
  const times = new Map<string, number>();
  const save = async (owner: number, file: StagedFile) => {
    last = Math.max(now(), last + 1);
    const at = times.get(file.id) ?? last;
    times.set(file.id, at);
    const record = { owner, tab, at, file: { ...file, why: null } };
    try {
      await disk.put(file.id, record);
    } catch (error) {
      console.warn("a chosen file is not kept on this device: after a reload it must be chosen again", error);
      if (times.has(file.id)) await disk.put(file.id, { ...record, file: { ...record.file, blob: null } });
    }
  };
  return {
    has: (id: string) => times.has(id),
    /** Saves an attachment. `at`: when it was chosen, if not now. */
    keep(owner: number, file: StagedFile, at?: number) {
      if (at !== undefined) times.set(file.id, at);
      void save(owner, file).catch(warn);
    },
    drop(id: string) {
      times.delete(id);
      disk.remove(id).catch(warn);
    },
  };
}

const warn = (error: unknown) => console.warn("the list of chosen files cannot be kept on this device", error);
