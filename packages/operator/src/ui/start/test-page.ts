import { getPreferences } from "../../state/browser/preferences.ts";

/** Returns the URL of a widget's test page in the interface language. */
export function getTestPageUrl(publicId: string): string {
  return `/widget-test/${publicId}?lang=${getPreferences().locale}`;
}

/** Name of the tab with the test page. Named, it can link back to this page (CORE-175). */
export const testTabName = "parlour-test";
