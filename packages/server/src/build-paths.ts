import { fileURLToPath } from "node:url";
import { packageFolder } from "./version.ts";

const packagePath = (path: string): string => fileURLToPath(new URL(`../${path}`, packageFolder));

/**
 * Folders of the built operator application, the built widget, the published API documents and the
 * integrators' pages.
 */
export const appDir = packagePath("operator/dist");
export const widgetDir = packagePath("widget/dist");
export const documentsDir = packagePath("server/dist/documents");
export const documentationDir = packagePath("server/dist/integrate");
