import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { ApiError } from "@parlour/client";
import { readReturnQuery } from "../../../ui/address/return-query.ts";
import { useOnce } from "../../../ui/loading/use-once.ts";
import { SignInLayout } from "../../../ui/sign-in/SignInLayout.tsx";
import { loadReturnState } from "./return-state.ts";
import { t } from "../../../ui/sign-in/text.ts";
import { useCompleteSignIn } from "../use-complete-sign-in.ts";

/**
 * Renders the page to which a provider of OIDC or SAML redirects. The page sends the provider's
 * response to the server from this origin, so that the cookie can be SameSite=Strict.
 */
export function ProviderReturn({ kind }: { kind: "oidc" | "saml" }) {
  const [search] = useState(loadReturnState);
  const completeSignIn = useCompleteSignIn(search);
  const [failure, setFailure] = useState<unknown>(null);
  // The provider's response is valid only once.
  useOnce(() => {
    const query = readReturnQuery();
    const saml = new URLSearchParams(query).get("result") ?? "";
    void completeSignIn(kind === "oidc" ? { oidc: query } : { saml }).catch(setFailure);
  });
  return (
    <SignInLayout title={t("signin.oidc.title")}>
      <main className="narrow">
        <h1 className="t26">
          {failure === null ? t("signin.oidc.title") : t("signin.oidc.failed")}
        </h1>
        {failure !== null && (
          <>
            <ErrorMessage
              error={failure}
              message={
                failure instanceof ApiError && failure.status !== 0 ? failure.message : undefined
              }
            />
            <Link className="btn wide" to="/signin" search={search}>
              {t("link.signin")}
            </Link>
          </>
        )}
      </main>
    </SignInLayout>
  );
}
