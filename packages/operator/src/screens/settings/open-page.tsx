import { createContext, useContext } from "react";
import type { SettingsArea, SettingsPage } from "./menu.ts";

/** The open page with its area. */
export interface OpenPage {
  readonly area: SettingsArea;
  readonly page: SettingsPage;
  /** Whether one resource or the form for a new one is open, and not the page itself. */
  readonly isResource: boolean;
}

const OpenPageContext = createContext<OpenPage | null>(null);
/** Passes the open page to its header. */
export const OpenPageProvider = OpenPageContext.Provider;
const PartContext = createContext<string | null>(null);
/** Passes the path of a part of the page to its header and form. */
export const PartProvider = PartContext.Provider;
/** Returns the path of the part, or null outside the parts of a page. */
export const usePart = (): string | null => useContext(PartContext);

/** Returns the open page of the settings, or null outside them. */
export const useOpenPage = (): OpenPage | null => useContext(OpenPageContext);
