import { createElement, useEffect, type ComponentProps, type ReactNode } from "react";
import { createLazyValue, useLazyValue } from "../../ui/loading/lazy-value.ts";
import type * as startParts from "./start-parts.ts";

type StartParts = typeof startParts;

/** Empty states and the check list, which the first chunk does not contain. */
const lazyStartParts = createLazyValue(() => import("./start-parts.ts"));

export function LazyEmptyPane(props: ComponentProps<StartParts["EmptyPane"]>): ReactNode {
  const part = useStartParts();
  return part && createElement(part.EmptyPane, props);
}
export function LazyEmptyList(props: ComponentProps<StartParts["EmptyList"]>): ReactNode {
  const part = useStartParts();
  return part && createElement(part.EmptyList, props);
}
export function LazyStartLine(props: ComponentProps<StartParts["StartLine"]>): ReactNode {
  const part = useLazyValue(lazyStartParts);
  return part && createElement(part.StartLine, props);
}

export function LazyNewEmailButton(props: ComponentProps<StartParts["NewEmailButton"]>): ReactNode {
  const part = useLazyValue(lazyStartParts);
  return part && createElement(part.NewEmailButton, props);
}

function useStartParts(): StartParts | null {
  const part = useLazyValue(lazyStartParts);
  useEffect(() => lazyStartParts.load(), []);
  return part;
}
