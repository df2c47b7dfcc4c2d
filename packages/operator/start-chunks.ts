import type { Plugin, Rolldown } from "vite";

/** The screen that most visits begin with. */
const inbox = /\/screens\/inbox\/index\.tsx$/;
const screens = /\/screens\/[a-z]+\/index\.tsx$/;
/** Parts that load by themselves after the first screen, so that they do not delay it. */
const laterParts =
  /\/(?:dialog-frame|menu-button|RingingCards|ShellBanners|CommandPalette|KeyboardShortcuts|start-parts|action-parts|message-parts|status-parts)\.tsx?$/;

/**
 * Joins the modules that several parts of the application load into few files. The default
 * splitting writes a file for each set of screens and dialogs that share modules: 90 files for a
 * first visit of the inbox, most of them below 3 KB. Returns a plugin that reads the modules of the
 * build, and the group of chunks that takes them.
 *
 * | Chunk | Modules |
 * |---|---|
 * | `chats`, `common` | of the inbox; those that other screens load as well are in `common` |
 * | `later`, `controls` | of parts that load after the first screen; `controls`: of screens, too |
 * | `pages` | others of several screens |
 */
export function joinStartChunks(): { plugin: Plugin; group: Rolldown.CodeSplittingGroup } {
  const chunkOfModule = new Map<string, string>();
  return {
    plugin: {
      name: "parlour-start-chunks",
      apply: "build",
      buildEnd() {
        const ids = [...this.getModuleIds()];
        /** The modules that match, and all that they import, directly or through others. */
        const listLoaded = (isStart: (id: string) => boolean): ReadonlySet<string> => {
          const loaded = new Set(ids.filter(isStart));
          // A set also iterates over what is added meanwhile.
          for (const id of loaded)
            for (const imported of this.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
          return loaded;
        };
        const byInbox = listLoaded((id) => inbox.test(id));
        const byOthers = ids
          .filter((id) => screens.test(id) && !inbox.test(id))
          .map((screen) => listLoaded((id) => id === screen));
        const countOthers = (id: string): number => byOthers.filter((set) => set.has(id)).length;
        chunkOfModule.clear();
        for (const id of ids) if (countOthers(id) > 1) chunkOfModule.set(id, "pages");
        for (const id of listLoaded((part) => laterParts.test(part)))
          chunkOfModule.set(id, countOthers(id) > 0 ? "controls" : "later");
        for (const id of byInbox) chunkOfModule.set(id, countOthers(id) > 0 ? "common" : "chats");
        // The bundler writes a wrong export for a module of a group that is imported dynamically.
        for (const id of ids)
          if (this.getModuleInfo(id)?.dynamicImporters.length !== 0) chunkOfModule.delete(id);
      },
    },
    group: {
      name: (id) => chunkOfModule.get(id) ?? null,
      // The imports of these modules are in the same group, or in the shell.
      includeDependenciesRecursively: false,
    },
  };
}
