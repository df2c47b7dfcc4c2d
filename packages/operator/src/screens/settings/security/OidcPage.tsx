import type { OidcProvider, OidcProviders } from "@parlour/protocol/api-session";
import { IconLogin2, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Tag } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { ListPage } from "../ListPage.tsx";
import { CopyRow } from "../parts.tsx";
import { OidcDialog } from "./OidcDialog.tsx";
import { t } from "./text.ts";

const key = ["instance", "oidc"];

/** Settings → Sign-in by others: the OIDC providers of the installation (API-019, CFG-034). */
export function OidcPage() {
  const read = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<OidcProviders>("/instance/oidc", { signal }) });
  const [editing, setEditing] = useState<OidcProvider | "new" | null>(null);
  const [removing, setRemoving] = useState<OidcProvider | null>(null);
  const again = () => queries.invalidateQueries({ queryKey: key });
  const remove = async ({ id }: OidcProvider) => {
    try {
      await api.delete(`/instance/oidc/${id}`);
      toast(t("oidc.removed"));
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
    setRemoving(null);
    await again();
  };
  return (
    <ListPage
      read={{ data: read.data?.items, error: read.error, refetch: read.refetch, isError: read.isError }}
      title={t("oidc.title")}
      about={t("oidc.about")}
      add={
        <Button variant="primary" icon={IconPlus} onClick={() => setEditing("new")}>
          {t("oidc.add")}
        </Button>
      }
      empty={{ icon: IconLogin2, title: t("oidc.none"), text: t("oidc.none.text") }}
      above={
        read.data && (
          <div className="cols wide">
            <CopyRow label={t("oidc.redirect")} value={read.data.redirect_uri} />
          </div>
        )
      }
      dialogs={
        <>
          {editing !== null && (
            <OidcDialog
              provider={editing === "new" ? null : editing}
              onClose={() => setEditing(null)}
              onSaved={() => {
                setEditing(null);
                toast(t("oidc.saved"));
                void again();
              }}
            />
          )}
          {removing !== null && (
            <Confirm
              title={t("oidc.remove.title", { name: removing.name })}
              verb={t("oidc.remove")}
              danger
              open
              onClose={() => setRemoving(null)}
              onConfirm={() => void remove(removing)}
            >
              <p>{t("oidc.remove.text")}</p>
            </Confirm>
          )}
        </>
      }
    >
      {(providers) => (
        <div className="card">
          <table className="things">
            <thead>
              <tr>
                <th scope="col">{t("oidc.name")}</th>
                <th scope="col">{t("oidc.issuer")}</th>
                <th scope="col">{t("oidc.role.short")}</th>
                <th scope="col">
                  <span className="vh">{t("oidc.edit")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {providers.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <bdi>{one.name}</bdi> {one.managed && <Tag>parlour.yaml</Tag>}
                  </th>
                  <td className="mono" data-label={t("oidc.issuer")}>
                    {one.issuer}
                  </td>
                  <td data-label={t("oidc.role.short")}>{t(`oidc.role.${one.role ?? "none"}`)}</td>
                  <td className="end-n">
                    {!one.managed && (
                      <span className="line">
                        <Button small aria-label={t("oidc.edit.what", { name: one.name })} onClick={() => setEditing(one)}>
                          {t("oidc.edit")}
                        </Button>
                        <Button small aria-label={t("oidc.remove.title", { name: one.name })} onClick={() => setRemoving(one)}>
                          {t("oidc.remove")}
                        </Button>
                      </span>
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
