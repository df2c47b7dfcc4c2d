import { fileURLToPath } from "node:url";
import { packageFolder } from "../version.ts";

const packagePath = (path: string): string => fileURLToPath(new URL(`../${path}`, packageFolder));

/** Folders of the built application and of the built widget. */
export const appDir = packagePath("operator/dist");
export const widgetDir = packagePath("widget/dist");
