import type { Widget } from "../types.ts";

const maxCachedWidgets = 1_000;

/**
 * Returns one shared settings object for all connections of a widget until its settings change. The
 * settings use most of the memory of an idle connection (PERF-8).
 */
export class WidgetCache {
  readonly #byId = new Map<string, { readonly widget: Widget; readonly text: string }>();

  share(publicId: string, widget: Widget): Widget {
    const text = JSON.stringify(widget);
    const cached = this.#byId.get(publicId);
    if (cached?.text === text) return cached.widget;
    this.#byId.delete(publicId);
    this.#byId.set(publicId, { widget: widget, text });
    for (const oldest of this.#byId.keys()) {
      if (this.#byId.size <= maxCachedWidgets) break;
      this.#byId.delete(oldest);
    }
    return widget;
  }
}
