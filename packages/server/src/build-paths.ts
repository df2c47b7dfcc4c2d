import { fileURLToPath } from "node:url";
import { packageFolder } from "./version.ts";

const packagePath = (path: string): string => fileURLToPath(new URL(`../${path}`, packageFolder));

/** Built: operator application, widget, API documents, pages for integrators. */
export const appDir = packagePath("operator/dist");
export const widgetDir = packagePath("widget/dist");
export const documentsDir = packagePath("server/dist/documents");
export const documentationDir = packagePath("server/dist/integrate");
