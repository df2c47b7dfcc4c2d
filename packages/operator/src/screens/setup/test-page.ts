import { preferences } from "../../state/preferences.ts";

/** Address of a widget's test page, in the language of this application. */
export function testPageOf(publicId: string): string {
  return `/widget-test/${publicId}?lang=${preferences().locale}`;
}
