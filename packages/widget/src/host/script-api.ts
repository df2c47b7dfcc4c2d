import type { LoaderContext } from "../loader/start.ts";
import type { QueuedCall } from "../loader/stub.ts";
import type * as compatibleFile from "./compatible/index.ts";
import type { Callbacks } from "./page-api/callbacks.ts";
import type * as scriptFile from "./rules/script.ts";
import type { WidgetRuntime } from "./widget-runtime.ts";

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;
type Script = typeof scriptFile;
export interface ScriptApiDeps {
  readonly context: LoaderContext;
  readonly callbacks: Callbacks;
  /** Functions for pages of comparable services (WG-236). Null if the page uses none. */
  readonly compatible: typeof compatibleFile | null;
  readonly runtime: () => WidgetRuntime | null;
}
/** The functions of the script API (WG-010), whose file is loaded on first need. */
export interface ScriptApi {
  /** Loads the file, if it is not loaded or loading, and then runs the queued calls. */
  readonly load: () => Promise<void>;
  /** Resolves when the file is loaded and the calls before that have run. */
  readonly loaded: Promise<void>;
  readonly isRequested: () => boolean;
  /** The loaded file, or null. */
  readonly script: () => Script | null;
}
const retryDelayMs = 5_000;

export function createScriptApi({
  context,
  callbacks,
  compatible,
  runtime,
}: ScriptApiDeps): ScriptApi {
  const { face, api } = context;
  let script: Script | null = null;
  let functions: Functions = {};
  let loading: Promise<void> | null = null;
  let resolve = (): void => undefined;
  const loaded = new Promise<void>((done) => (resolve = done));
  const loadFile = (): Promise<void> =>
    (loading ??= import("./rules/script.ts").then(onLoaded, () => {
      loading = null;
      return new Promise<void>((retry) => setTimeout(retry, retryDelayMs)).then(loadFile);
    }));
  const onLoaded = (file: Script): void => {
    script = file;
    functions = file.createApi({ face, callbacks, runtime });
    functions = {
      ...functions,
      ...compatible?.createCompatibleFunctions({ ...file, context, api: functions }),
    };
    Object.assign(api, functions);
    runtime()?.onScriptLoaded(file);
    runQueuedCalls();
    resolve();
  };
  const runQueuedCalls = (): void => {
    for (const call of context.calls.splice(0)) {
      // The page can write to the queue, so an entry can have any type.
      const [name, args] = Array.isArray(call) ? (call as unknown as QueuedCall) : ["", []];
      if (name === "destroy") context.destroy();
      else if (name === "init") context.init();
      else if (Object.hasOwn(functions, name)) functions[name]?.(...Array.from(args ?? []));
    }
  };
  return {
    load: () => loadFile().then(runQueuedCalls),
    loaded,
    isRequested: () => loading !== null,
    script: () => script,
  };
}
