import { getPreferences } from "../../../state/browser/preferences.ts";

/** Returns the address of a widget's test page, in the language of this application. */
export function getTestPageUrl(publicId: string): string {
  return `/widget-test/${publicId}?lang=${getPreferences().locale}`;
}

/**
 * Name of the test page's tab. A tab opened by name has an opener, so that the test page can link
 * back to it (CORE-175).
 */
export const testTabName = "parlour-test";
