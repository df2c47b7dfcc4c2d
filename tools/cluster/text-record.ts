/** Texts in the order of their arrival. A text that was read again does not count twice. */
export interface TextRecord {
  readonly texts: readonly string[];
  /** Records a message of an event. */
  readonly add: (text: string) => void;
  /** Records what was read after the numbering of events changed. */
  readonly addLoaded: (loaded: readonly string[]) => void;
}

export function createTextRecord(): TextRecord {
  const texts: string[] = [];
  const loaded = new Set<string>();
  return {
    texts,
    add(text) {
      if (!loaded.delete(text)) texts.push(text);
    },
    addLoaded(list) {
      const known = new Set(texts);
      for (const text of list) {
        if (known.has(text)) continue;
        texts.push(text);
        loaded.add(text);
      }
    },
  };
}
