import type { SignInSearch } from "../sign-in-search.ts";

const storageKey = "parlour.signin";

/** Stores the parameters of the sign-in while the browser is at the provider. */
export function saveReturnState(search: SignInSearch): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(search));
  } catch (error) {
    console.warn("this browser keeps nothing: after the sign-in the inbox opens", error);
  }
}
export function loadReturnState(): SignInSearch {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as SignInSearch;
    sessionStorage.removeItem(storageKey);
    return stored;
  } catch {
    return {};
  }
}
