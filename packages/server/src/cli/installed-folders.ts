import { homedir } from "node:os";
import { join } from "node:path";

interface ProcessUser {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly isRoot: boolean;
}

/** Folders of an installation that was installed as an npm package, if no variable names others. */
interface InstalledFolders {
  readonly dataDir: string;
  readonly compileCache: string;
}

/**
 * Returns the folders of an installed package (CFG-110). They do not depend on the current folder,
 * so that each command finds the same data. The package folder is replaced by upgrades and
 * therefore contains no data.
 */
export function getInstalledFolders(user: ProcessUser = readProcessUser()): InstalledFolders {
  const getFolder = (variable: string, forRoot: string, inHome: string): string => {
    const base = user.env[variable];
    // The XDG specification ignores relative paths.
    if (base?.startsWith("/") === true) return join(base, "parlour");
    return join(user.isRoot ? forRoot : join(user.home, inHome), "parlour");
  };
  return {
    dataDir: user.env["DATA_DIR"] || getFolder("XDG_DATA_HOME", "/var/lib", ".local/share"),
    compileCache:
      user.env["NODE_COMPILE_CACHE"] || getFolder("XDG_CACHE_HOME", "/var/cache", ".cache"),
  };
}

function readProcessUser(): ProcessUser {
  return { env: process.env, home: homedir(), isRoot: process.getuid?.() === 0 };
}
