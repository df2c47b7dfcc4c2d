import { sealWith } from "./seal.ts";
import { memoryStore, type Store } from "./store.ts";

/**
 * Storage in the host page, where the browser denies it to the iframe. The content is encrypted,
 * and only the server has the key (WG-084).
 */
export interface LockedStore extends Store {
  /**
   * Decrypts with the key of a welcome. Resolves, and never rejects, when the stored values are
   * available. From then on each change is given to the page. Values written meanwhile win over
   * stored ones.
   */
  readonly unlock: (key: string) => Promise<void>;
}

/** `sealed`: as the page stored it. `keep`: stores it for the next page; null: nothing to store. */
export function pageStore(sealed: string | null, keep: (sealed: string | null) => void): LockedStore {
  const values = memoryStore();
  let before = sealed;
  let close: ((text: string) => Promise<string>) | null = null;
  let isClosing = false;
  let isLate = false;

  /** One save at a time, so that the last one wins. */
  const save = async (): Promise<void> => {
    if (close === null || isClosing) return void (isLate = true);
    isClosing = true;
    do {
      isLate = false;
      const all = values.keys().map((key) => [key, values.read(key)]);
      keep(all.length === 0 ? null : await close(JSON.stringify(all)));
    } while (isLate);
    isClosing = false;
  };
  const restore = (text: string): void => {
    const had = new Set(values.keys());
    for (const [key, value] of JSON.parse(text) as [string, string][]) if (!had.has(key)) values.write(key, value);
  };
  const unlock = async (key: string): Promise<void> => {
    const seal = await sealWith(key);
    const text = before === null ? null : ((await seal?.open(before)) ?? null);
    before = null;
    if (text !== null) restore(text);
    close = seal?.close ?? null;
    if (text !== null || values.keys().length > 0) await save();
  };
  return {
    read: values.read,
    keys: values.keys,
    write(key, value) {
      if (values.read(key) === value) return;
      values.write(key, value);
      save().catch(report);
    },
    unlock: (key) => unlock(key).catch(report),
  };
}

function report(error: unknown): void {
  console.error(error);
}
