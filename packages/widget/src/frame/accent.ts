type Rgb = readonly [number, number, number];

/** Colours derived from the accent (widget.md, "Accent"), as `#rrggbb`. */
export interface AccentColours {
  readonly accent: string;
  readonly onAccent: string;
  readonly text: string;
  readonly soft: string;
}
const ink: Rgb = [0x1c, 0x21, 0x25];
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const darkSurface: Rgb = [0x1a, 0x1e, 0x22];

/** Hand-picked colours for Parlour's own accent on a dark background (product.md 9). */
const brandDarkColours: AccentColours = {
  accent: "#4fc3ae",
  onAccent: "#05221c",
  text: "#6fd6c3",
  soft: "#123a33",
};

export function deriveAccentColours(accent: string, dark: boolean): AccentColours {
  if (dark && accent.toLowerCase() === "#0b6b5d") return brandDarkColours;
  const accentRgb = parseColour(accent);
  // A dark accent is replaced with a lighter colour on a dark background.
  const shown = dark
    ? mixUntil(accentRgb, white, (one) => contrastRatio(one, darkSurface) >= 4.5)
    : accentRgb;
  const on = [white, ink, black].find((one) => contrastRatio(shown, one) >= 4.5) ?? black;
  const surface = dark ? darkSurface : white;
  const soft = mix(shown, surface, dark ? 0.78 : 0.86);
  const text = mixUntil(
    shown,
    dark ? white : ink,
    (one) => contrastRatio(one, surface) >= 5.7 && contrastRatio(one, soft) >= 4.5,
  );
  return { accent: toHex(shown), onAccent: toHex(on), text: toHex(text), soft: toHex(soft) };
}

/** Returns the contrast ratio of two colours (WCAG 2.2). */
export function getContrast(one: string, other: string): number {
  return contrastRatio(parseColour(one), parseColour(other));
}

function mixUntil(from: Rgb, to: Rgb, isGood: (one: Rgb) => boolean): Rgb {
  for (let part = 0; part <= 1; part += 0.05) {
    const one = mix(from, to, part);
    if (isGood(one)) return one;
  }
  return to;
}
function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (n: 0 | 1 | 2): number => Math.round(from[n] + (to[n] - from[n]) * part);
  return [at(0), at(1), at(2)];
}
function contrastRatio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
function parseColour(colour: string): Rgb {
  const at = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16) || 0;
  return [at(1), at(3), at(5)];
}
function toHex(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
