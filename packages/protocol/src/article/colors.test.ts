import { expect, test } from "vitest";
import { darkenHelpColors, deriveHelpColors, findColorFault } from "./colors.ts";
import { getLuminance } from "../widget/text-colour.ts";

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test("[HELP-012] colours that follow from any colour are readable, also on dark pages", () => {
  const steps = ["00", "33", "66", "99", "CC", "FF"];
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const accent = `#${red}${green}${blue}`;
        const colors = deriveHelpColors(accent);
        expect(findColorFault(colors), accent).toBeNull();
        const dark = darkenHelpColors(colors);
        expect(
          Math.min(
            contrast(dark.on_brand, dark.brand),
            contrast(dark.link, "#14171A"),
            contrast(dark.link, dark.soft),
            contrast("#FFFFFF", dark.band),
          ),
          accent,
        ).toBeGreaterThanOrEqual(4.5);
      }
});

test("[HELP-012] the first pair that is hard to read is named", () => {
  const colors = deriveHelpColors("#0B6B5D");
  expect(findColorFault({ ...colors, on_brand: "#0B6B5D" })).toMatchObject({
    field: "on_brand",
    on: "brand",
    contrast: 1,
  });
  expect(findColorFault({ ...colors, link: "#888888" })).toMatchObject({ field: "link" });
  expect(findColorFault({ ...colors, soft: "#0B6B5D" })).toMatchObject({ on: "soft" });
  expect(findColorFault({ ...colors, band: "#CCCCCC" })).toMatchObject({ field: "band" });
});
