// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { VNode } from "preact";
import { Icon } from "../Icon.tsx";

/** Shows a text, or a problem with the button that solves it. */
export function StatusLine({
  text,
  children,
}: {
  readonly text: string;
  readonly children?: VNode;
}) {
  return (
    <p class={children ? "pw-bar pw-bar--warn" : "pw-bar"} role="status">
      <Icon name={children ? "retry" : "clock"} />
      <span>{text}</span>
      {children}
    </p>
  );
}
