import { IconExternalLink, IconLinkOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isAllowedLink, useSafeUrl } from "../../state/browser/safe-url.ts";
import { Icon } from "../Icon.tsx";
import { t } from "../text.ts";

interface SafeLinkProps {
  /** Validated by `toLink`, or an address of an own file. */
  href: string;
  /** Origin of the link. The account may trust links in webhook replies. */
  source?: "webhook" | null;
  title?: string;
  className?: string;
  /** Whether to show the icon for a link to another page. */
  hasIcon?: boolean;
  children: ReactNode;
}

/**
 * Renders a link from outside the team. It opens a new tab without referrer and opener. A link that
 * Safe URL blocks is shown as plain text (WG-045).
 */
export function SafeLink({
  href,
  source = null,
  title,
  className,
  hasIcon = false,
  children,
}: SafeLinkProps) {
  const policy = useSafeUrl();
  if (!isAllowedLink(policy, href, source)) {
    return (
      <span className={className}>
        {children} <BlockedLink />
      </span>
    );
  }
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={title}
      className={className}
    >
      {children}
      {hasIcon && <Icon of={IconExternalLink} small flip className="inl" />}
    </a>
  );
}

/** Tells the operator that the link is blocked. */
export function BlockedLink() {
  return (
    <small className="blocked">
      <Icon of={IconLinkOff} small />
      {t("link.blocked")}
    </small>
  );
}
