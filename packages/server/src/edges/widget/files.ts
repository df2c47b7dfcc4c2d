import { readStatic, staticFile, type StaticFile } from "../../http/static.ts";
import type { WidgetEdgeDeps } from "./deps.ts";

/** Files of earlier releases, by their path. */
export interface ReleaseStore {
  /** Keeps these as the present release; what only earlier ones had goes `keptMs` after it. */
  keepRelease(files: readonly { readonly name: string; readonly body: Buffer }[], now: number, keptMs: number): Promise<void>;
  /** A file of a release that left after this time; null: there is none. */
  findReleased(name: string, leftAfter: number): Promise<Buffer | null>;
}
export interface WidgetFiles {
  /** The code of the script; null: the widget is not built. */
  readonly loader: string | null;
  /** Names the page of the window, so that a page goes on with the window that its script was made for. */
  readonly release: string;
  /** The window's page of a release; null: it is not built. An unknown release gets the present one. */
  page(release: string): Promise<StaticFile | null>;
  /** `host-….js`; null: no release of the last days had it. */
  asset(name: string): Promise<StaticFile | null>;
  /** A page learns of the present files: from now on later releases know them. */
  told(): void;
  /** What is being kept is kept. */
  close(): Promise<void>;
}
/** Pages that are open longer load what they miss by loading again. */
const keptMs = 3 * 86_400_000;
const hashed = /^[\w.-]+-[\w-]{8}\.(?:js|css)$/;

/**
 * The built widget, in memory, and what earlier releases had of it, in the database, where every node finds it: a page that was opened before an update, or whose script a
 * browser kept for its minute, still asks for those (WG-002).
 */
export function openFiles({
  widgetDir,
  store,
  clock,
  log,
}: Pick<WidgetEdgeDeps, "widgetDir" | "clock" | "log"> & { readonly store: ReleaseStore }): WidgetFiles {
  const files = readStatic(widgetDir) ?? new Map<string, StaticFile>();
  const present = files.get("/frame.html") ?? null;
  const release = present?.etag.slice(1, 9) ?? "";
  const pageName = (of: string): string => `/frame-${of}.html`;
  let keeping: Promise<void> | null = null;

  const released = async (name: string): Promise<StaticFile | null> => {
    const body = await store.findReleased(name, clock.now() - keptMs);
    return body === null ? null : staticFile(name, body);
  };
  return {
    loader: files.get("/loader.js")?.body.toString("utf8").trim() ?? null,
    release,
    async page(of) {
      if (of === release || present === null || !/^[\w-]{8}$/.test(of)) return present;
      return (await released(pageName(of))) ?? present;
    },
    async asset(name) {
      const path = `/assets/${name}`;
      return files.get(path) ?? (hashed.test(name) ? await released(path) : null);
    },
    told() {
      if (keeping !== null || present === null) return;
      const own = [...files].filter(([path]) => path.startsWith("/assets/")).map(([name, { body }]) => ({ name, body }));
      keeping = store
        .keepRelease([...own, { name: pageName(release), body: present.body }], clock.now(), keptMs)
        .catch((error: unknown) => {
          // Tried again with the next page.
          keeping = null;
          log.warn({ err: error }, "widget.release_not_kept");
        });
    },
    close: async () => void (await keeping),
  };
}
