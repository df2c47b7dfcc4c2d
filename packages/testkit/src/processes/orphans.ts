import { spawn } from "node:child_process";
import type { Writable } from "node:stream";

/**
 * Reads the current list until this process ends, and then ends what is in the last one. Of a
 * folder of a database, its server ends, and the folder is removed when its files are closed.
 */
const script = `while read -r line; do list=$line; done
for item in $list; do case $item in
  /*) test ! -f "$item/pg/postmaster.pid" || kill -QUIT "$(head -n 1 "$item/pg/postmaster.pid")" ;;
  *) kill -QUIT "$item" ;;
esac; done
sleep 1
for item in $list; do case $item in /*) rm -rf "$item" ;; esac; done`;

const items = new Set<number | string>();
let list: Writable | null = null;

/**
 * Ends a process, or the database server of a folder, if this process ends without doing so itself,
 * for example by `kill -9`. `item`: the id of the process, or the absolute path of the folder that
 * contains `pg`, without spaces. Returns a function for when it has ended.
 */
export function endAfterKill(item: number | string): () => void {
  items.add(item);
  writeList();
  return () => {
    items.delete(item);
    writeList();
  };
}

function writeList(): void {
  list ??= startWatch();
  list.write(`${[...items].join(" ")}\n`);
}

function startWatch(): Writable {
  // In a group of its own, so that Ctrl-C does not end it with this process.
  const watch = spawn("/bin/sh", ["-c", script], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.unref();
  const { stdin } = watch;
  stdin.on("error", () => undefined);
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return stdin;
}
