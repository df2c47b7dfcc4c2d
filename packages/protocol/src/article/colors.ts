import { getLuminance, getTextColour } from "../widget/text-colour.ts";

/** Colours of the help centre (HELP-012). */
export interface HelpColors {
  /** Background of buttons and the mark, and the text on it. */
  readonly brand: string;
  readonly on_brand: string;
  readonly link: string;
  /** Background of the chosen entry, with text in the colour of links. */
  readonly soft: string;
  /** Background of the search on the first page, with white text. */
  readonly band: string;
}

const white = "#FFFFFF";
/** The darker one of the two backgrounds of a light page. */
const lightPanel = "#F7F5F1";
const darkPage = "#14171A";
const darkPanel = "#1C2024";
/** Contrast of text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;

/** Returns the first pair that is hard to read, with its contrast, or null. */
export function findColorFault(
  colors: HelpColors,
): { readonly field: keyof HelpColors; readonly on: string; readonly contrast: number } | null {
  const pairs = [
    ["on_brand", colors.brand, "brand"],
    ["link", lightPanel, "the page"],
    ["link", colors.soft, "soft"],
  ] as const;
  for (const [field, background, on] of pairs) {
    const contrast = getContrast(colors[field], background);
    if (contrast < minContrast) return { field, on, contrast };
  }
  const contrast = getContrast(white, colors.band);
  return contrast < minContrast ? { field: "band", on: "white text", contrast } : null;
}

/** Returns readable colours that follow from the colour of an account. */
export function deriveHelpColors(accent: string): HelpColors {
  const brand = accent.toUpperCase();
  const soft = mix(brand, white, 0.86);
  return {
    brand,
    on_brand: toLong(getTextColour(brand)),
    soft,
    link: shift(brand, "#000000", (color) =>
      [soft, lightPanel].every((background) => getContrast(color, background) >= minContrast),
    ),
    band: shift(brand, "#000000", (color) => getContrast(color, white) >= minContrast),
  };
}

/** Returns the colours of the dark pages, which follow from those of the light ones. */
export function darkenHelpColors({ brand, link }: HelpColors): HelpColors {
  const soft = mix(brand, darkPage, 0.75);
  const button = shift(brand, white, (color) => getContrast(color, darkPanel) >= minContrast);
  const isReadable = (color: string): boolean =>
    [soft, darkPanel].every((background) => getContrast(color, background) >= minContrast);
  return {
    brand: button,
    on_brand: toLong(getTextColour(button)),
    soft,
    link: shift(link, white, isReadable),
    band: shift(soft, "#000000", (color) => getContrast(color, white) >= minContrast),
  };
}

function getContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes more and more of `target` into a colour until it is enough. */
function shift(color: string, target: string, isEnough: (color: string) => boolean): string {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(color, target, part);
    if (isEnough(mixed)) return mixed;
  }
  return target;
}

function mix(color: string, target: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [color, target].map((text) =>
      Number.parseInt(text.slice(at, at + 2), 16),
    );
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`.toUpperCase();
}

const toLong = (color: string): string =>
  (color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color).toUpperCase();
