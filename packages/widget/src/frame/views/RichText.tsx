import type { ComponentChildren } from "preact";
import { splitLinks } from "@parlour/protocol/links";

/** Text with addresses as links, never HTML (WG-087). */
export function RichText({ text }: { readonly text: string }) {
  return (
    <>
      {splitLinks(text).map((piece, at) =>
        "href" in piece ? (
          <Out key={at} href={piece.href}>
            {piece.text}
          </Out>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}

/** A link that opens a new tab without access to this one. */
export function Out({ href, children, cls }: { readonly href: string; readonly children: ComponentChildren; readonly cls?: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...(cls === undefined ? {} : { class: cls })}>
      {children}
    </a>
  );
}
