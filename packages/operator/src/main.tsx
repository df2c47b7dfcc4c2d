import "@fontsource-variable/ibm-plex-sans/wght.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/parts.css";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./app/router.tsx";
import { queryClient } from "./state/api/api.ts";
import { applyPreferences, usePreferences } from "./state/browser/preferences.ts";
import { i18n, getPseudoLocale } from "./text/index.ts";

applyPreferences();
const pseudo = getPseudoLocale();
if (pseudo === null) begin();
else
  void import("./text/pseudo.ts").then(
    ({ enablePseudoLocale: speakPseudo }) => (speakPseudo(pseudo), begin()),
  );

function begin(): void {
  const place = document.getElementById("app");
  if (!place) throw new Error("the page has no #app");
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/**
 * Components read texts while they render, so a change of the language renders the whole
 * application again.
 */
function App() {
  const { locale } = usePreferences();
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider key={locale} router={router} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
