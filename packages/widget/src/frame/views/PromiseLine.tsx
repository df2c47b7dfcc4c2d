// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { formatPromise } from "../text/promise-text.ts";
import { Icon } from "./Icon.tsx";
import type { ViewProps } from "./view-props.ts";

/** Says by when operators answer, or that they are late (PROM-012). */
export function PromiseLine({ model, t }: ViewProps) {
  const promise = model.chat?.promise;
  return promise ? (
    <p class="pw-bar" role="status">
      <Icon name="clock" />
      <span>{formatPromise(promise, t)}</span>
    </p>
  ) : null;
}
