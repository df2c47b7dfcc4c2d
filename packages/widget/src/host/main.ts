import type { Early } from "../loader/start.ts";
import type { Call } from "../loader/stub.ts";
import { callbacks } from "./callbacks.ts";
import type * as scriptFile from "./script.ts";
import { openSession, type Session } from "./session.ts";

/** Version of Parlour, inserted by the build. */
declare const PARLOUR_VERSION: string;
type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;
type Script = typeof scriptFile;
/**
 * The load callback waits at most this long for the first state from the server, so that `chatMode`
 * is correct in it.
 */
const loadWithinMs = 3_000;
/** A page without callbacks at first may declare some later. This is when the check runs. */
const unaskedMs = 3_000;
const retryMs = 5_000;

/**
 * Starts the widget on the page after the loader: states, callbacks, iframe. The script API itself
 * loads at once if the page declares a callback, calls a function or has rules. Other pages load it
 * at their first call.
 */
export async function run(early: Early): Promise<void> {
  const { face, names, store, api } = early;
  // Only widgets with this setting load the file.
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
      // The queue comes from the page, so an entry can be anything.
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
  /** Runs the load callback after the first state from the server and the calls so far. */
  const load = (): void => {
    const opened = session;
    if (opened === null || isLoadDue) return;
    isLoadDue = true;
    // After an early press and the calls so far. If they load the chat window, the page needs no
    // request of its own.
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
