import { useRouter } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../state/api/api.ts";
import { getCurrentOperator, can } from "../../state/session.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { SignInLayout } from "../../ui/sign-in/SignInLayout.tsx";
import { hasProgress } from "./progress.ts";
import { t } from "./text.ts";
import { Wizard } from "./Wizard.tsx";

/**
 * Renders `/setup#<token>`, formerly `/setup?token=…`: the first owner, then site, channel and
 * first message (API-007, product.md 2).
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const router = useRouter();
  const { hash, search } = router.state.location;
  const token = hash === "" ? String((search as { token?: string | number }).token ?? "") : hash;
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ["setup"],
    staleTime: Number.POSITIVE_INFINITY,
    retry: 0,
    queryFn: async () => {
      const { needed } = await api.setup();
      if (needed) return { needed, me: null, over: false };
      const me = await getCurrentOperator();
      // If this tab has no progress but a channel exists, the set-up was finished earlier and must
      // not create a second channel.
      const over =
        me !== null &&
        !hasProgress() &&
        (await api.get<{ items: unknown[] }>("/channels")).items.length > 0;
      return { needed, me, over };
    },
  });
  const isDelayed = useDelayedLoading(isPending);
  const me = data?.me ?? null;
  const redirect =
    data === undefined || data.needed
      ? null
      : me === null
        ? "/signin?next=%2Fsetup"
        : can(me, "account.manage") && !data.over
          ? null
          : "/";
  useEffect(() => {
    if (redirect !== null) void router.navigate({ href: redirect, replace: true });
  }, [redirect, router]);

  if (error)
    return (
      <SignInLayout title={t("setup.title")}>
        <main className="narrow">
          <ErrorMessage error={error} onRetry={() => void refetch()} />
        </main>
      </SignInLayout>
    );
  if (data === undefined || redirect !== null)
    return (
      <SignInLayout title={t("setup.title")}>
        <main className="narrow" aria-busy="true">
          {isDelayed && <LineSkeleton lines={6} />}
        </main>
      </SignInLayout>
    );
  return <Wizard token={token} me={me} />;
}
