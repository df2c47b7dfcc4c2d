import type { MailWishes } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../state/api.ts";
import { may, useMe } from "../../state/session.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Switch } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "../settings/mail/text.ts";

const key = ["me", "mail"];

/** Which mails one gets; acts at once. */
export function MailChoices() {
  const me = useMe();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<MailWishes>("/me/mail", { signal }) });
  if (data === undefined) return null;
  const choose = async (change: Partial<Pick<MailWishes, "offline" | "missed" | "reminders" | "faults">>) => {
    const next = { offline: data.offline, missed: data.missed, reminders: data.reminders, faults: data.faults, ...change };
    queries.setQueryData<MailWishes>(key, { ...data, ...next });
    try {
      queries.setQueryData(key, await api.put<MailWishes>("/me/mail", next));
    } catch (error) {
      queries.setQueryData<MailWishes>(key, data);
      toast(`${t("wishes.failed")} ${wordsOf(error)}`, { tone: "bad" });
    }
  };
  return (
    <section className="group" aria-labelledby="g-mail">
      <h2 id="g-mail">{t("wishes.title", { email: me.email })}</h2>
      {!data.available && <p className="hint">{t("wishes.none")}</p>}
      {may(me, "chat") && (
        <>
          <Switch
            label={t("wishes.offline")}
            hint={t("wishes.offline.hint")}
            checked={data.offline}
            onChange={(event) => void choose({ offline: event.target.checked })}
          />
          <Switch
            label={t("wishes.missed")}
            hint={t("wishes.missed.hint")}
            checked={data.missed}
            onChange={(event) => void choose({ missed: event.target.checked })}
          />
        </>
      )}
      {(me.role === "owner" || me.role === "admin") && (
        <Switch
          label={t("wishes.reminders")}
          hint={t("wishes.reminders.hint")}
          checked={data.reminders}
          onChange={(event) => void choose({ reminders: event.target.checked })}
        />
      )}
      {may(me, "integrations") && (
        <Switch
          label={t("wishes.faults")}
          hint={t("wishes.faults.hint")}
          checked={data.faults}
          onChange={(event) => void choose({ faults: event.target.checked })}
        />
      )}
    </section>
  );
}
