import type { ComponentChildren } from "preact";

/** A link that opens a new tab. The new tab has no access to this one. */
export function ExternalLink({
  href,
  children,
  className,
}: {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly className?: string;
}) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" class={className}>
      {children}
    </a>
  );
}
