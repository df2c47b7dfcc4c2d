import { createMemoryStorage, type KeyValueStore } from "./local-storage.ts";

/**
 * Opens a storage whose values the host page keeps, encrypted. Used if the browser denies storage
 * to the iframe. The page never has the key, which is in a welcome frame (WG-213). `sealed` is the
 * text that the page has stored. `saveSealed` stores a new text, or null if there is none to store.
 *
 * The file that encrypts is loaded only when there is something to decrypt or to encrypt, because a
 * new visitor can write before that (WG-201). After the first welcome, each change is sent to the
 * page. A value written before that replaces the stored value.
 */
export function openHostPageStorage(
  sealed: string | null,
  saveSealed: (sealed: string | null) => void,
): KeyValueStore {
  const values = createMemoryStorage();
  let key = "";
  let opening: Promise<() => Promise<void>> | null = null;
  const open = async (): Promise<() => Promise<void>> => {
    const { openSeal } = await import("./seal.ts");
    const save = await openSeal({ key, sealed, values, saveSealed });
    sealed = null;
    return save;
  };
  let lastSave = Promise.resolve();
  let isQueued = false;
  /** Saves after earlier saves, so that the last value is the one stored. */
  const save = (): Promise<void> => {
    if (!isQueued) {
      isQueued = true;
      lastSave = lastSave.then(runSave);
    }
    return lastSave;
  };
  const runSave = async (): Promise<void> => {
    isQueued = false;
    try {
      opening ??= open();
      await (
        await opening
      )();
    } catch (error) {
      // The file did not load. The next change loads it again.
      opening = null;
      console.error(error);
    }
  };
  return {
    ...values,
    write(name, value) {
      if (values.read(name) === value) return;
      values.write(name, value);
      if (key !== "") void save();
    },
    async unlock(newKey) {
      if (newKey !== key) opening = null;
      key = newKey;
      if (sealed !== null || values.keys().length > 0) await save();
    },
  };
}
