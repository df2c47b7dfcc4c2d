/**
 * Returns the text colour on an accent colour (widget.md, "Accent"): the first of white, ink and
 * black with a contrast of at least 4.5. Black always has that contrast.
 */
export function getTextColour(accent: string): string {
  const light = getLuminance(accent);
  return 1.05 / (light + 0.05) >= 4.5
    ? "#fff"
    : (light + 0.05) / (getLuminance("#1c2125") + 0.05) >= 4.5
      ? "#1c2125"
      : "#000";
}

/** Returns the relative luminance of a colour `#rrggbb` (WCAG 2.2). */
export function getLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
