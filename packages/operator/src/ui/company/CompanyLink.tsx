import { Link } from "@tanstack/react-router";
import { t } from "./text.ts";
import { useCompany } from "./use-company.ts";

/** Links to the people of a company, and shows how many there are (CO-022). */
export function CompanyLink({ name }: { name: string }) {
  const company = useCompany(name).data;
  return (
    <Link
      to="/visitors/{-$number}"
      params={{ number: undefined }}
      search={{ list: "companies", company: name }}
    >
      <bdi>{name}</bdi>
      {company && ` · ${t("company.people", { n: company.visitors })}`}
    </Link>
  );
}
