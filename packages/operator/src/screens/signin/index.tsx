import { useLocation, useRouter } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { AcceptLink } from "./AcceptLink.tsx";
import { ForgotPassword } from "./ForgotPassword.tsx";
import { ProviderReturn } from "./provider/ProviderReturn.tsx";
import { SignIn } from "./SignIn.tsx";
import { useEffect } from "react";
import { ConfirmIdentity } from "./confirm/ConfirmIdentity.tsx";
import { Toasts } from "../../ui/dialog/toast.tsx";
import { useSecurity } from "../../ui/security/data.ts";
import { SecurityCard } from "../../ui/security/SecurityCard.tsx";
import { ApiError } from "@parlour/client";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { t } from "../../ui/sign-in/text.ts";

/**
 * Renders `/signin`, `/signin/oidc`, `/signin/saml`, `/forgot`, `/secure`, `/invite#<token>` and
 * `/reset#<token>`. Older links contain the token in the path.
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const { pathname, hash } = useLocation();
  const link = /^\/(invite|reset)(?:\/([^/]*))?\/?$/.exec(pathname);
  if (link)
    return <AcceptLink kind={link[1] === "reset" ? "reset" : "invite"} token={link[2] || hash} />;
  if (pathname.startsWith("/signin/oidc")) return <ProviderReturn kind="oidc" />;
  if (pathname.startsWith("/signin/saml")) return <ProviderReturn kind="saml" />;
  if (pathname.startsWith("/forgot")) return <ForgotPassword />;
  if (pathname.startsWith("/secure")) return <SetUpSecondFactor />;
  return <SignIn />;
}

/**
 * Shown if the account requires a second factor. No other page opens until the operator has set one
 * up (CORE-203).
 */
function SetUpSecondFactor() {
  const router = useRouter();
  const { data, error } = useSecurity();
  const isSignedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (isSignedOut) void router.navigate({ to: "/signin", search: {} });
  }, [isSignedOut, router]);
  return (
    <SignInLayout title={t("secure.title")}>
      <main className="narrow">
        <h1 className="t26">{t("secure.title")}</h1>
        <p className="soft">{t("secure.text")}</p>
        <SecurityCard />
        {data?.limited === false && (
          <a className="btn primary wide" href="/">
            {t("secure.go")}
          </a>
        )}
      </main>
      <ConfirmIdentity />
      <Toasts />
    </SignInLayout>
  );
}
