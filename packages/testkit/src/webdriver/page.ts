import { testTimeoutMs } from "../timeouts.ts";

/** Sends one command of the WebDriver protocol and resolves with its value. */
export type SendCommand = (name: WebDriverCommand, parameters?: object) => Promise<unknown>;

/** Commands that the tests need, with their path below `/session/{id}`. All are sent by POST. */
export const webDriverCommands = {
  Navigate: "/url",
  FindElement: "/element",
  ElementClick: "/element/:id/click",
  ElementSendKeys: "/element/:id/value",
  ExecuteScript: "/execute/sync",
  PerformActions: "/actions",
  SwitchToFrame: "/frame",
} as const;
type WebDriverCommand = keyof typeof webDriverCommands;

/** An element as WebDriver names it. */
type ElementReference = Readonly<Record<string, string>>;
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
/** Keys without a character, as WebDriver encodes them. */
export const keys = { tab: "\uE004", enter: "\uE007" } as const;

/** The one window of a browser. Commands apply to its page, or to the frame that was entered. */
export interface BrowserPage {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It must not use names of its file. */
  evaluate<A extends readonly unknown[], R>(run: (...values: A) => R, ...values: A): Promise<R>;
  /** Waits until a function returns something other than false, null and "". Returns it. */
  waitFor<A extends readonly unknown[], R>(run: (...values: A) => R, ...values: A): Promise<R>;
  /** Waits for a visible element that matches, with this text or accessible label in it. */
  find(selector: string, text?: string): Promise<ElementReference>;
  /** Scrolls to an element and clicks it as a pointer would. */
  click(selector: string, text?: string): Promise<void>;
  /**
   * Presses an element without a pointer, as assistive technology does. A driver computes the place
   * of a click in a frame, which misses if the frame moves meanwhile.
   */
  activate(selector: string, text?: string): Promise<void>;
  /** Clicks into a field and types. */
  type(selector: string, text: string): Promise<void>;
  /** Presses keys one after the other. The page's focus decides where they arrive. */
  press(...pressed: readonly string[]): Promise<void>;
  /** Chooses a file of this machine in a file field, which may be hidden. */
  choose(selector: string, path: string): Promise<void>;
  /** Runs `work` with a frame as the page. */
  inFrame<T>(selector: string, work: () => Promise<T>): Promise<T>;
}

/** Creates the page of a session. */
export function createBrowserPage(send: SendCommand): BrowserPage {
  const evaluate: BrowserPage["evaluate"] = async (run, ...values) =>
    (await send("ExecuteScript", {
      script: `return (${run.toString()}).apply(null, arguments)`,
      args: values,
    })) as never;
  const waitFor: BrowserPage["waitFor"] = async (run, ...values) => {
    for (const end = performance.now() + testTimeoutMs; ; await pause()) {
      const found: unknown = await evaluate(run, ...values).catch(ignoreDetachedElement);
      if (found !== false && found !== null && found !== undefined && found !== "")
        return found as never;
      if (performance.now() > end)
        throw new Error(`never true: ${run.toString()} with ${JSON.stringify(values)}`);
    }
  };
  const find: BrowserPage["find"] = async (selector, text = "") =>
    (await waitFor(findVisibleElement, selector, text)) as unknown as ElementReference;
  const press: BrowserPage["press"] = async (...pressed) => {
    await send("PerformActions", {
      actions: [
        {
          type: "key",
          id: "keyboard",
          actions: pressed.flatMap((value) => [
            { type: "keyDown", value },
            { type: "keyUp", value },
          ]),
        },
      ],
    });
  };
  const click: BrowserPage["click"] = async (selector, text) => {
    await send("ElementClick", { id: (await find(selector, text))[elementKey] });
  };
  return {
    async open(url) {
      await send("Navigate", { url });
    },
    evaluate,
    waitFor,
    find,
    click,
    async activate(selector, text) {
      const element = await find(selector, text);
      await evaluate((target) => (target as unknown as HTMLElement).click(), element);
    },
    async type(selector, text) {
      await click(selector);
      await press(...Array.from(text));
    },
    press,
    async choose(selector, path) {
      const element = (await send("FindElement", {
        using: "css selector",
        value: selector,
      })) as ElementReference;
      await send("ElementSendKeys", { id: element[elementKey], text: path });
    },
    async inFrame(selector, work) {
      const frame = await find(selector);
      await send("SwitchToFrame", { id: frame, element: frame[elementKey] });
      try {
        return await work();
      } finally {
        await send("SwitchToFrame", { id: null });
      }
    },
  };
}

/** Returns null if the page has removed the found element before the browser could return it. */
function ignoreDetachedElement(error: Error): null {
  if (/no longer attached|stale element/.test(error.message)) return null;
  throw error;
}

/** A call takes some milliseconds in the browser, so polls are rarer than in this process. */
const pause = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 30));

/**
 * Runs in the page. Returns an element that is drawn and does not move, also in a shadow root, with
 * `text` in its name.
 */
function findVisibleElement(selector: string, text: string): Element | null {
  const roots: ParentNode[] = [document];
  for (const root of roots)
    for (const element of root.querySelectorAll<HTMLElement>("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      const box = element.matches(selector) ? element.getBoundingClientRect() : null;
      const name = `${element.getAttribute("aria-label") ?? ""} ${element.textContent}`;
      if (box === null || box.width === 0 || box.height === 0 || !name.includes(text)) continue;
      // An element that moves, such as one of a window that opens, would be missed by a click.
      const place = `${box.x} ${box.y} ${box.width} ${box.height}`;
      const isStill = element.dataset["place"] === place;
      element.dataset["place"] = place;
      return isStill ? element : null;
    }
  return null;
}
