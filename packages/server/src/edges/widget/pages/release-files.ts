import {
  readStaticFiles,
  createStaticFile,
  type StaticFile,
} from "../../../http/answers/static-files.ts";
import type { Clock } from "../../../core/command.ts";

/** Stores the files of earlier releases by their path. */
export interface ReleaseStore {
  /** Stores the current release. Files of only earlier ones go after `retentionMs`. */
  saveRelease(
    files: readonly { readonly name: string; readonly body: Buffer }[],
    now: number,
    retentionMs: number,
  ): Promise<void>;
  /** Returns a file of a release that was replaced after `leftAfter`, or null. */
  findReleased(name: string, leftAfter: number): Promise<Buffer | null>;
}
export interface ReleaseFilesDeps {
  /** Folder of the built widget. */
  readonly widgetDir: string;
  readonly store: ReleaseStore;
  readonly clock: Clock;
  readonly log: { warn(fields: object, message: string): void };
}
export interface ReleaseFiles {
  /** Code of the widget script. Null if the widget is not built. */
  readonly loader: string | null;
  /** Script that finds the widget's id in its element (WG-230). Null if not built. */
  readonly byAttribute: StaticFile | null;
  /** Names of the scripts of the chat page, in their order (WG-300). Null if not built. */
  readonly chatPage: readonly string[] | null;
  /** Id of the current window page. A host page keeps the one its script was built for. */
  readonly release: string;
  /**
   * Returns the chat window page of a release, or the current page if the release is unknown.
   * Resolves to null if the widget is not built.
   */
  page(release: string): Promise<StaticFile | null>;
  /** Returns the file `host-….js`, or null if no release of the last three days has it. */
  asset(name: string): Promise<StaticFile | null>;
  /**
   * Stores the current files once, because a page has received their names. Later releases can then
   * serve these files.
   */
  saveRelease(): void;
  /** Waits until the files are stored. */
  close(): Promise<void>;
}
/**
 * Time in ms for which files of earlier releases are kept. Pages that stay open longer must reload
 * if a file is missing.
 */
const retentionMs = 3 * 86_400_000;
const hashedNamePattern = /^[\w.-]+-[\w-]{6,8}\.(?:js|css)$/;

/**
 * Opens the files of the current widget in memory and those of earlier releases in the database,
 * which all nodes share. A page that was opened before an update, or whose script is cached, still
 * requests earlier files (WG-202).
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
    byAttribute: files.get("/by-attribute.js") ?? null,
    chatPage: listChatPageScripts(files),
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
          // The next page load attempts the write again.
          saving = null;
          log.warn({ err: error }, "widget.release_not_kept");
        });
    },
    close: async () => void (await saving),
  };
}

/** Returns the script of the chat page, and that of the window, which answers its messages. */
function listChatPageScripts(files: ReadonlyMap<string, StaticFile>): readonly string[] | null {
  const page = [...files.keys()].find((path) => path.startsWith("/assets/chat-page-"));
  const window = /"\.\/assets\/([\w.-]+\.js)"/.exec(
    files.get("/frame.html")?.body.toString() ?? "",
  )?.[1];
  return page === undefined || window === undefined
    ? null
    : [page.slice("/assets/".length), window];
}
