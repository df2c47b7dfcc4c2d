import type { BrowserAccounts, SignedIn } from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { switchAccount } from "../../../state/session.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { ErrorMessage, getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { t } from "../../../ui/security/text.ts";
import "../../../ui/device-list.css";

/**
 * Lists the accounts that this browser is signed in to, with a link to add another one (CORE-016).
 */
export function AccountsCard() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["me", "accounts"],
    queryFn: ({ signal }) => api.get<BrowserAccounts>("/me/accounts", { signal }),
  });
  const change = async (account: number) => {
    try {
      switchAccount(
        (await api.post<SignedIn>("/sessions/switch", { account_id: account })).operator,
      );
    } catch (fault) {
      toast(getErrorText(fault), { tone: "bad" });
    }
  };
  return (
    <section className="card" aria-labelledby="s-accounts" aria-busy={isPending}>
      <h2 id="s-accounts">{t("beside.group")}</h2>
      <p className="t13 soft">{t("beside.hint")}</p>
      {error !== null && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      <ul className="devices">
        {data?.items.map(({ account, operator, current }) => (
          <li key={account.id}>
            <span className="grow">
              <bdi>{account.name}</bdi> {current && <Tag>{t("beside.here")}</Tag>}
              <small className="faint">
                <bdi>{operator.name}</bdi>
              </small>
            </span>
            {!current && (
              <MutationButton
                small
                aria-label={t("beside.switch.what", { name: account.name })}
                mutate={() => change(account.id)}
              >
                {t("beside.switch")}
              </MutationButton>
            )}
          </li>
        ))}
      </ul>
      <a className="btn wide" href="/signin?beside=true">
        {t("beside.add")}
      </a>
    </section>
  );
}
