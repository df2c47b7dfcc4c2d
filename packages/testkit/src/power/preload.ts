import children from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

/**
 * Imported before the server in a recorded process (`recorder.ts`), so that its child processes are
 * recorded too. The server starts its database with a separate environment, without the recorder's
 * variables.
 */
const recorderVariables = Object.fromEntries(
  ["LD_PRELOAD", "POWER_LOG", "POWER_ROOT"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  ),
);
const spawn = children.spawn;
children.spawn = ((file: string, args: readonly string[], options: children.SpawnOptions) =>
  spawn(file, args, {
    ...options,
    env: { ...(options.env ?? process.env), ...recorderVariables },
  })) as typeof spawn;
syncBuiltinESMExports();
