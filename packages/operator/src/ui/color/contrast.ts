/** Contrast between a colour and the text on it (relative luminance of WCAG 2.2). */
export interface Contrast {
  readonly ratio: number;
  readonly ink: "white" | "dark";
  readonly good: boolean;
}

const darkInk = "#1C2125";

/** Returns the better contrast of white and dark text on `#RRGGBB`. Null if it is not a colour. */
export function getContrast(colour: string): Contrast | null {
  const background = luminance(colour);
  if (background === null) return null;
  const white = (1 + 0.05) / (background + 0.05);
  const dark =
    (Math.max(background, luminance(darkInk) ?? 0) + 0.05) /
    (Math.min(background, luminance(darkInk) ?? 0) + 0.05);
  const ink = white >= 4.5 || white >= dark ? "white" : "dark";
  const ratio = Math.floor((ink === "white" ? white : dark) * 10) / 10;
  return { ratio, ink, good: ratio >= 4.5 };
}

function luminance(colour: string): number | null {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!parts) return null;
  const [r = 0, g = 0, b = 0] = parts.slice(1).map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
