import type { Icon as TablerIcon } from "@tabler/icons-react";

export type IconType = TablerIcon;

/** Outline icon, hidden from screen readers. 20 px, or 16 px next to small text. */
export function Icon({
  of: Shape,
  small = false,
  flip = false,
  className = "",
}: {
  of: IconType;
  small?: boolean;
  flip?: boolean;
  className?: string | undefined;
}) {
  return (
    <Shape
      aria-hidden="true"
      focusable="false"
      stroke={1.75}
      size={small ? 16 : 20}
      className={`i ${small ? "i16" : ""} ${flip ? "i-flip" : ""} ${className}`
        .replace(/\s+/g, " ")
        .trim()}
    />
  );
}
