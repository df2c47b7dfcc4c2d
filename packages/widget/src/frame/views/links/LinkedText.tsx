import { splitLinks } from "@parlour/protocol/widget/links";
import { ExternalLink } from "./ExternalLink.tsx";

/** Plain text in which addresses are links. It is never parsed as HTML (WG-087). */
export function LinkedText({ text }: { readonly text: string }) {
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
