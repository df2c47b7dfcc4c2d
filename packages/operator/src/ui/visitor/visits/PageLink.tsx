import { toLink } from "@parlour/protocol/widget/links";
import { SafeLink } from "../../chat/SafeLink.tsx";
import { pagePath } from "./format.ts";

/** Renders the title of a page as a link that passed the Safe URL check. */
export function PageLink({ url, title }: { url: string; title: string }) {
  const link = toLink(url);
  const words = title || pagePath(url);
  return (
    <span className="cut" dir="auto">
      {link ? (
        <SafeLink href={link.href} title={url}>
          {words}
        </SafeLink>
      ) : (
        words
      )}
      {title !== "" && <span className="sub2"> {pagePath(url)}</span>}
    </span>
  );
}
