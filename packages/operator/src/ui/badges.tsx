import type { Presence } from "@parlour/protocol";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconEye,
  IconInfoCircle,
  IconRobot,
  IconUser,
  IconX,
} from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Icon, type IconType } from "./Icon.tsx";
import { hasPictureFailed, toPictureUrl, markPictureFailed } from "./pictures.ts";
import { t } from "./text.ts";

export type Tone = "ok" | "warn" | "bad" | "info" | "bot";

/** Short text on a coloured background. */
export function Tag({
  tone,
  icon,
  children,
}: {
  tone?: Tone | undefined;
  icon?: IconType;
  children: ReactNode;
}) {
  return (
    <span className={tone ? `tag ${tone}` : "tag"}>
      {icon && <Icon of={icon} small />}
      {children}
    </span>
  );
}

/** Number in a pill. Screen readers announce `label`. */
export function Badge({
  n,
  label,
  max = 99,
  red = false,
}: {
  n: number;
  label: string;
  /** The largest number that is shown. Above it, the badge says "9+". */
  max?: 9 | 99;
  red?: boolean;
}) {
  return (
    <span className={red ? "badge red" : "badge"}>
      <span aria-hidden="true">{n > max ? `${max}+` : n}</span>
      <span className="vh">{label}</span>
    </span>
  );
}

const bannerIcons = {
  bad: IconAlertTriangle,
  warn: IconAlertTriangle,
  info: IconInfoCircle,
  ok: IconCircleCheck,
  bot: IconRobot,
} as const;

export interface BannerProps {
  tone?: Tone;
  icon?: IconType;
  live?: boolean;
  /** Whether the operator can close the banner. It stays closed until its reason comes again. */
  closable?: boolean;
  children: ReactNode;
  action?: ReactNode;
}

/** Message across a pane. With `live`, screen readers announce the message once when it appears. */
export function Banner({
  tone,
  icon,
  live = false,
  closable = false,
  children,
  action,
}: BannerProps) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className={tone ? `banner ${tone}` : "banner"} role={live ? "status" : "note"}>
      <Icon of={icon ?? (tone ? bannerIcons[tone] : IconEye)} />
      <div className="grow">{children}</div>
      {action !== undefined && <div className="banneracts">{action}</div>}
      {closable && (
        <Button
          variant="quiet"
          small
          icon={IconX}
          aria-label={t("ui.close")}
          onClick={() => setClosed(true)}
        />
      )}
    </div>
  );
}

interface AvatarProps {
  name: string | null;
  /** Id of a visitor. It selects one of six tints, so that people are easy to tell apart. */
  visitorId?: number | undefined;
  bot?: boolean;
  me?: boolean;
  /**
   * URL of a photo, through the proxy if external (CH-046). If it fails, the initials are shown.
   */
  photo?: string | undefined;
  size?: 20 | 28 | 48;
  presence?: Presence | undefined;
}

/** Initials, a photo or an outline icon in a circle, with a dot for the presence. */
export function Avatar({
  name,
  visitorId,
  bot = false,
  me = false,
  photo = "",
  size,
  presence,
}: AvatarProps) {
  const tint = visitorId !== undefined && !bot && `a${getTint(visitorId)}`;
  const classNames = ["avatar", size && `s${size}`, bot && "bot", me && "me", tint]
    .filter(Boolean)
    .join(" ");
  const [, setFailures] = useState(0);
  const src = photo === "" ? null : toPictureUrl(photo, "image");
  const letters = getInitials(name ?? "");
  return (
    <span className={classNames} aria-hidden="true">
      {src !== null && !hasPictureFailed(src) ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            markPictureFailed(src);
            setFailures((n) => n + 1);
          }}
        />
      ) : bot || letters === "" ? (
        <Icon of={bot ? IconRobot : IconUser} small={size === 28} />
      ) : (
        // Not as text: the names of controls would have to contain it (WCAG 2.5.3).
        <i data-letters={letters} />
      )}
      {presence && <span className={`dot ${presence === "offline" ? "off" : presence}`} />}
    </span>
  );
}

/** Returns the tint (1 to 6) of a visitor. Ids of one page often have a common factor. */
export function getTint(visitorId: number): number {
  return ((Math.imul(visitorId % 2 ** 31, 0x9e37_79b1) >>> 16) % 6) + 1;
}

/** Returns the first letters of the first and last word: "Anna Kovács" gives "AK". */
export function getInitials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/u)
    .filter((word) => /\p{L}/u.test(word));
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return picked
    .map((word) => /\p{L}/u.exec(word ?? "")?.[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

interface EmptyStateProps {
  icon: IconType;
  title: string;
  /** Whether the empty state is the only content of the page. */
  isPage?: boolean;
  children?: ReactNode;
  action?: ReactNode;
}
/** Shown instead of an empty list: one sentence and one action. */
export function EmptyState({ icon, title, isPage = false, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon of={icon} />
      <h2 aria-level={isPage ? 1 : undefined}>{title}</h2>
      {children !== undefined && <p className="soft t13">{children}</p>}
      {action}
    </div>
  );
}

/** The Parlour logo. */
export function BrandMark({ label }: { label?: string }) {
  return (
    <svg
      viewBox="0 0 26 26"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path
        fill="currentColor"
        d="M13 2C6.600 2 2 6.300 2 12.100c0 5.700 4.600 10 11 10h.600V26c6.200-2.600 10.400-7.800 10.400-13.900C24 6.300 19.400 2 13 2z"
      />
      <path
        fill="var(--canvas)"
        d="M9 7.500h5.100a4 4 0 0 1 0 8H11.400V18H9zm2.400 2.200v3.600h2.500a1.800 1.800 0 0 0 0-3.600z"
      />
    </svg>
  );
}
