import { createElement, useEffect, type ComponentProps, type ReactNode } from "react";
import { later, useLater } from "../../ui/later.ts";
import type * as startParts from "../start/parts.ts";

type Parts = typeof startParts;

/**
 * Empty states of the inbox and the checklist. Rarely needed, so they are not in the first chunk.
 */
const parts = later(() => import("../start/parts.ts"));

export function LateEmptyPane(props: ComponentProps<Parts["EmptyPane"]>): ReactNode {
  const part = useSoon();
  return part && createElement(part.EmptyPane, props);
}
export function LateEmptyList(props: ComponentProps<Parts["EmptyList"]>): ReactNode {
  const part = useSoon();
  return part && createElement(part.EmptyList, props);
}
export function LateStartLine(props: ComponentProps<Parts["StartLine"]>): ReactNode {
  const part = useLater(parts);
  return part && createElement(part.StartLine, props);
}

function useSoon(): Parts | null {
  const part = useLater(parts);
  useEffect(() => parts.load(), []);
  return part;
}
