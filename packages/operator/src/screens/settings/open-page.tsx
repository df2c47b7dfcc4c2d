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
/** Returns the open page of the settings, or null outside them. */
export const useOpenPage = (): OpenPage | null => useContext(OpenPageContext);
