import children from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

/**
 * Imported before the product in a recorded process (`recorder.ts`): what it starts is recorded too. The product gives its database an
 * environment of its own, which has no room for the recorder's variables.
 */
const recorded = Object.fromEntries(
  ["LD_PRELOAD", "POWER_LOG", "POWER_ROOT"].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);
const spawn = children.spawn;
children.spawn = ((file: string, args: readonly string[], options: children.SpawnOptions) =>
  spawn(file, args, { ...options, env: { ...(options.env ?? process.env), ...recorded } })) as typeof spawn;
syncBuiltinESMExports();
