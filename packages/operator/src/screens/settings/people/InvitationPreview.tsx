import type { SignInMethods } from "@parlour/protocol/api/people/session";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { useAccount } from "../../../state/api/queries.ts";
import { t } from "../text.ts";

/** Shows the email that the invited person gets, or says that there is a link instead. */
export function InvitationPreview({ name }: { name: string }) {
  const me = useCurrentOperator();
  const account = useAccount().data;
  const methods = useQuery({
    queryKey: ["sign-in-methods"],
    queryFn: () => api.get<SignInMethods>("/sessions/ways"),
  }).data;
  if (account === undefined || methods === undefined) return null;
  const values = { operator: me.name, account: account.name, name: name || t("inviting.they") };
  return (
    <section className="card" aria-labelledby="s-invitation" aria-live="polite">
      <h2 id="s-invitation">
        {t(methods.reset_by_mail ? "inviting.preview" : "inviting.preview.link", values)}
      </h2>
      {methods.reset_by_mail && (
        <blockquote className="invitation">
          <p className="medium">{t("inviting.preview.subject", values)}</p>
          <p>{t("inviting.preview.text", values)}</p>
        </blockquote>
      )}
      <p className="t13 soft">{t("inviting.preview.after", values)}</p>
    </section>
  );
}
