import { expect, it } from "vitest";
import { getInstalledFolders } from "./installed-folders.ts";

const user = { env: {}, home: "/home/ann", isRoot: false };

it("[CFG-110] an installed package keeps data and compiled code outside of the current folder and of its own", () => {
  expect(getInstalledFolders(user)).toEqual({
    dataDir: "/home/ann/.local/share/parlour",
    compileCache: "/home/ann/.cache/parlour",
  });
  expect(getInstalledFolders({ ...user, isRoot: true })).toEqual({
    dataDir: "/var/lib/parlour",
    compileCache: "/var/cache/parlour",
  });
});

it("[CFG-110] variables name other folders; an empty one and a relative one of XDG count as absent", () => {
  const env = { XDG_DATA_HOME: "/srv/data", XDG_CACHE_HOME: "cache", DATA_DIR: "" };
  expect(getInstalledFolders({ ...user, env })).toEqual({
    dataDir: "/srv/data/parlour",
    compileCache: "/home/ann/.cache/parlour",
  });
  expect(
    getInstalledFolders({ ...user, env: { ...env, DATA_DIR: "data2", NODE_COMPILE_CACHE: "/c" } }),
  ).toEqual({ dataDir: "data2", compileCache: "/c" });
});
