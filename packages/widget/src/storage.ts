/**
 * Returns the browser storage if a value can be written to it, else null. Browsers deny storage
 * with an exception or ignore the write.
 */
export function getUsableStorage(getStorage: () => Storage): Storage | null {
  try {
    const storage = getStorage();
    storage.setItem("parlour:?", "1");
    storage.removeItem("parlour:?");
    return storage;
  } catch {
    return null;
  }
}
