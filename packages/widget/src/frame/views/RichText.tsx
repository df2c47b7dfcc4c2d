import type { MarkdownNode } from "@parlour/protocol";
import type { ComponentChildren } from "preact";
import { linkOf, piecesOf } from "@parlour/protocol/links";

/** Text with its addresses as links; never HTML (WG-087). */
export function RichText({ text }: { readonly text: string }) {
  return (
    <>
      {piecesOf(text).map((piece, at) =>
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

/** Bold, italic and links of a bot, as the server parsed them (BOT-045). */
export function BotText({ nodes }: { readonly nodes: readonly MarkdownNode[] }) {
  return (
    <>
      {nodes.map((node, at) => {
        switch (node.type) {
          case "text":
            return node.text;
          case "bold":
            return (
              <b key={at}>
                <BotText nodes={node.nodes} />
              </b>
            );
          case "italic":
            return (
              <i key={at}>
                <BotText nodes={node.nodes} />
              </i>
            );
          case "link": {
            const link = linkOf(node.url);
            return link === null ? (
              <BotText key={at} nodes={node.nodes} />
            ) : (
              <Out key={at} href={link.href}>
                <BotText nodes={node.nodes} />
              </Out>
            );
          }
        }
      })}
    </>
  );
}

/** A way out of the page: a new tab that knows nothing of this one. */
export function Out({ href, children, cls }: { readonly href: string; readonly children: ComponentChildren; readonly cls?: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...(cls === undefined ? {} : { class: cls })}>
      {children}
    </a>
  );
}
