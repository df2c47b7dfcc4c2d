import type { SecondStep, SignIn } from "@parlour/protocol/api-session";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../state/api.ts";
import { preferences } from "../../state/preferences.ts";
import { setMe } from "../../state/session.tsx";

/** What the address of the sign-in says: where to go afterwards, whom it is for, and whether the other account stays (CORE-016). */
export interface SignInSearch {
  readonly next?: string;
  readonly email?: string;
  readonly beside?: boolean;
  /** A provider must ask for the password anew. */
  readonly again?: boolean;
}

/** Signs in; gives the second step when one is due, else leads on and gives null. Throws ApiError. */
export function useEnter(search: SignInSearch): (by: SignIn) => Promise<SecondStep["second_step"] | null> {
  const router = useRouter();
  return async (by) => {
    // Mails come in the language of this page, unless the profile says another.
    const answer = await api.signIn({ ...by, language: preferences().locale, ...(search.beside === true && { beside: true }) });
    if ("second_step" in answer) return answer.second_step;
    if (search.beside === true) {
      // Another account: nothing of the one before stays in memory.
      location.assign("/");
      return null;
    }
    setMe(answer.operator);
    await router.navigate({ href: search.next ?? "/", replace: true });
    return null;
  };
}
