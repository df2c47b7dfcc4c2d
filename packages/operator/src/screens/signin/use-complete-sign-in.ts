import type { SecondFactorRequired, SignIn } from "@parlour/protocol/api/people/session";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { api } from "../../state/api/api.ts";
import { getPreferences } from "../../state/browser/preferences.ts";
import { switchAccount, setCurrentOperator } from "../../state/session.tsx";
import type { SignInSearch } from "./sign-in-search.ts";
import { useNavigateIfStill } from "../../ui/mutation.ts";

/**
 * Returns a function that completes a sign-in. It resolves with the second step if one is required.
 * Otherwise it opens the next page and resolves with null. Throws ApiError.
 */
export function useCompleteSignIn(
  search: SignInSearch,
): (credentials: SignIn) => Promise<SecondFactorRequired["second_step"] | null> {
  const rememberPage = useNavigateIfStill();
  return async (credentials) => {
    const navigateIfStill = rememberPage();
    // Emails to the operator use the language of this page, unless their profile sets another.
    const answer = await api.signIn({
      ...credentials,
      language: getPreferences().locale,
      ...omitAbsent({ beside: search.beside }),
    });
    if ("second_step" in answer) return answer.second_step;
    if (search.beside === true) {
      switchAccount(answer.operator);
      return null;
    }
    setCurrentOperator(answer.operator);
    const next = search.next ?? "/";
    if (needsPageLoad(next)) location.replace(next);
    else await navigateIfStill({ href: next, replace: true });
    return null;
  };
}

/**
 * Returns whether the browser must load the page: the server renders it, or the router would change
 * its parameters.
 */
const needsPageLoad = (path: string): boolean =>
  path.startsWith("/widget-test/") || path.startsWith("/oauth/authorize?");
