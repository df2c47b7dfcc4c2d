import type { MailPreferences } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../state/api/api.ts";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { getErrorText } from "../../ui/loading/ErrorMessage.tsx";
import { Switch } from "../../ui/Field.tsx";
import { toast } from "../../ui/dialog/toast.tsx";
import { t } from "./mail-text.ts";

const mailQueryKey = ["me", "mail"];
const mailKinds = ["offline", "missed", "reminders", "faults"] as const;
type MailKind = (typeof mailKinds)[number];

/** Settings of the emails that the operator receives. Changes take effect immediately. */
export function MailPreferencesCard() {
  const me = useCurrentOperator();
  const { data } = useQuery({
    queryKey: mailQueryKey,
    queryFn: ({ signal }) => api.get<MailPreferences>("/me/mail", { signal }),
  });
  if (data === undefined) return null;
  const isAvailable: Record<MailKind, boolean> = {
    offline: can(me, "chats.answer"),
    missed: can(me, "chats.answer"),
    reminders: me.role === "owner" || me.role === "admin",
    faults: can(me, "deliveries.read"),
  };
  return (
    <section className="group" aria-labelledby="g-mail">
      <h2 id="g-mail">{t("notifications.title", { email: me.email })}</h2>
      {!data.available && <p className="hint">{t("notifications.none")}</p>}
      {mailKinds.map(
        (kind) =>
          isAvailable[kind] && (
            <Switch
              key={kind}
              label={t(`notifications.${kind}`)}
              hint={t(`notifications.${kind}.hint`)}
              checked={data[kind]}
              onChange={(event) => void savePreference(data, { [kind]: event.target.checked })}
            />
          ),
      )}
    </section>
  );
}

/** Shows the change before the response, and reverts it if the server refuses. */
async function savePreference(
  data: MailPreferences,
  change: Partial<Record<MailKind, boolean>>,
): Promise<void> {
  const next = {
    offline: data.offline,
    missed: data.missed,
    reminders: data.reminders,
    faults: data.faults,
    ...change,
  };
  queryClient.setQueryData<MailPreferences>(mailQueryKey, { ...data, ...next });
  try {
    queryClient.setQueryData(mailQueryKey, await api.put<MailPreferences>("/me/mail", next));
  } catch (error) {
    queryClient.setQueryData<MailPreferences>(mailQueryKey, data);
    toast(`${t("notifications.failed")} ${getErrorText(error)}`, { tone: "bad" });
  }
}
