import { Link } from "@tanstack/react-router";
import { IconArrowLeft } from "@tabler/icons-react";
import { useCompany } from "../../../ui/company/use-company.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { formatAge, useNow } from "../../../ui/time.ts";
import { formatCompanyNumbers } from "./format-numbers.ts";
import { t } from "./text.ts";

/** Shows name and numbers of the open company above its people. */
export function CompanyHeader({ name }: { name: string }) {
  const company = useCompany(name).data;
  const now = useNow(10_000);
  const latest = company?.last_chat_at ?? null;
  return (
    <div className="company">
      <Link
        className="btn quiet icon"
        to="/visitors/{-$number}"
        params={{ number: undefined }}
        search={{ list: "companies" }}
        aria-label={t("companies.all")}
        title={t("companies.all")}
      >
        <Icon of={IconArrowLeft} flip />
      </Link>
      <div className="lines">
        <h2 className="t16 cut" dir="auto">
          {company?.name ?? name}
        </h2>
        {company && (
          <p className="sub2">
            {formatCompanyNumbers(company)}
            {latest !== null && ` · ${t("companies.latest.at", { time: formatAge(latest, now) })}`}
          </p>
        )}
      </div>
      <Link
        className="btn small"
        to="/archive/{-$chat}"
        params={{ chat: undefined }}
        search={{ q: `company:"${(company?.name ?? name).replaceAll('"', "")}"` }}
      >
        {t("companies.chats")}
      </Link>
    </div>
  );
}
