import { createBrowserHistory, createRouter } from "@tanstack/react-router";
import { screen, type Screen } from "@testing-library/dom";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { queryClient } from "../src/state/api/api.ts";
import {
  applyPreferences,
  getPreferences,
  setPreferences,
} from "../src/state/browser/preferences.ts";
import {
  dropFailedSave,
  dropLostSecret,
  getFailedSaves,
  getLostSecrets,
  getRunningSaves,
} from "../src/state/saves.ts";
import { App } from "../src/App.tsx";
import { router as appRouter } from "../src/app/router.tsx";
import { defaultAnswers } from "./entities.ts";
import {
  createFakeServer,
  type Answers,
  type AnswerSocket,
  type FakeServer,
} from "./fake-server.ts";
import { createFakeSockets, type FakeSockets } from "./fake-socket.ts";

/** The operator application on a page without layout. */
export interface RenderedApp extends Pick<FakeServer, "answer" | "changes"> {
  /** Queries by role and accessible name. */
  readonly screen: Screen;
  /** Types, clicks and tabs as a person does. */
  readonly user: UserEvent;
  readonly sockets: FakeSockets;
  /** Opens another address of the application, without loading the page again. */
  readonly navigate: (path: string) => void;
  /** Refuses new WebSockets, as a proxy does, and answers sockets by requests (CORE-490). */
  readonly refuseWebSockets: (answer: AnswerSocket) => void;
  /** Takes the network away, or brings it back. */
  readonly setOnline: (isOnline: boolean) => void;
}

/**
 * Renders the whole application at an address. `answers` are the responses of the service API in
 * addition to the ones that every screen needs. At the end of the test, the page is removed, and
 * the test fails if a request had no answer, or if the name of a control lacks its text.
 */
export async function renderApp(path: string, answers: Answers = {}): Promise<RenderedApp> {
  const server = createFakeServer({ ...defaultAnswers, ...answers });
  const sockets = createFakeSockets();
  stubBrowser(server, sockets);
  watchConsole(server.faults);
  applyPreferences();
  const preferences = getPreferences();
  window.history.replaceState(null, "", path);
  // A router that was unmounted while it loads would not load again.
  const history = createBrowserHistory();
  const router = createRouter({ ...appRouter.options, history });
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  root.render(<App router={router} />);
  onTestFinished(async () => {
    server.faults.push(...findMisnamedControls());
    closeToasts();
    root.unmount();
    // A save that the test has not answered ends, so that the next test has none.
    server.close();
    await Promise.all(getRunningSaves().map(({ outcome }) => outcome));
    getFailedSaves().forEach(dropFailedSave);
    getLostSecrets().forEach(dropLostSecret);
    history.destroy();
    // The next file would see the errors of a part that loads when its page is gone.
    await vi.dynamicImportSettled();
    await queryClient.cancelQueries();
    queryClient.clear();
    setPreferences(preferences);
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
    if (server.faults.length > 0) throw new Error(server.faults.join("\n"));
  });
  return {
    screen,
    user: userEvent.setup({ document }),
    sockets,
    answer: server.answer,
    changes: server.changes,
    navigate: (next) => history.push(next),
    refuseWebSockets(answer) {
      server.answerSockets(answer);
      sockets.setReachable(false);
    },
    setOnline(isOnline) {
      server.setReachable(isOnline);
      sockets.setReachable(isOnline);
      window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
    },
  };
}

/** Toasts outlive their page. The last button of each closes it. */
function closeToasts(): void {
  for (const button of document.querySelectorAll<HTMLElement>(".toast button:last-child"))
    button.click();
}

/**
 * Finds controls whose name does not contain the text that they show (WCAG 2.5.3): people who speak
 * to their device say what they see.
 */
export function findMisnamedControls(): readonly string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    ":is(a, button, summary, [role=option], [role=tab], [role^=menuitem])[aria-label]",
  );
  return [...controls].flatMap((control) => {
    const shown = control.cloneNode(true) as HTMLElement;
    shown.querySelectorAll("svg, .vh").forEach((part) => part.remove());
    const label = control.getAttribute("aria-label");
    const [name, text] = [label, shown.textContent].map(toWords);
    return ` ${name} `.includes(` ${text} `) || text === ""
      ? []
      : [`the name “${label}” lacks the text “${shown.textContent}”`];
  });
}
const toWords = (text: string | null): string =>
  (text ?? "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * In happy-dom, the page's document is no instance of `Document`, so dialogs would not find the
 * focus that is in them.
 */
Object.defineProperty(Document, Symbol.hasInstance, {
  value: (value: unknown) => value instanceof Node && value.nodeType === Node.DOCUMENT_NODE,
});

/** Virtual lists render the rows that fit into their height. Without layout, everything is 0 px. */
function setSizes(): void {
  const height = (element: HTMLElement): number => ("index" in element.dataset ? 40 : 900);
  const sizes = { clientHeight: height, clientWidth: () => 1440, offsetHeight: height };
  for (const [name, measure] of Object.entries(sizes)) {
    let owner: object = document.body;
    while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object;
    Object.defineProperty(owner, name, {
      configurable: true,
      get(this: HTMLElement) {
        return measure(this);
      },
    });
  }
}
setSizes();

/** Replaces what the page has no real part for: the server, the database, time and commands. */
function stubBrowser(server: FakeServer, sockets: FakeSockets): void {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-GB"]);
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("WebSocket", sockets.Socket);
  vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run, 0));
  vi.stubGlobal("indexedDB", { open: refuseDatabase });
  Object.assign(document, { execCommand: insertText });
}

/** A field of React, which knows the last value that it has handled. */
type TrackedField = HTMLTextAreaElement & {
  readonly _valueTracker?: { readonly setValue: (value: string) => void };
};
/** Writes a text over the selection of the focused field, as a browser does for `insertText`. */
function insertText(command: string, _isShown: boolean, text: string): boolean {
  const field = document.activeElement;
  if (command !== "insertText" || !(field instanceof HTMLTextAreaElement)) return false;
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText(text, selectionStart, selectionEnd, "end");
  // React ignores the event if it has noticed the change of the property.
  (field as TrackedField)._valueTracker?.setValue(value);
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  return true;
}

/** As in a private window of some browsers. Unsent messages are kept in memory then. */
function refuseDatabase(): object {
  const request: { onerror?: () => void } = {};
  queueMicrotask(() => request.onerror?.());
  return request;
}

/** Texts of the console that are no faults here. */
const knownWarnings = /this browser keeps no database|The tag <.*> is unrecognized in this browser/;

/** Reports what the application writes to the console as a fault. */
function watchConsole(faults: string[]): void {
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      const text = parts.map(String).join(" ");
      if (!knownWarnings.test(text)) faults.push(`console.${level}: ${text}`);
    });
}
