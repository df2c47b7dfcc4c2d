import type { MailWishes } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queries } from "../../state/api.ts";
import { may, useMe } from "../../state/session.tsx";
import { wordsOf } from "../../ui/Failure.tsx";
import { Switch } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { t } from "../settings/mail/text.ts";

const key = ["me", "mail"];
const wishes = ["offline", "missed", "reminders", "faults"] as const;
type Wish = (typeof wishes)[number];

/** Which mails the operator receives. Changes apply at once. */
export function MailChoices() {
  const me = useMe();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get<MailWishes>("/me/mail", { signal }) });
  if (data === undefined) return null;
  const own: Record<Wish, boolean> = {
    offline: may(me, "chat"),
    missed: may(me, "chat"),
    reminders: me.role === "owner" || me.role === "admin",
    faults: may(me, "integrations"),
  };
  return (
    <section className="group" aria-labelledby="g-mail">
      <h2 id="g-mail">{t("wishes.title", { email: me.email })}</h2>
      {!data.available && <p className="hint">{t("wishes.none")}</p>}
      {wishes.map(
        (wish) =>
          own[wish] && (
            <Switch
              key={wish}
              label={t(`wishes.${wish}`)}
              hint={t(`wishes.${wish}.hint`)}
              checked={data[wish]}
              onChange={(event) => void choose(data, { [wish]: event.target.checked })}
            />
          ),
      )}
    </section>
  );
}

/** Shows the change at once and reverts it if the server refuses. */
async function choose(data: MailWishes, change: Partial<Record<Wish, boolean>>): Promise<void> {
  const next = { offline: data.offline, missed: data.missed, reminders: data.reminders, faults: data.faults, ...change };
  queries.setQueryData<MailWishes>(key, { ...data, ...next });
  try {
    queries.setQueryData(key, await api.put<MailWishes>("/me/mail", next));
  } catch (error) {
    queries.setQueryData<MailWishes>(key, data);
    toast(`${t("wishes.failed")} ${wordsOf(error)}`, { tone: "bad" });
  }
}
