import { useMatch, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { browserClock } from "../../state/clock.ts";
import { useLatest } from "../keyboard/use-latest.ts";

interface DelayedNavigation {
  /** The text of a field. `change` is called when it stays the same for `ms` milliseconds. */
  readonly text: string;
  readonly ms: number;
  /** Changes the address for the text. */
  readonly change: (text: string) => void;
}

/**
 * Changes the address after a delay, unless the operator has left the screen. The screen stays
 * mounted while the next one loads, and a change would lead back to it.
 */
export function useDelayedNavigation(
  { text, ms, change }: DelayedNavigation,
  clock = browserClock,
): void {
  const router = useRouter();
  const screen = useMatch({ strict: false, select: ({ pathname }) => getScreen(pathname) });
  const latestChange = useLatest(change);
  useEffect(
    () =>
      clock.after(ms, () => {
        if (getScreen(router.latestLocation.pathname) === screen) latestChange.current(text);
      }),
    [text, ms, screen, router, latestChange, clock],
  );
}

const getScreen = (pathname: string): string | undefined => pathname.split("/")[1];
