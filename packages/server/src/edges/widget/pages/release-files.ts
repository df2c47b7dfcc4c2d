import {
  readStaticFiles,
  createStaticFile,
  type StaticFile,
} from "../../../http/answers/static-files.ts";
import type { Clock } from "../../../core/command.ts";

/** Stores the files of earlier releases by their path. */
export interface ReleaseStore {
  /**
   * Stores these files as the current release. Files that only earlier releases had are removed
   * `retentionMs` later.
   */
  saveRelease(
    files: readonly { readonly name: string; readonly body: Buffer }[],
    now: number,
    retentionMs: number,
  ): Promise<void>;
  /** Returns a file of a release that was replaced after `leftAfter`. Null if there is none. */
  findReleased(name: string, leftAfter: number): Promise<Buffer | null>;
}
export interface ReleaseFilesDeps {
  /** Folder of the built widget. */
  readonly widgetDir: string;
  readonly store: ReleaseStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: { warn(fields: object, message: string): void };
}
export interface ReleaseFiles {
  /** Code of the script. Null if the widget is not built. */
  readonly loader: string | null;
  /**
   * Id of the chat window's page. A host page keeps the chat window that its script was built for.
   */
  readonly release: string;
  /**
   * Returns the chat window's page of a release. Null if the widget is not built. An unknown
   * release returns the current page.
   */
  page(release: string): Promise<StaticFile | null>;
  /** Returns `host-….js`. Null if no release of the last three days had it. */
  asset(name: string): Promise<StaticFile | null>;
  /**
   * Stores the current files once, because a page has received their names. Later releases can then
   * serve them.
   */
  saveRelease(): void;
  /** Waits until the files are stored. */
  close(): Promise<void>;
}
/** Pages that stay open longer recover from missing files by a reload. */
const retentionMs = 3 * 86_400_000;
const hashedNamePattern = /^[\w.-]+-[\w-]{8}\.(?:js|css)$/;

/**
 * Opens the built widget in memory and the files of earlier releases in the database, where every
 * node finds them. A page that was opened before an update, or whose script is cached for its
 * minute, still requests the earlier files (WG-202).
 */
export function openReleaseFiles({ widgetDir, store, clock, log }: ReleaseFilesDeps): ReleaseFiles {
  const files = readStaticFiles(widgetDir) ?? new Map<string, StaticFile>();
  const currentPage = files.get("/frame.html") ?? null;
  const release = currentPage?.etag.slice(1, 9) ?? "";
  const pageName = (releaseId: string): string => `/frame-${releaseId}.html`;
  let saving: Promise<void> | null = null;

  const findReleased = async (name: string): Promise<StaticFile | null> => {
    const body = await store.findReleased(name, clock.now() - retentionMs);
    return body === null ? null : createStaticFile(name, body);
  };
  return {
    loader: files.get("/loader.js")?.body.toString("utf8").trim() ?? null,
    release,
    async page(releaseId) {
      if (releaseId === release || currentPage === null || !/^[\w-]{8}$/.test(releaseId))
        return currentPage;
      return (await findReleased(pageName(releaseId))) ?? currentPage;
    },
    async asset(name) {
      const path = `/assets/${name}`;
      return files.get(path) ?? (hashedNamePattern.test(name) ? await findReleased(path) : null);
    },
    saveRelease() {
      if (saving !== null || currentPage === null) return;
      const assets = [...files]
        .filter(([path]) => path.startsWith("/assets/"))
        .map(([name, { body }]) => ({ name, body }));
      saving = store
        .saveRelease(
          [...assets, { name: pageName(release), body: currentPage.body }],
          clock.now(),
          retentionMs,
        )
        .catch((error: unknown) => {
          // The next page load tries again.
          saving = null;
          log.warn({ err: error }, "widget.release_not_kept");
        });
    },
    close: async () => void (await saving),
  };
}
