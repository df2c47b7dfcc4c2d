import type { Icon as TablerIcon } from "@tabler/icons-react";

export type IconType = TablerIcon;

/**
 * Outline icon, hidden from screen readers: the text beside it or the control's label names it. 20
 * px, or 16 px beside small text.
 */
export function Icon({
  of: Shape,
  small = false,
  flip = false,
  className = "",
}: {
  of: IconType;
  small?: boolean;
  flip?: boolean;
  className?: string;
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
