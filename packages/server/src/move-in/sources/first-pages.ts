import { toId, type Json } from "./json-values.ts";

const maxIds = 50_000;

/** The page of a list on which a process saw an element first, so that it is returned once. */
export class FirstPages {
  readonly #pages = new Map<string, number>();

  /**
   * Returns the elements that no page before this one had, each once. A page that is read again
   * returns the same elements.
   */
  filter(list: readonly Json[], key: string, page: number): readonly Json[] {
    if (this.#pages.size > maxIds) this.#pages.clear();
    const added = new Map<string, Json>();
    for (const element of list) {
      const id = toId(element[key]);
      if (id === undefined || (this.#pages.get(id) ?? page) < page) continue;
      this.#pages.set(id, page);
      added.set(id, added.get(id) ?? element);
    }
    return [...added.values()];
  }
}
