import { preferences } from "../../state/preferences.ts";

/** Address of a widget's test page, in the language of this application. */
export function testPageOf(publicId: string): string {
  return `/widget-test/${publicId}?lang=${preferences().locale}`;
}

/** Name of the tab of the test page. A tab opened by name knows its opener, so that the test page can lead back to it (CORE-175). */
export const testTab = "parlour-test";
