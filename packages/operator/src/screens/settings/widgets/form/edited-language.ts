import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import { createContext } from "react";

/** The language whose texts are edited and previewed, and the function that changes it. */
export const EditedLanguage = createContext<
  readonly [WidgetLanguage, (language: WidgetLanguage) => void]
>(["en", () => undefined]);
