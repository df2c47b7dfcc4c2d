import type { AccountOverview } from "@parlour/protocol/api";
import { IconBuilding, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale } from "../data.ts";
import { ListPage } from "../ListPage.tsx";
import { At } from "../parts.tsx";
import { NewAccountDialog } from "./NewAccountDialog.tsx";
import { t } from "./text.ts";

/** Settings → Accounts: those of the installation, for its owner (API-043, CORE-005). */
export function AccountsPage() {
  const read = useQuery({ queryKey: ["accounts"], queryFn: () => api.list<AccountOverview>("/accounts") });
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<AccountOverview | null>(null);
  const suspend = async ({ id, name }: AccountOverview, suspended: boolean) => {
    setAsked(null);
    try {
      await api.patch(`/accounts/${id}`, { suspended });
      toast(t(suspended ? "accounts.suspended" : "accounts.resumed", { name }));
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
    stale("accounts");
  };
  return (
    <ListPage
      read={read}
      title={t("accounts.title")}
      about={t("accounts.about")}
      add={
        <Button variant="primary" icon={IconPlus} onClick={() => setMaking(true)}>
          {t("accounts.add")}
        </Button>
      }
      empty={{ icon: IconBuilding, title: t("accounts.empty"), text: t("accounts.empty.text") }}
      dialogs={
        <>
          {making && <NewAccountDialog onClose={() => setMaking(false)} />}
          {asked !== null && (
            <Confirm
              title={t("accounts.suspend.title", { name: asked.name })}
              verb={t("accounts.suspend")}
              danger
              open
              onClose={() => setAsked(null)}
              onConfirm={() => void suspend(asked, true)}
            >
              <p>{t("accounts.suspend.text")}</p>
            </Confirm>
          )}
        </>
      }
    >
      {(accounts) => (
        <div className="card">
          <table className="things">
            <thead>
              <tr>
                <th scope="col">{t("accounts.name")}</th>
                <th scope="col">{t("accounts.owners")}</th>
                <th scope="col">{t("accounts.made")}</th>
                <th scope="col">{t("accounts.state")}</th>
                <th scope="col">
                  <span className="vh">{t("accounts.suspend")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((one) => (
                <tr key={one.id} className={one.suspended ? "off" : undefined}>
                  <th scope="row">
                    <bdi>{one.name}</bdi> {one.managed && <Tag>parlour.yaml</Tag>}
                  </th>
                  <td data-label={t("accounts.owners")}>
                    <bdi>{one.owners.map((owner) => owner.name).join(", ")}</bdi>
                  </td>
                  <td data-label={t("accounts.made")}>
                    <At time={one.created_at} />
                  </td>
                  <td data-label={t("accounts.state")}>{t(one.suspended ? "accounts.off" : "accounts.on")}</td>
                  <td className="end-n">
                    {one.suspended ? (
                      <Button small aria-label={t("accounts.resume.what", { name: one.name })} onClick={() => void suspend(one, false)}>
                        {t("accounts.resume")}
                      </Button>
                    ) : (
                      <Button small aria-label={t("accounts.suspend.what", { name: one.name })} onClick={() => setAsked(one)}>
                        {t("accounts.suspend")}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListPage>
  );
}
