import { getLuminance } from "@parlour/protocol/widget/text-colour";

/** Contrast between a colour and the text on it (relative luminance of WCAG 2.2). */
export interface Contrast {
  readonly ratio: number;
  readonly ink: "white" | "dark";
  readonly good: boolean;
}

const darkInk = "#1C2125";

/** Returns the better contrast of white and dark text on `#RRGGBB`. Null if it is not a colour. */
export function getContrast(colour: string): Contrast | null {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return null;
  const background = getLuminance(colour);
  const darkLuminance = getLuminance(darkInk);
  const white = (1 + 0.05) / (background + 0.05);
  const dark =
    (Math.max(background, darkLuminance) + 0.05) / (Math.min(background, darkLuminance) + 0.05);
  const ink = white >= 4.5 || white >= dark ? "white" : "dark";
  const ratio = Math.floor((ink === "white" ? white : dark) * 10) / 10;
  return { ratio, ink, good: ratio >= 4.5 };
}
