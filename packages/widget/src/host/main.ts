import type { Early } from "../loader/start.ts";
import type { Call } from "../loader/stub.ts";
import { callbacks } from "./callbacks.ts";
import type * as scriptFile from "./script.ts";
import { openSession, type Session } from "./session.ts";

/** Of the product, put in by the build. */
declare const PARLOUR_VERSION: string;
type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;
type Script = typeof scriptFile;
/** The load callback waits for the first word of the server, so that `chatMode` is true in it; not longer than this. */
const loadWithinMs = 3_000;
/** A page that declares nothing at first may still do so. */
const unaskedMs = 3_000;
const retryMs = 5_000;

/**
 * The page's part of the widget beyond its button: states, callbacks, the window's frame. Goes on where the loader stopped. The script API proper comes at once for a
 * page that declares a callback, calls a function or has rules; for all others at their first call, so that they do not pay for it.
 */
export async function run(early: Early): Promise<void> {
  const { face, names, store, api } = early;
  // Few widgets may read them.
  if (face.analytics_ids)
    early.cookies = await import("./analytics-ids.ts").then(
      ({ analyticsIds }) => analyticsIds(),
      () => undefined,
    );
  const page = window as unknown as Record<string, unknown>;
  const calls = callbacks(names);
  let session: Session | null = null;
  let script: Script | null = null;
  let functions: Functions = {};
  let coming: Promise<void> | null = null;
  let isLoadDue = false;

  const need = (): Promise<void> =>
    (coming ??= import("./script.ts").then(install, () => {
      coming = null;
      return new Promise<void>((resolve) => setTimeout(resolve, retryMs)).then(need);
    }));
  const install = (loaded: Script): void => {
    script = loaded;
    functions = loaded.makeApi({ face, callbacks: calls, session: () => session });
    Object.assign(api, functions);
    session?.attach(loaded);
    drain();
  };
  const drain = (): void => {
    for (const call of early.calls.splice(0)) {
      // A page may have put anything into its queue.
      const [name, args] = Array.isArray(call) ? (call as unknown as Call) : ["", []];
      if (name === "destroy") destroy();
      else if (name === "init") init();
      else if (Object.hasOwn(functions, name)) functions[name]?.(...Array.from(args ?? []));
    }
  };
  const isScripted = (): boolean =>
    early.calls.length > 0 || face.rules.length > 0 || Object.keys(page).some((key) => names.some((one) => key.startsWith(`${one}_on`)));

  const end = (): void => {
    session?.end();
    session = null;
    early.setVersion(undefined);
  };
  const init = (): void => {
    if (session !== null) return;
    early.button.listen();
    session = openSession(early, {
      callbacks: calls,
      onGone: end,
      onErased() {
        end();
        init();
      },
    });
    if (script !== null) session.attach(script);
    isLoadDue = false;
    load();
  };
  /** The load callback, when the server was heard and the calls so far are carried out. */
  const load = (): void => {
    const opened = session;
    if (opened === null || isLoadDue) return;
    isLoadDue = true;
    // After an early press and the calls so far: what they load makes the page's own request needless.
    void (isScripted() ? need().then(drain) : Promise.resolve()).then(opened.arrive);
    opened.whenHeard(loadWithinMs, () => {
      if (opened === session) early.setVersion(PARLOUR_VERSION);
      if (coming === null) {
        opened.restore();
        setTimeout(() => isScripted() && early.called(), unaskedMs);
      }
      void (coming ?? untilAsked).then(() => {
        if (opened !== session) return;
        isLoadDue = false;
        opened.load();
      });
    });
  };
  const destroy = (): void => {
    if (session === null) return;
    end();
    store.tab.keep({ state: undefined });
    calls.tell("widgetDestroy", {});
  };
  let asked = (): void => undefined;
  const untilAsked = new Promise<void>((resolve) => (asked = resolve));
  early.called = () => void need().then(drain).then(asked);
  early.destroy = destroy;
  early.init = init;
  early.renamed = load;
  init();
  if (early.wasPressed) early.press();
}
