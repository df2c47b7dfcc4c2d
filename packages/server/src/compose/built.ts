import { fileURLToPath } from "node:url";

const folder = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Folders of the built application and of the built widget. */
export const appDir = folder("operator/dist");
export const widgetDir = folder("widget/dist");
