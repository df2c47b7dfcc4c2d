// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { WidgetChat } from "@parlour/protocol/widget";
import { formatPromise } from "../text/promise-text.ts";
import { Icon } from "./Icon.tsx";
import type { TextProps } from "./view-props.ts";

interface PromiseLineProps extends TextProps {
  readonly promise: NonNullable<WidgetChat["promise"]>;
}

/** Says by when operators answer, or that they are late (PROM-012). */
export function PromiseLine({ promise, t }: PromiseLineProps) {
  return (
    <p class="pw-bar" role="status">
      <Icon name="clock" />
      <span>{formatPromise(promise, t)}</span>
    </p>
  );
}
