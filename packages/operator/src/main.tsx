import "@fontsource-variable/ibm-plex-sans/wght.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/parts.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { router } from "./app/router.tsx";
import { applyPreferences } from "./state/browser/preferences.ts";
import { watchStyleSheets } from "./state/browser/style-sheets.ts";
import { getPseudoLocale } from "./text/index.ts";

watchStyleSheets();
applyPreferences();
const pseudo = getPseudoLocale();
if (pseudo === null) begin();
else
  void import("./text/pseudo.ts").then(
    ({ enablePseudoLocale }) => (enablePseudoLocale(pseudo), begin()),
  );

function begin(): void {
  const root = document.getElementById("app");
  if (!root) throw new Error("the page has no #app");
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
