import type { Widget } from "./deps.ts";

const most = 1_000;

/**
 * Returns one shared object for all connections of a widget while its settings stay the same. The
 * settings are most of the memory of an idle connection (PERF-8).
 */
export class SharedWidgets {
  readonly #byId = new Map<string, { readonly widget: Widget; readonly text: string }>();

  of(publicId: string, read: Widget): Widget {
    const text = JSON.stringify(read);
    const known = this.#byId.get(publicId);
    if (known?.text === text) return known.widget;
    this.#byId.delete(publicId);
    this.#byId.set(publicId, { widget: read, text });
    for (const oldest of this.#byId.keys()) {
      if (this.#byId.size <= most) break;
      this.#byId.delete(oldest);
    }
    return read;
  }
}
