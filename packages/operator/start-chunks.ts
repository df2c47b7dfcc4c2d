import type { Plugin, Rolldown } from "vite";

/** The screen that most visits begin with. */
const inbox = /\/screens\/inbox\/index\.tsx$/;
const screens = /\/screens\/[a-z]+\/index\.tsx$/;
/** Parts that load by themselves after the first screen, so that they do not delay it. */
const laterParts =
  /\/(?:dialog-frame|menu-button|RingingCards|ShellBanners|CommandPalette|KeyboardShortcuts|start-parts|action-parts|message-parts|status-parts)\.tsx?$/;

/** The file that exports all icons, each of which is a module. */
const allIcons = /\/tabler-icons-react\.mjs$/;

/**
 * Returns the modules that a module imports. Of the icons, only those that it names: the file with
 * all of them would otherwise put each icon of the application into the first visit.
 */
function listImports(module: Rolldown.ModuleInfo | null): readonly string[] {
  if (module === null || allIcons.test(module.id)) return [];
  const { code, importedIds } = module;
  const icons = importedIds.find((id) => allIcons.test(id));
  if (icons === undefined) return importedIds;
  const names = new Set(code?.match(/\bIcon[A-Z0-9]\w*/g));
  return [
    ...importedIds,
    ...Array.from(names, (name) => icons.replace(allIcons, `/icons/${name}.mjs`)),
  ];
}

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
            for (const imported of listImports(this.getModuleInfo(id))) loaded.add(imported);
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
