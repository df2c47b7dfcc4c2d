/**
 * Functions with which `compose` connects the parts of the server. A test that calls one builds a
 * second composition, which differs from the real one and must be changed with it.
 */
const wiringName = /^(?:create\w*Routes|openJournal|createAuth|createDeliveries)$/;
/**
 * Tests of a part below the composition, with the functions that they may call. Tests of the whole
 * server use `startTestParlour`. This list may only shrink.
 */
const permittedWiring: Readonly<Record<string, readonly string[]>> = {
  "packages/server/tests/channel-inbound-fixture.ts": ["openJournal"],
  "packages/server/tests/journal-fixture.ts": ["createDeliveries", "openJournal"],
  "packages/server/tests/mail-original.test.ts": ["createMailOriginalRoutes"],
  "packages/server/tests/realtime-fixture.ts": ["createAuth"],
  "tests/e2e/mail-original.test.ts": ["createMailOriginalRoutes"],
};

/** A file below a folder `tests`. `path` is relative to the root. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the imports of wiring functions that `permitted` does not list, and the rows of
 * `permitted` that no file needs.
 */
export function findWiringFaults(
  files: readonly TestFile[],
  permitted: Readonly<Record<string, readonly string[]>> = permittedWiring,
): readonly string[] {
  const found = new Map(files.map(({ path, text }) => [path, listWiringImports(text)]));
  const unlisted = [...found].flatMap(([path, names]) =>
    names
      .filter((name) => permitted[path]?.includes(name) !== true)
      .map((name) => `${path}: imports ${name}; tests of the server use startTestParlour`),
  );
  const unused = Object.entries(permitted).flatMap(([path, names]) =>
    names
      .filter((name) => found.get(path)?.includes(name) !== true)
      .map((name) => `tools/test-wiring.ts: ${path} does not import ${name}, remove it`),
  );
  return [...unlisted, ...unused];
}

/** Returns the wiring functions that a file imports or loads, without types. */
function listWiringImports(text: string): readonly string[] {
  const imports = text.matchAll(/\bimport\s*\{([^}]*)\}\s*from\b/g);
  const loaded = text.matchAll(/\{([^}]*)\}\s*=\s*await\s+import\(/g);
  // A namespace such as `auth.createAuth` has no name in its import.
  const members = [...text.matchAll(/\b\w+\.(\w+)\(/g)].map((match) => match[1] ?? "");
  const names = [...imports, ...loaded].flatMap((match) =>
    (match[1] ?? "").split(",").map((name) => name.trim().split(/\s+as\s+|\s*:\s*/)[0] ?? ""),
  );
  return [...new Set([...names, ...members])].filter((name) => wiringName.test(name)).toSorted();
}
