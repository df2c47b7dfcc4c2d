import { fileURLToPath } from "node:url";
import { packageFolder } from "../version.ts";

const folder = (path: string): string => fileURLToPath(new URL(`../${path}`, packageFolder));

/** Folders of the built application and of the built widget. */
export const appDir = folder("operator/dist");
export const widgetDir = folder("widget/dist");
