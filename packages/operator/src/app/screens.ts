import { lazyRouteComponent, type AsyncRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { loadChunk } from "../ui/loading/load-chunk.ts";

/**
 * The modules of screens: each `screens/<name>/index.tsx` exports `Screen`, in a chunk of its own.
 */
const screenModules = import.meta.glob<{ Screen: ComponentType }>("../screens/*/index.tsx");

export type ScreenName =
  | "setup"
  | "signin"
  | "inbox"
  | "archive"
  | "articles"
  | "visitors"
  | "calls"
  | "offline"
  | "ignored"
  | "reports"
  | "settings"
  | "integrations"
  | "docs"
  | "authorize"
  | "me";

export function lazyScreen(name: ScreenName): AsyncRouteComponent<object> {
  const load = screenModules[`../screens/${name}/index.tsx`];
  if (!load) throw new Error(`no screen "${name}"`);
  return lazyRouteComponent(() => loadChunk(load), "Screen") as AsyncRouteComponent<object>;
}

/** Returns whether the screen is part of this build. */
export function hasScreen(name: ScreenName): boolean {
  return screenModules[`../screens/${name}/index.tsx`] !== undefined;
}

const loadNotFound = () => loadChunk(() => import("../ui/loading/NotFoundScreen.tsx"));
/** The screen for an unknown URL. Few operators see it, so it is not in the first load. */
export const notFoundScreen = lazyRouteComponent(loadNotFound, "NotFoundScreen");
/** The screen for a page that the role does not open (ROLE-012). */
export const forbiddenScreen = lazyRouteComponent(loadNotFound, "ForbiddenScreen");
