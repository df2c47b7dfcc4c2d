import type { Early } from "../loader/start.ts";
import type { Call } from "../loader/stub.ts";
import { callbacks } from "./callbacks.ts";
import type * as scriptFile from "./script.ts";
import { openSession, type Session } from "./session.ts";

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;
type Script = typeof scriptFile;
/** The load callback waits for the first word of the server, so that `chatMode` is true in it; not longer than this. */
const loadWithinMs = 3_000;
/** A page that declares nothing and calls nothing may still do so. */
const unaskedMs = 3_000;
const retryMs = 5_000;

/**
 * The page's part of the widget beyond its button: states, callbacks, the window's frame. Goes on where the loader stopped. The script API proper comes at once for a
 * page that declares a callback, calls a function or has rules; for all others later, so that they do not pay for it.
 */
export function run(early: Early): void {
  const { face, names, store, api } = early;
  const page = window as unknown as Record<string, unknown>;
  const calls = callbacks(names);
  let session: Session | null = null;
  let script: Script | null = null;
  let functions: Functions = {};
  let coming: Promise<void> | null = null;

  const need = (): Promise<void> =>
    (coming ??= import("./script.ts").then(install, () => {
      coming = null;
      return new Promise<void>((resolve) => setTimeout(resolve, retryMs)).then(need);
    }));
  const install = (loaded: Script): void => {
    script = loaded;
    functions = loaded.makeApi({ face, callbacks: calls, session: () => session });
    // Who kept the object of another name's snippet has the stubs still; they are all one.
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
  };
  const init = (): void => {
    if (session !== null) return;
    const opened = openSession(early, { callbacks: calls, onGone: end });
    session = opened;
    if (script !== null) opened.attach(script);
    else if (isScripted()) void need();
    opened.whenHeard(loadWithinMs, () => {
      if (coming === null) {
        opened.restore();
        setTimeout(early.called, unaskedMs);
      }
      void (coming ?? untilAsked).then(() => opened.load());
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
  early.called = () => void need().then(asked);
  for (const one of names) {
    page[`${one}_destroy`] = destroy;
    page[`${one}_init`] = init;
  }
  init();
  if (early.wasPressed) early.press();
}
