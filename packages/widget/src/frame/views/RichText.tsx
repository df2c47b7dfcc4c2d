import type { ComponentChildren } from "preact";
import { splitLinks } from "@parlour/protocol/widget/links";

/** Plain text in which addresses are links. It is never parsed as HTML (WG-087). */
export function RichText({ text }: { readonly text: string }) {
  return (
    <>
      {splitLinks(text).map((piece, at) =>
        "href" in piece ? (
          <ExternalLink key={at} href={piece.href}>
            {piece.text}
          </ExternalLink>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}

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
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      {...(className === undefined ? {} : { class: className })}
    >
      {children}
    </a>
  );
}
