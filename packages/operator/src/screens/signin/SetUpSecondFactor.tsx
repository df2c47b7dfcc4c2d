import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ConfirmIdentity } from "./confirm/ConfirmIdentity.tsx";
import { Toasts } from "../../ui/dialog/toast.tsx";
import { useSecurity } from "../me/security/data.ts";
import { SecurityCard } from "../me/security/SecurityCard.tsx";
import { ApiError } from "@parlour/client";
import "../me/me.css";
import { SignInLayout } from "./SignInLayout.tsx";
import { t } from "./text.ts";

/**
 * The account requires a second factor. No other page opens until the operator has one (CORE-203).
 */
export function SetUpSecondFactor() {
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
