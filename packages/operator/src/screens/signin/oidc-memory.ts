import type { SignInSearch } from "./search.ts";

const place = "parlour.signin";

/** Stores the purpose of the sign-in while the browser is at the provider. */
export function keepSearch(search: SignInSearch): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(search));
  } catch (error) {
    console.warn("this browser keeps nothing: after the sign-in the inbox opens", error);
  }
}
export function keptSearch(): SignInSearch {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? "{}") as SignInSearch;
    sessionStorage.removeItem(place);
    return kept;
  } catch {
    return {};
  }
}
