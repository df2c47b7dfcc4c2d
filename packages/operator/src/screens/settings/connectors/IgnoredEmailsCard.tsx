import type { Channel } from "@parlour/protocol";
import type { IgnoredEmails } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t } from "./text.ts";

/** Shows how many emails of a mail channel started no chat, with a link to them (MAIL-082). */
export function IgnoredEmailsCard({ channel: { id, kind } }: { channel: Channel }) {
  const { data } = useQuery({
    queryKey: ["ignored", "count", id],
    queryFn: ({ signal }) =>
      api.get<IgnoredEmails>("/ignored-emails", { query: { channel: id, limit: 1 }, signal }),
    enabled: kind === "mail",
  });
  if (data === undefined) return null;
  return (
    <SideCard id="s-ignored" title={t("connector.ignored")}>
      <p>{t("connector.ignored.text", { n: data.total })}</p>
      {data.total > 0 && (
        <Link to="/ignored-emails/{-$id}" params={{ id: undefined }}>
          {t("connector.ignored.open")}
        </Link>
      )}
    </SideCard>
  );
}
