import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../state/api.ts";
import { fetchMe, may } from "../../state/session.tsx";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Gate } from "../signin/Gate.tsx";
import { t } from "./text.ts";
import { Wizard } from "./Wizard.tsx";

/** `/setup?token=…`: the first owner, then site, channel and first message (API-007, product.md 2). */
export function Screen() {
  const router = useRouter();
  const token = String((router.state.location.search as { token?: string | number }).token ?? "");
  const { data, error, refetch, isPending } = useQuery({ queryKey: ["setup"], staleTime: Number.POSITIVE_INFINITY, retry: 0, queryFn: async () => {
    const { needed } = await api.setup();
    return needed ? { needed, me: null } : { needed, me: await fetchMe() };
  } });
  const late = useLate(isPending);
  const me = data?.me ?? null;
  const elsewhere = data === undefined || data.needed ? null : me === null ? "/signin?next=%2Fsetup" : may(me, "team") ? null : "/";
  useEffect(() => { if (elsewhere !== null) void router.navigate({ href: elsewhere, replace: true }); }, [elsewhere, router]);

  if (error) return <Gate title={t("setup.title")}><main className="narrow"><Failure error={error} onRetry={() => void refetch()} /></main></Gate>;
  if (data === undefined || elsewhere !== null) return <Gate title={t("setup.title")}><main className="narrow" aria-busy="true">{late && <LineBones lines={6} />}</main></Gate>;
  return <Wizard token={token} me={me} />;
}
