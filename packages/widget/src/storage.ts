/** A storage of the browser that takes what it is given; null: it is denied. Browsers throw, or write nothing, in many ways. */
export function usable(of: () => Storage): Storage | null {
  try {
    const storage = of();
    storage.setItem("parlour:?", "1");
    storage.removeItem("parlour:?");
    return storage;
  } catch {
    return null;
  }
}
