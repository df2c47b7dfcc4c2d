import type { Company } from "@parlour/protocol/api";
import { Link } from "@tanstack/react-router";
import { i18n } from "../../../text/index.ts";
import { formatAge, formatExactTime, useNow } from "../../../ui/time.ts";
import { formatCompanyNumbers } from "./format-numbers.ts";
import { t } from "./text.ts";

/** Lists companies, one per row. */
export function CompanyTable({ rows }: { rows: readonly Company[] }) {
  const now = useNow(10_000);
  return (
    <table className="vis companies">
      <thead>
        <tr>
          <th scope="col">{t("companies.name")}</th>
          <th scope="col" className="end-n">
            {t("companies.people")}
          </th>
          <th scope="col" className="end-n">
            {t("companies.open")}
          </th>
          <th scope="col" className="end-n">
            {t("companies.latest")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((company) => (
          <tr key={company.name}>
            <th scope="row">
              <CompanyName company={company} />
            </th>
            <td className="t-n end-n num">{i18n.number(company.visitors)}</td>
            <td className="t-n end-n num">
              <span className={company.open_chats === 0 ? "faint" : undefined}>
                {i18n.number(company.open_chats)}
              </span>
            </td>
            <td className="end-n num">
              {company.last_chat_at === null ? (
                <span className="faint">–</span>
              ) : (
                <time dateTime={company.last_chat_at} title={formatExactTime(company.last_chat_at)}>
                  {formatAge(company.last_chat_at, now)}
                </time>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders the name as a link, and below it the numbers, which only phones show there. */
function CompanyName({ company }: { company: Company }) {
  return (
    <span className="lines">
      <Link
        className="cut"
        dir="auto"
        to="/visitors/{-$number}"
        params={{ number: undefined }}
        search={{ list: "companies", company: company.name }}
        data-step
      >
        {company.name}
      </Link>
      <span className="sub2">{formatCompanyNumbers(company)}</span>
    </span>
  );
}
