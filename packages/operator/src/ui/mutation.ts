import type { Chat } from "@parlour/protocol";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { getErrorText } from "./loading/ErrorMessage.tsx";
import { toast } from "./dialog/toast.tsx";

export interface Mutation {
  /** Whether a request is running. */
  readonly busy: boolean;
  /** Error of the last request. Null if the request succeeded. */
  readonly failure: unknown;
  /**
   * Runs a request and resolves with true if it succeeds. An error becomes `failure`, or is passed
   * to `onFailure` if that is given. If the component is closed by then, it is a toast (CORE-481).
   * Does nothing while another request runs.
   */
  readonly run: (
    request: () => Promise<unknown>,
    onFailure?: (error: unknown) => void,
  ) => Promise<boolean>;
  /** Clears the failure. Called when the failure no longer applies to the input. */
  readonly clearFailure: () => void;
}

/** Runs server requests of a user action, one at a time, and stores the last failure. */
export function useApiMutation(): Mutation {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const showFailure = (error: unknown) =>
    isOpen.current ? setFailure(error) : void toast(getErrorText(error), { tone: "bad" });
  return {
    busy,
    failure,
    clearFailure: () => setFailure(null),
    async run(request, onFailure = showFailure) {
      if (busy) return false;
      setBusy(true);
      setFailure(null);
      try {
        await request();
        return true;
      } catch (error) {
        onFailure(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** Runs a request and returns true if it succeeds. A failure is a toast with the chat. */
export async function runOrToast(request: () => Promise<unknown>, chat?: Chat): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    toast(getErrorText(error), { tone: "bad", chat });
    return false;
  }
}

type Router = ReturnType<typeof useRouter>;

/** Returns whether the page is still open that is open now. */
function watchPage(router: Router): () => boolean {
  const { pathname } = router.history.location;
  return () => router.history.location.pathname === pathname;
}

/**
 * Returns the function that navigates after a request, unless the person has gone to another page
 * meanwhile (CORE-484). Called at a press, before the first `await`.
 */
export function rememberPage(router: Router): Router["navigate"] {
  const isStillOpen = watchPage(router);
  return (to) => (isStillOpen() ? router.navigate(to) : Promise.resolve());
}

/** Returns `rememberPage` with the router of the application. */
export function useNavigateIfStill(): () => Router["navigate"] {
  const router = useRouter();
  return () => rememberPage(router);
}

/** As `useNavigateIfStill`, for presses that open the chat which a request has started. */
export function usePageWatch(): () => () => boolean {
  const router = useRouter();
  return () => watchPage(router);
}
