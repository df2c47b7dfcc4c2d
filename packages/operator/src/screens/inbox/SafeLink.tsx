import { IconExternalLink, IconLinkOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isSafe, useSafeUrl } from "../../state/safe-url.ts";
import { Icon } from "../../ui/Icon.tsx";
import { t } from "./text.ts";

/** A link that came from outside: a new tab without referrer or opener; plain text when Safe URL does not let it through (WG-045). */
export function SafeLink({
  href,
  source = null,
  title,
  className,
  sign = false,
  children,
}: {
  /** Checked by `linkOf` before. */
  href: string;
  /** Links of webhook replies may be trusted by the account. */
  source?: "webhook" | null;
  title?: string;
  className?: string;
  /** Shows that another page opens. */
  sign?: boolean;
  children: ReactNode;
}) {
  const safe = useSafeUrl();
  if (!isSafe(safe, href, source)) {
    return (
      <span className={className}>
        {children} <Blocked />
      </span>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={title} className={className}>
      {children}
      {sign && <Icon of={IconExternalLink} small flip className="inl" />}
    </a>
  );
}

/** Why this is no link. */
export function Blocked() {
  return (
    <small className="blocked">
      <Icon of={IconLinkOff} small />
      {t("link.blocked")}
    </small>
  );
}
