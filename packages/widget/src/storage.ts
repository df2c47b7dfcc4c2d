/**
 * Returns the browser storage, or null if no value can be written to it. Browsers that deny storage
 * throw an error or ignore the write.
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
