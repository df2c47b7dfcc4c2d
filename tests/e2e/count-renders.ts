import type { Page } from "playwright-core";

/**
 * How often React rendered each part of the page: `row 7`, `words 7`, `bubble 3`, `article m3`,
 * `composer` …
 */
type RenderCounts = Readonly<Record<string, number>>;

/** Counts renders from the next load of the page on. */
export async function recordRenders(page: Page): Promise<void> {
  await page.addInitScript(installRenderHook);
}

/** Returns the renders since the last call. */
export function takeRenderCounts(page: Page): Promise<RenderCounts> {
  return page.evaluate(() => {
    const recorder = globalThis as unknown as { drawn: Map<string, number> };
    const counts = Object.fromEntries(recorder.drawn);
    recorder.drawn.clear();
    return counts;
  });
}

/**
 * The fields of a React fiber that are read here. All builds of React support the hook of its
 * developer tools.
 */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly stateNode: unknown;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

function installRenderHook(): void {
  const drawn = new Map<string, number>();
  const parts: readonly (readonly [string, string, string])[] = [
    ["[role=grid] [role=row]", "row", "chat"],
    ["[role=gridcell]", "words", ""],
    [".bubble[data-seq]", "bubble", "seq"],
    ["[data-article]", "article", "article"],
    ["form.composer", "composer", ""],
    ["section.conversation", "conversation", ""],
    ["section.conversation > header", "head", ""],
    ["aside.panel", "panel", ""],
  ];
  /** Whether the fiber is a function component: plain, lazy, with forwarded ref, or memoized. */
  const isDrawable = (fiber: Fiber): boolean => [0, 11, 14, 15].includes(fiber.tag);
  const count = (fiber: Fiber): void => {
    for (let child = fiber.child; child !== null; child = child.sibling) {
      const element = child.stateNode;
      if (child.tag !== 5 || !(element instanceof HTMLElement)) continue;
      const part = parts.find(([selector]) => element.matches(selector));
      if (part === undefined) continue;
      const id =
        part[2] === ""
          ? element.closest<HTMLElement>("[role=row]")?.dataset["chat"]
          : element.dataset[part[2]];
      const name = id === undefined ? part[1] : `${part[1]} ${id}`;
      drawn.set(name, (drawn.get(name) ?? 0) + 1);
    }
  };
  const walk = (fiber: Fiber, before: Fiber | null): void => {
    // The lowest flag says that the component function was called. A skipped component keeps its
    // children.
    if (isDrawable(fiber) && (before === null || (fiber.flags & 1) === 1)) count(fiber);
    if (before !== null && fiber.child === before.child) return;
    for (let child = fiber.child; child !== null; child = child.sibling)
      walk(child, before === null ? null : child.alternate);
  };
  const nothing = (): void => undefined;
  Object.assign(globalThis, {
    drawn,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: nothing,
      onPostCommitFiberRoot: nothing,
      onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) =>
        walk(root.current, root.current.alternate),
    },
  });
}
