import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { queryClient } from "./state/api/api.ts";
import { usePreferences } from "./state/browser/preferences.ts";
import { i18n } from "./text/index.ts";
import type { router as appRouter } from "./app/router.tsx";

/**
 * The whole application. Components read texts while they render, so a change of the language
 * renders all of it again.
 */
export function App({ router }: { readonly router: typeof appRouter }) {
  const { locale } = usePreferences();
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider key={locale} router={router} />
      </QueryClientProvider>
    </I18nProvider>
  );
}
