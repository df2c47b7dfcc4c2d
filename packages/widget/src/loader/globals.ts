import { isSnippetQueue, isForeignApi } from "./registry.ts";
import type { Api, QueuedCall } from "./stub.ts";

/** The globals of a widget on `window`, under each of its prefixes (WG-003, WG-093, WG-096). */
export interface Globals {
  readonly api: Api;
  readonly config: object;
  readonly destroy: () => void;
  readonly init: () => void;
  /** Version of Parlour. Set when initialization is finished. */
  version?: string | undefined;
}

/**
 * Sets the globals under the prefixes that no other widget uses and updates `names`. Appends calls
 * from the page's queue to `calls`. Returns whether a global was missing before.
 */
export function installGlobals(
  prefixes: readonly string[],
  names: string[],
  globals: Globals,
  calls: QueuedCall[],
): boolean {
  const page = window as unknown as Record<string, unknown>;
  const { api } = globals;
  let isChanged = false;
  names.splice(
    0,
    names.length,
    ...prefixes.filter((one) => !isForeignApi(page[`${one}_api`], api)),
  );
  for (const name of names) {
    const found = page[`${name}_api`];
    isChanged ||= found !== api;
    if (isSnippetQueue(found)) {
      calls.push(...found.q);
      delete (found as Api).q;
      // Update the existing object, because the page may have a reference to it.
      Object.assign(found, api);
    }
    for (const [key, value] of Object.entries(globals))
      if (value) page[`${name}_${key}`] = value as unknown;
  }
  return isChanged;
}
