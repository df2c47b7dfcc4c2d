import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Failure } from "../../ui/Failure.tsx";
import { ApiError } from "@parlour/client";
import { Gate } from "./Gate.tsx";
import { keptSearch } from "./oidc-memory.ts";
import { t } from "./text.ts";
import { useEnter } from "./use-enter.ts";

/** The query as the provider wrote it: the router puts what looks like a number into its own form. */
function cameBackWith(): string {
  const [entry] = performance.getEntriesByType("navigation");
  return new URL(entry?.name ?? location.href, location.href).search;
}

/** Where a provider sends the browser back to: what it brought is given to the server from our own page, so that the cookie may be strict. */
export function OidcReturn() {
  const [search] = useState(keptSearch);
  const enter = useEnter(search);
  const [failure, setFailure] = useState<unknown>(null);
  const begun = useRef(false);
  useEffect(() => {
    // What the provider gave works once.
    if (begun.current) return;
    begun.current = true;
    enter({ oidc: cameBackWith() }).catch(setFailure);
  }, [enter]);
  return (
    <Gate title={t("signin.oidc.title")}>
      <main className="narrow">
        <h1 className="t26">{failure === null ? t("signin.oidc.title") : t("signin.oidc.failed")}</h1>
        {failure !== null && (
          <>
            <Failure error={failure} {...(failure instanceof ApiError && failure.status !== 0 && { words: failure.message })} />
            <Link className="btn wide" to="/signin" search={search}>
              {t("link.signin")}
            </Link>
          </>
        )}
      </main>
    </Gate>
  );
}
